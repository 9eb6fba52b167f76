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
  /** Whether claims wait for the room that results give; left out: they do. */
  isAwaited?: () => boolean;
};

/**
 * Results that come within this time are recorded together, or as soon as there are so many. Acknowledged ones that no claim waits for have longer:
 * what is recorded together shares a statement and a commit, and the claims of new events share the disk with it.
 */
const window_ms = 15;
const unhurried_window_ms = 60;
const together_min = 50;
const again_min_ms = 50;
const again_max_ms = 1_000;

type Entry = { result: Result; until_ms: number; done: () => void };

/**
 * Gathers results: acknowledged attempts of all organisations in one line, and for each organisation with failures a line of
 * its own, so that no organisation waits for another one's locks. Results behind a failure of the same subscription wait for it, and a failure
 * takes those along that gather before it: they are judged together, in the order in which they ended.
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
        // What came while others were written is written next where it is waited for.
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

/** A time in which results gather: the longer one, unless it is to end soon. */
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
  /** Removes and returns what waits of a subscription; what is being written stays. */
  take(subscription_id: string): Entry[];
  holds(subscription_id: string): boolean;
  isIdle(): boolean;
  ended(): Promise<void>;
};

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
