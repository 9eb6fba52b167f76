import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { Unavailable } from "../../../../platform/db/failures.ts";
import type { Pool } from "../../../../platform/db/pool.ts";
import type { Sender } from "../attempt.ts";
import type { DeliveryObserver } from "../observe.ts";
import type { Reach } from "../queue-sql.ts";
import { recordSuccesses, type Result } from "../results-sql.ts";
import { settleAttempts } from "../settle.ts";

export type Recorder = {
  /** Resolves when the result is recorded, or given up because its claim has expired (`until_ms`, by performance.now()). */
  add(result: Result, until_ms: number): Promise<void>;
  /** Resolves when all added results are recorded or given up. */
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
  /** Whether a claim waits for capacity that recorded results free; by default true. */
  isAwaited?: () => boolean;
};

/**
 * How long results are collected before they are written together, unless `together_min` of them come earlier. Successes wait the
 * longer time while no claim needs their capacity: fewer statements and commits leave more of the disk to the claims of new
 * events.
 */
const window_ms = 15;
const unhurried_window_ms = 60;
const together_min = 50;
const again_min_ms = 50;
const again_max_ms = 1_000;

type Entry = { result: Result; until_ms: number; done: () => void };

/**
 * Collects results in batches. Successes of all organisations share one queue. Each organisation with failures has a queue of its
 * own, so that it does not wait for the locks of others. Results of a subscription with a queued failure go to that queue, and so
 * do its waiting successes, because they are evaluated together in the order in which they ended.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { reach, pool, sender, log, observe, isAwaited = () => true } = options;
  const lines = new Map<string, Line>();
  const successes = createLine(async (results) => recordSuccesses(reach, results), isAwaited);

  const lineOf = (result: Result): Line => {
    const own = lines.get(result.tenant_id);
    if (result.ok && !own?.holds(result.subscription_id)) return successes;
    if (own) return own;
    const line = createLine(
      async (results) => {
        const states = await settleAttempts(pool, sender, result.tenant_id, results);
        for (const state of states) observe?.moved(state);
      },
      () => true,
    );
    lines.set(result.tenant_id, line);
    return line;
  };

  function createLine(write: (results: Result[]) => Promise<void>, isHurried: () => boolean): Line {
    let waiting: Entry[] = [];
    let writing: Entry[] = [];
    let running: Promise<void> | null = null;
    let gathering: Gathering | null = null;
    const run = async () => {
      for (let first = true; waiting.length > 0; first = false) {
        // Results that came during the last write are written at once if a claim waits for them.
        if (waiting.length < together_min && (first || !isHurried())) {
          gathering = gather();
          if (isHurried()) gathering.endSoon();
          await gathering.ended;
          gathering = null;
        }
        if (waiting.length === 0) break;
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
        if (waiting.length >= together_min) gathering?.end();
        else if (isHurried()) gathering?.endSoon();
      },
      take(id) {
        const taken = waiting.filter(({ result }) => result.subscription_id === id);
        if (taken.length > 0) waiting = waiting.filter(({ result }) => result.subscription_id !== id);
        return taken;
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
        const line = lineOf(result);
        if (!result.ok) for (const earlier of successes.take(result.subscription_id)) line.add(earlier);
        line.add({ result, until_ms, done });
        if (lines.size > idle_lines_max) for (const [tenant_id, line] of lines) if (line.isIdle()) lines.delete(tenant_id);
      }),
    flush,
    close: flush,
  };
}

const idle_lines_max = 100;

type Gathering = { ended: Promise<void>; end(): void; endSoon(): void };

/** The time in which results are collected: the longer one, or the shorter one after `endSoon`. */
function gather(): Gathering {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let timer = setTimeout(resolve, unhurried_window_ms);
  let ends_soon = false;
  return {
    ended,
    end() {
      clearTimeout(timer);
      resolve();
    },
    endSoon() {
      if (ends_soon) return;
      ends_soon = true;
      clearTimeout(timer);
      timer = setTimeout(resolve, window_ms);
    },
  };
}

type Line = {
  add(entry: Entry): void;
  /** Removes and returns the results of a subscription that wait; results that are being written stay. */
  take(subscription_id: string): Entry[];
  holds(subscription_id: string): boolean;
  isIdle(): boolean;
  ended(): Promise<void>;
};

/**
 * Writes results, and retries while the database cannot be reached and a claim among them is valid. If the database refuses the
 * batch for another reason, the results are written one by one, so that one bad result does not block the others.
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
