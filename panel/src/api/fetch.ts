import { takeFirstAnswer } from "./first-answers.ts";
import { ApiProblem, offline_code, problemOf, step_up_cancelled_code, timeout_code } from "./problem.ts";

/** The server gives up after 10 s, so an answer that takes longer was lost on the network. */
const timeout_ms = 30_000;

type Listeners = {
  /** Asks the user to confirm who they are; false: the user declined. */
  askStepUp: () => Promise<boolean>;
  /** The session has ended while the page was open. */
  sessionLost: () => void;
};

const listeners: Listeners = { askStepUp: () => Promise.resolve(false), sessionLost: () => undefined };

/** Registers the shell's handlers, so that a call itself imports no component. */
export function listenToCalls(given: Partial<Listeners>): void {
  Object.assign(listeners, given);
}

/**
 * `fetch` for every call of the panel: returns a successful answer or throws an ApiProblem. When a call needs a recent sign-in,
 * the user is asked to confirm and the call is repeated, so that no screen has to do this.
 */
export async function panelFetch(request: Request): Promise<Response> {
  // A body can be read only once, and a repeated call needs it again.
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
