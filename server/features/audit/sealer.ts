import type { Logger } from "pino";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { listChainEnds } from "./seal-sql.ts";
import { sealAll } from "./seal.ts";
import { checkpointOf } from "./verify.ts";

/** A row waits for its seal at most this long, and as long as the transactions take that began before it. */
const pause_ms = 800;

export type SealerOptions = {
  pool: Pool;
  keyring: Keyring;
  log: Logger;
  /** Is told when a round that sealed all that it found had begun, in ms of the process. */
  observe?: ((began_ms: number) => void) | undefined;
};

export type Sealer = { stop(): Promise<void> };

/** Seals the audit logs as long as the process runs. Several processes may: each batch is one's alone. */
export function startSealer({ pool, keyring, log, observe }: SealerOptions): Sealer {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      const began_ms = performance.now();
      try {
        await sealAll(pool, keyring, signal);
        observe?.(began_ms);
      } catch (error) {
        log.warn({ err: error }, "rows of the audit log could not be sealed; it is tried again");
      }
      await pause(signal);
    }
  })();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, pause_ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

/**
 * Every hour the end of each organisation's chain is written to the process's log, which lies outside the database. If the end
 * of an audit log is cut off, or the whole log rewritten, verification against the earlier line fails.
 */
export function auditJobs({ pool, log }: Pick<SealerOptions, "pool" | "log">): Job[] {
  const checkpoints = queue("audit.checkpoint", { retries_max: 2 });
  return [every("5 * * * *", checkpoints, () => writeCheckpoints({ pool, log }))];
}

export async function writeCheckpoints({ pool, log }: Pick<SealerOptions, "pool" | "log">): Promise<void> {
  for (const { tenant_id, ...end } of await listChainEnds(pool))
    log.info({ tenant_id, checkpoint: checkpointOf(end) }, "audit checkpoint");
}
