// Sends requests at a steady rate, whether or not earlier ones have been answered, so that slow answers do not reduce the load.
// The rate is far below what the server can do, so this process has the time for it.
import { request } from "undici";
import { percentile } from "./statistics.ts";

/** The kind of a request, and how long its answer took, from the first byte sent to the last byte received. */
export type Timed = { kind: string; began_ms: number; took_ms: number };

export type Steady = {
  /** All requests that were answered so far. */
  answered: Timed[];
  /** Stops sending, and waits for the requests under way. Throws if an answer was not the expected one. */
  stop(): Promise<void>;
};

/** A GET, or a POST of `body` as JSON. */
export type Request = { kind: string; url: string; headers?: Record<string, string>; body?: object };

const tick_ms = 5;

/** Starts to send requests at an even rate; `next` returns each of them. */
export function sendSteadily(
  per_second: number,
  headers: Record<string, string>,
  next: () => Request,
  expected_status = 200,
): Steady {
  const answered: Timed[] = [];
  const under_way = new Set<Promise<void>>();
  const faults: string[] = [];
  const send = async ({ kind, url, headers: own, body }: Request) => {
    const began_ms = performance.now();
    const typed = body && { "content-type": "application/json" };
    const answer = await request(url, {
      method: body ? "POST" : "GET",
      headers: { ...headers, ...own, ...typed },
      body: body ? JSON.stringify(body) : null,
    });
    await answer.body.dump();
    answered.push({ kind, began_ms, took_ms: performance.now() - began_ms });
    if (answer.statusCode !== expected_status) faults.push(`${url} was answered ${answer.statusCode}`);
  };
  const started_ms = performance.now();
  let sent = 0;
  // Timers of some milliseconds are sometimes late; the requests that are overdue are then sent together.
  const timer = setInterval(
    () => {
      for (const due = ((performance.now() - started_ms) * per_second) / 1_000; sent < due; sent += 1) {
        const one = send(next())
          .catch((error: unknown) => void faults.push(String(error)))
          .finally(() => under_way.delete(one));
        under_way.add(one);
      }
    },
    Math.min(tick_ms, 1_000 / per_second),
  );
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
