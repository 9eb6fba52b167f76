// Sends the audit log to the operator's log server. Every worker may send, but only one at a time for each organisation.
//
//   claim    organisations with sealed rows that were not sent, for a minute; those that have waited longest come first
//   read     the next rows of each, in the order of their seals and without personal data
//   send     one batch with rows of many organisations (destination.ts)
//   note     how far each organisation has come, after each batch that was delivered
//
// Guarantee: each sealed row is sent at least once, in the order of its organisation's seals. A row is sent again when the process
// ends, or the answer is lost, between the last two steps; receivers recognise it by organisation and `seq`. When the log server
// fails, the batch is tried again after a pause that doubles up to a minute. It is never given up, since the rows stay in the
// database.
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Pool } from "../../../platform/db/pool.ts";
import { newId } from "../../../platform/ids.ts";
import { createDestination, type Destination, type DestinationSetting, type ExportRecord } from "./destination.ts";
import { claimUnsent, listUnsent, releaseUnsent, updateSent, type Claimed, type ExportRow, type Sent } from "./export-sql.ts";
import { jsonOf } from "./exported.ts";

export type ExportObserver = {
  sent(rows: number): void;
  failed(): void;
};

export type ExportOptions = {
  /** A pool of the role muster_worker. */
  pool: Pool;
  setting: DestinationSetting;
  log: Logger;
  observe?: ExportObserver | undefined;
};

export type Exporter = { stop(): Promise<void> };

const look_interval_ms = 1_000;
const pause_max_ms = 60_000;
const tenants_max = 20;
const rows_per_tenant_max = 200;
/** The most bytes of one call. A single row may be longer. */
const batch_bytes_max = 524_288;
/** The number of calls of ten seconds that end before the claim does. */
const batches_max = 4;
const lease_us = 60_000_000;

/** Sends until the process stops. */
export function startExport({ pool, setting, log, observe }: ExportOptions): Exporter {
  const stopping = new AbortController();
  const { signal } = stopping;
  const send = createDestination(setting);
  const running = (async () => {
    for (let failures = 0; !signal.aborted;) {
      let sent = 0;
      try {
        sent = await sendSome(pool, send, signal, (rows) => observe?.sent(rows));
        failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        failures += 1;
        observe?.failed();
        log.warn({ err: error, failures }, "the audit log could not be sent to the log server; it is tried again");
      }
      if (sent > 0) continue;
      const pause_ms = Math.min(look_interval_ms * 2 ** Math.max(0, failures - 1), pause_max_ms);
      await sleep(pause_ms, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** Sends what is due once; returns how many rows were delivered. */
export async function sendSome(
  pool: Pool,
  send: Destination,
  signal: AbortSignal,
  onSent: (rows: number) => void = () => undefined,
): Promise<number> {
  const claim_id = newId();
  const claimed = await claimUnsent(pool, { claim_id, lease_us, tenants_max });
  if (claimed.length === 0) return 0;
  const tenant_ids = claimed.map(({ tenant_id }) => tenant_id);
  let empty: string[] = [];
  try {
    const outgoing = await readAll(pool, claimed);
    const found = new Set(outgoing.map(({ tenant_id }) => tenant_id));
    empty = tenant_ids.filter((tenant_id) => !found.has(tenant_id));
    let count = 0;
    for (const batch of cut(outgoing).slice(0, batches_max)) {
      signal.throwIfAborted();
      await send(batch, signal);
      await updateSent(pool, claim_id, lastOf(batch));
      onSent(batch.length);
      count += batch.length;
    }
    return count;
  } finally {
    // While the database does not answer, the claims expire by themselves.
    await releaseUnsent(pool, claim_id, { tenant_ids, empty }).catch(() => undefined);
  }
}

type Outgoing = ExportRecord & { tenant_id: string; row: ExportRow };

async function readAll(pool: Pool, claimed: readonly Claimed[]): Promise<Outgoing[]> {
  const outgoing: Outgoing[] = [];
  for (const { tenant_id, sent_seq } of claimed) {
    for (const row of await listUnsent(pool, tenant_id, sent_seq, rows_per_tenant_max))
      outgoing.push({ tenant_id, row, at: row.occurred_at, json: jsonOf(tenant_id, row) });
  }
  return outgoing;
}

/** Cuts the rows, in order, into batches of at most `batch_bytes_max`. */
function cut(outgoing: readonly Outgoing[]): Outgoing[][] {
  const batches: Outgoing[][] = [];
  let bytes = batch_bytes_max;
  for (const one of outgoing) {
    const length = Buffer.byteLength(one.json);
    if (bytes + length > batch_bytes_max) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)!.push(one);
    bytes += length;
  }
  return batches;
}

/** The last row of each organisation in a batch. */
function lastOf(batch: readonly Outgoing[]): Sent[] {
  const last = new Map(batch.map(({ tenant_id, row }) => [tenant_id, row]));
  return [...last].map(([tenant_id, { seq, audit_id }]) => ({ tenant_id, seq, at_us: timeOf(audit_id) * 1_000 }));
}

/** The time in an id, in ms (UUIDv7, RFC 9562 §5.7). */
function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
