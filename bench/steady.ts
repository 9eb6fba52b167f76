// Requests at a steady rate, whether or not the ones before have been answered: what somebody waits for does not thin out
// the load. The rate is far below what the server can do, so this process has the time for it.
import { percentile } from "./statistics.ts";

/** What a request asks for, and how long its answer took, from its first byte out to its last byte in. */
export type Timed = { kind: string; began_ms: number; took_ms: number };

export type Steady = {
  /** All that was answered so far. */
  answered: Timed[];
  /** Sends no more, and waits for what is under way. Throws when an answer was not the expected one. */
  stop(): Promise<void>;
};

export type Request = { kind: string; url: string };

/** Begins to send a request every `1 / per_second`, as `next` names it. */
export function sendSteadily(per_second: number, headers: Record<string, string>, next: () => Request): Steady {
  const answered: Timed[] = [];
  const under_way = new Set<Promise<void>>();
  const faults: string[] = [];
  const send = async ({ kind, url }: Request) => {
    const began_ms = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    answered.push({ kind, began_ms, took_ms: performance.now() - began_ms });
    if (answer.status !== 200) faults.push(`${url} was answered ${answer.status}`);
  };
  const timer = setInterval(() => {
    const one = send(next())
      .catch((error: unknown) => void faults.push(String(error)))
      .finally(() => under_way.delete(one));
    under_way.add(one);
  }, 1_000 / per_second);
  return {
    answered,
    async stop() {
      clearInterval(timer);
      await Promise.all(under_way);
      if (faults.length > 0) throw new Error(`${faults.length} requests failed: ${faults[0]}`);
    },
  };
}

export function p95Of(timed: readonly Timed[]): number {
  return percentile(
    timed.map(({ took_ms }) => took_ms),
    95,
  );
}
