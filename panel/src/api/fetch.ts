import { takeFirstAnswer } from "./first-answers.ts";
import { ApiProblem, offline_code, problemOf, step_up_cancelled_code, timeout_code } from "./problem.ts";

/** The server gives up after 10 s; what takes longer got lost on the way. */
const timeout_ms = 30_000;

type Listeners = {
  /** Asks the user to confirm who they are; false: they would rather not. */
  askStepUp: () => Promise<boolean>;
  /** The session has ended while the page was open. */
  sessionLost: () => void;
};

const listeners: Listeners = { askStepUp: () => Promise.resolve(false), sessionLost: () => undefined };

/** The shell says who asks and who is told; a call itself knows no component. */
export function listenToCalls(given: Partial<Listeners>): void {
  Object.assign(listeners, given);
}

/**
 * `fetch` for every call of the panel: answers a success or throws an ApiProblem. A call that wants a recent sign-in asks
 * for one and is repeated, so that no screen has to think of it.
 */
export async function panelFetch(request: Request): Promise<Response> {
  // The body can be read once; a repeated call needs it again.
  const repeated = request.clone();
  const response = await attempt(request);
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (problem.code === "STEP_UP_REQUIRED") {
    if (!(await listeners.askStepUp())) throw new ApiProblem(403, { ...problem.members, code: step_up_cancelled_code });
    const second = await attempt(repeated);
    if (second.ok) return second;
    throw await problemOf(second);
  }
  if (problem.status === 401 && problem.code === "UNAUTHENTICATED") listeners.sessionLost();
  throw problem;
}

async function attempt(request: Request): Promise<Response> {
  const first = takeFirstAnswer(request);
  if (first !== null) return first;
  const timeout = AbortSignal.timeout(timeout_ms);
  try {
    return await fetch(request, { signal: AbortSignal.any([request.signal, timeout]) });
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw new ApiProblem(0, { code: timeout.aborted ? timeout_code : offline_code });
  }
}
