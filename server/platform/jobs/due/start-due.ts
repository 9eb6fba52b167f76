import type { Logger } from "pino";
import type { Pool } from "../../db/pool.ts";
import type { JobObserver } from "../run.ts";
import { listDueKinds } from "./due-sql.ts";
import { workOffDue, type DueWork } from "./due.ts";

export type DueOptions = {
  /** Acts as muster_worker. */
  pool: Pool;
  log: Logger;
  works: readonly DueWork[];
  /** Queues whose jobs are looked for with the same statement, and who is told of those that have some. */
  queues: readonly string[];
  onJobs: (queue: string) => void;
  /** Called after every round that did something, for metrics. */
  onRun?: JobObserver;
  /** Told of each kind after a round in which nothing failed, and when the look began, in ms of the process. */
  observe?: (kind: string, began_ms: number) => void;
  /** How long a stop waits for what is under way. */
  stop_max_ms?: number;
};

export type DueRunner = {
  /** Begins nothing more, waits for what is under way, and gives up on what does not end in time: its claims run out. */
  stop(): Promise<void>;
};

/** What has become due waits for at most this long; where nothing has been for some looks, for at most `idle_interval_ms`. */
const look_interval_ms = 1_000;
const idle_interval_ms = 2_000;
const idle_looks_min = 20;
/** Less than what a process has for its end (commands/runtime.ts). */
const usual_stop_max_ms = 8_000;

/** Looks for what is due as long as the process runs, all kinds in one statement; each kind is worked off beside the others. */
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
  let empty_looks = 0;
  const look = async () => {
    const began_ms = performance.now();
    const found = await listDueKinds(pool, kinds, queues);
    empty_looks = found.length === 0 ? empty_looks + 1 : 0;
    for (const { queue } of found) if (queue !== null) options.onJobs(queue);
    for (const work of works) {
      const under_way = rounds.get(work.kind)!;
      if (under_way.size >= (work.rounds_max ?? 1)) continue;
      if (found.some(({ kind }) => kind === work.kind)) {
        const round: Promise<void> = workOff(work, began_ms).finally(() => under_way.delete(round));
        under_way.add(round);
      } else if (under_way.size === 0) options.observe?.(work.kind, began_ms);
    }
  };
  const running = (async () => {
    while (!signal.aborted) {
      await look().catch((error: unknown) => log.warn({ err: error }, "could not look for work that is due; it is tried again"));
      await pause(signal, empty_looks < idle_looks_min ? look_interval_ms : idle_interval_ms);
    }
    await Promise.all([...rounds.values()].flatMap((under_way) => [...under_way]));
  })();
  return {
    async stop() {
      stopping.abort();
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
