import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { Unavailable } from "../../../platform/db/failures.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import type { Sender } from "./attempt.ts";
import type { DeliveryObserver } from "./observe.ts";
import type { Reach } from "./queue-sql.ts";
import { recordSuccesses, type Result } from "./results-sql.ts";
import { settleAttempts } from "./settle.ts";

export type Recorder = {
  /** Resolves once the result is recorded, or given up because its claim has run out (`until_ms` of performance.now()). */
  add(result: Result, until_ms: number): Promise<void>;
  /** Resolves once everything that was added is recorded or given up. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

export type RecorderOptions = {
  reach: Reach;
  pool: Pool;
  sender: Pick<Sender, "keyring" | "base_url">;
  log: Logger;
  observe?: DeliveryObserver;
  onRecorded: () => void;
};

/** Results that come within this time are recorded together, or as soon as there are so many. */
const window_ms = 15;
const together_min = 50;
const again_min_ms = 50;
const again_max_ms = 1_000;

type Entry = { result: Result; until_ms: number; done: () => void };

/**
 * Gathers results: acknowledged attempts of all organisations in one line, and for each organisation with failures a line of
 * its own, so that no organisation waits for another one's locks. Results behind a failure of the same subscription wait for it.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { reach, pool, sender, log, observe } = options;
  const lines = new Map<string, Line>();
  const successes = createLine(async (results) => recordSuccesses(reach, results));

  const lineOf = (result: Result): Line => {
    const own = lines.get(result.tenant_id);
    if (result.ok && !own?.holds(result.subscription_id)) return successes;
    if (own) return own;
    const line = createLine(async (results) => {
      const states = await settleAttempts(pool, sender, result.tenant_id, results);
      for (const state of states) observe?.moved(state);
    });
    lines.set(result.tenant_id, line);
    return line;
  };

  function createLine(write: (results: Result[]) => Promise<void>): Line {
    let waiting: Entry[] = [];
    let writing: Entry[] = [];
    let running: Promise<void> | null = null;
    let enough: (() => void) | null = null;
    const run = async () => {
      const gathered = new Promise<void>((resolve) => (enough = resolve));
      await Promise.race([gathered, sleep(window_ms)]);
      while (waiting.length > 0) {
        [writing, waiting] = [waiting, []];
        await writePatiently(writing, write, log);
        for (const { done } of writing) done();
        writing = [];
        options.onRecorded();
      }
      running = null;
    };
    return {
      add(entry) {
        waiting.push(entry);
        running ??= run();
        if (waiting.length >= together_min) enough?.();
      },
      holds: (id) => [...waiting, ...writing].some(({ result }) => result.subscription_id === id),
      isIdle: () => running === null,
      ended: () => running ?? Promise.resolve(),
    };
  }

  const flush = async () => {
    await Promise.all([successes, ...lines.values()].map((line) => line.ended()));
    for (const [tenant_id, line] of lines) if (line.isIdle()) lines.delete(tenant_id);
  };
  return {
    add: (result, until_ms) =>
      new Promise((done) => {
        lineOf(result).add({ result, until_ms, done });
        if (lines.size > idle_lines_max) for (const [tenant_id, line] of lines) if (line.isIdle()) lines.delete(tenant_id);
      }),
    flush,
    close: flush,
  };
}

const idle_lines_max = 100;

type Line = { add(entry: Entry): void; holds(subscription_id: string): boolean; isIdle(): boolean; ended(): Promise<void> };

/**
 * Writes results, again while the database is away and a claim among them still stands. What the database refuses for another
 * reason is written one by one, so that the others are written.
 */
async function writePatiently(
  entries: readonly Entry[],
  write: (results: Result[]) => Promise<void>,
  log: Logger,
): Promise<void> {
  for (let wait_ms = again_min_ms; ; wait_ms = Math.min(wait_ms * 2, again_max_ms)) {
    const standing = entries.filter(({ until_ms }) => performance.now() < until_ms);
    if (standing.length === 0) return;
    try {
      return await write(standing.map(({ result }) => result));
    } catch (error) {
      log.warn({ err: error, results: standing.length }, "could not record attempts; trying again until their claims run out");
      if (standing.length > 1 && !(error instanceof Unavailable)) {
        for (const entry of standing) await writePatiently([entry], write, log);
        return;
      }
      await sleep(wait_ms);
    }
  }
}
