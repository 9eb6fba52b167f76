import type { Logger } from "pino";
import type { Pool } from "../../db/pool.ts";
import type { JobObserver } from "../run.ts";
import { createNudge } from "../../nudge.ts";
import { takeOver } from "../take-over.ts";
import { lookForWork, type Looked } from "./due-sql.ts";
import { workOffDue, type DueWork } from "./due.ts";

export type DueOptions = {
  /** Acts as muster_worker. */
  pool: Pool;
  log: Logger;
  works: readonly DueWork[];
  /** Queues whose jobs the same statement looks for, and a callback for those with waiting jobs. */
  queues: readonly string[];
  onJobs: (queue: string) => void;
  /** Called after every round that did something, for metrics. */
  onRun?: JobObserver;
  /** Called for each kind after a round without failures; `began_ms`: when the look began, by the clock of the process. */
  observe?: (kind: string, began_ms: number) => void;
  /** How long `stop` waits for running work. */
  stop_max_ms?: number;
};

export type DueRunner = {
  /** Something may be due: an idle worker looks at once. */
  wake: () => void;
  /** Begins no more work and waits for running work. Work that does not end in time is abandoned, and its claims expire. */
  stop(): Promise<void>;
};

/** The time between two looks while work has been found lately. */
const look_interval_ms = 1_000;
const idle_looks_min = 8;
/**
 * The longest time between two looks after several looks found nothing. The next look comes earlier when a row becomes due or a
 * notification arrives. Looking anyway finds work that is not announced or whose notification was lost. The embedded database
 * sends no notifications.
 */
const idle_interval_ms = 8_000;
const unwoken_interval_ms = 2_000;
/** Less than the time that a process has to end (commands/runtime.ts). */
const usual_stop_max_ms = 8_000;

/**
 * Looks for due work as long as the process runs, for all kinds in one statement. Different kinds are worked off concurrently.
 */
export function startDue(options: DueOptions): DueRunner {
  const { pool, log, works, queues } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const rounds = new Map<string, Set<Promise<void>>>(works.map(({ kind }) => [kind, new Set()]));
  const kinds = works.map(({ kind }) => kind);

  const workOff = async (work: DueWork, began_ms: number) => {
    try {
      await workOffDue(pool, work, signal);
      options.onRun?.(work.kind, "done", (performance.now() - began_ms) / 1_000);
      options.observe?.(work.kind, began_ms);
    } catch (error) {
      options.onRun?.(work.kind, "failed", (performance.now() - began_ms) / 1_000);
      log.error({ err: error, kind: work.kind }, "work that is due could not be done; it is tried again");
    }
  };
  const nudge = createNudge();
  let empty_looks = 0;
  /** How long the worker waits after a look. */
  const restAfterLook = ({ next_in_us }: Looked): number => {
    if (empty_looks < idle_looks_min) return look_interval_ms;
    const rest_ms = pool.embedded ? unwoken_interval_ms : idle_interval_ms;
    return Math.max(look_interval_ms, Math.min(rest_ms, (next_in_us ?? Infinity) / 1_000));
  };
  const look = async (): Promise<number> => {
    const began_ms = performance.now();
    const found = await lookForWork(pool, kinds, queues);
    const has_found = found.has_silent || found.kinds.length > 0 || found.queues.length > 0;
    empty_looks = has_found ? 0 : empty_looks + 1;
    if (found.has_silent) await takeOver(pool, log);
    for (const queue of found.queues) options.onJobs(queue);
    for (const work of works) {
      const under_way = rounds.get(work.kind)!;
      if (under_way.size >= (work.rounds_max ?? 1)) continue;
      if (found.kinds.includes(work.kind)) {
        const round: Promise<void> = workOff(work, began_ms).finally(() => under_way.delete(round));
        under_way.add(round);
      } else if (under_way.size === 0) options.observe?.(work.kind, began_ms);
    }
    return restAfterLook(found);
  };
  const running = (async () => {
    while (!signal.aborted) {
      const rest_ms = await look().catch((error: unknown) => {
        log.warn({ err: error }, "could not look for work that is due; it is tried again");
        return look_interval_ms;
      });
      await pause(signal, look_interval_ms);
      if (rest_ms > look_interval_ms && !signal.aborted) await nudge.wait(rest_ms - look_interval_ms);
    }
    await Promise.all([...rounds.values()].flatMap((under_way) => [...under_way]));
  })();
  return {
    wake: nudge.wake,
    async stop() {
      stopping.abort();
      nudge.wake();
      const { promise: late, resolve: giveUp } = Promise.withResolvers<"late">();
      const timer = setTimeout(() => giveUp("late"), options.stop_max_ms ?? usual_stop_max_ms);
      if ((await Promise.race([running, late])) === "late") {
        const under_way = kinds.filter((kind) => rounds.get(kind)!.size > 0);
        log.warn({ kinds: under_way }, "work that is due did not end in time; another worker does it once its claim has run out");
      }
      clearTimeout(timer);
    },
  };
}

function pause(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
