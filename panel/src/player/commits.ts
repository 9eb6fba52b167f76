// Sends what a package's items report to the server: one commit at a time, in order, repeated until it is answered. A commit is
// the whole data model of its item, so a later commit replaces one of the same item that still waits. A repeated commit keeps its
// number, by which the server knows which ones it has taken. Until it is answered, it is also kept in the browser, so that it can
// be sent after the page has ended (`sendKept`).
import type { Kept } from "./kept.ts";

export type Commit = { item: string; opening: number; elements: Record<string, string>; ended: boolean };
export type Taken = {
  seq: number;
  status: "passed" | "failed" | "completed" | "incomplete";
  result: "passed" | "failed" | "not_counted" | null;
};
export type State = "saved" | "saving" | "unsaved" | "superseded" | "ended" | "refused";

const again_first_ms = 1_000;
const again_max_ms = 15_000;
/** A page that is being left may send at most this much (`keepalive`). */
const leaving_max_bytes = 60_000;

/** A commit with its sequence number. */
export type Numbered = { seq: number; commit: Commit };

type Listener = { onState: (state: State) => void; onTaken: (commit: Commit, taken: Taken) => void };

export type Commits = {
  add(commit: Commit): void;
  /** Sends all waiting commits while the page is being left. */
  leave(): void;
  /** Resolves once everything is saved, or nothing more can be. */
  settled(): Promise<void>;
};

export function createCommits(url: string, kept: Kept<Numbered[]>, { onState, onTaken }: Listener): Commits {
  const waiting = new Map<string, Commit>();
  let seq = 0;
  let sending: Numbered | null = null;
  let stopped = false;
  let listeners: (() => void)[] = [];
  const settle = () => {
    for (const done of listeners) done();
    listeners = [];
  };
  /** All commits without an answer, in the order in which they are sent, with their numbers. */
  const unanswered = (): Numbered[] => [
    ...(sending === null ? [] : [sending]),
    ...[...waiting.values()].map((commit, place) => ({ seq: seq + 1 + place, commit })),
  ];
  const keep = () => {
    const all = stopped ? [] : unanswered();
    kept.write(all.length === 0 ? null : all);
  };
  const stop = (state: State) => {
    stopped = true;
    keep();
    onState(state);
    settle();
  };
  const next = () => {
    const [first] = waiting;
    if (first === undefined) return null;
    waiting.delete(first[0]);
    seq += 1;
    return { seq, commit: first[1] };
  };
  const run = async () => {
    let was_refused = false;
    for (sending = next(); sending !== null; sending = next()) {
      onState("saving");
      keep();
      for (let pause_ms = again_first_ms; ; pause_ms = Math.min(pause_ms * 2, again_max_ms)) {
        const answer = await post(url, sending);
        if (answer === "again") {
          onState("unsaved");
          await rest(pause_ms);
          continue;
        }
        was_refused = answer === "refused";
        if (answer === "refused") break;
        if (typeof answer === "string") return stop(answer);
        onTaken(sending.commit, answer);
        break;
      }
    }
    keep();
    onState(was_refused ? "refused" : "saved");
    settle();
  };
  return {
    add(commit) {
      if (stopped) return;
      waiting.set(commit.item, commit);
      if (sending === null) void run();
      else keep();
    },
    leave() {
      if (stopped) return;
      // The commit being sent may not have arrived, so it is sent again before the newer ones.
      const all = unanswered();
      seq += waiting.size;
      if (all.length > 0) kept.write(all);
      for (const one of all) postLeaving(url, one);
    },
    settled: () =>
      sending === null || stopped
        ? Promise.resolve()
        : new Promise((resolve) => {
            listeners.push(resolve);
          }),
  };
}

/** Waits for `pause_ms`, or until the network is back. */
function rest(pause_ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, pause_ms);
    addEventListener("online", end);
  });
}

/** Sends a commit without waiting for the answer. */
function postLeaving(url: string, one: Numbered): void {
  const body = bodyOf(one);
  void fetch(url, { method: "POST", headers, body, keepalive: body.length < leaving_max_bytes }).catch(() => undefined);
}

/**
 * Sends the commits that an earlier page of the launch has kept. False: the server does not answer; those that are left stay
 * kept. A commit that the server refuses is dropped, because it would be refused again.
 */
export async function sendKept(url: string, kept: Kept<Numbered[]>): Promise<boolean> {
  const all = kept.read() ?? [];
  for (const [place, one] of all.entries()) {
    if ((await post(url, one)) === "again") return false;
    const rest = all.slice(place + 1);
    kept.write(rest.length === 0 ? null : rest);
  }
  return true;
}

const headers = { "content-type": "application/json" };

function bodyOf({ seq, commit }: Numbered): string {
  return JSON.stringify({ seq, ...commit });
}

/** `again`: there was no answer, or one that is not final. */
async function post(url: string, one: Numbered): Promise<Taken | "again" | "superseded" | "ended" | "refused"> {
  try {
    const answer = await fetch(url, { method: "POST", headers, body: bodyOf(one) });
    if (answer.ok) return (await answer.json()) as Taken;
    if (answer.status === 409) return "superseded";
    if (answer.status === 410 || answer.status === 404) return "ended";
    return answer.status >= 500 || answer.status === 429 || answer.status === 408 ? "again" : "refused";
  } catch {
    return "again";
  }
}
