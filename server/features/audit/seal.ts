import { equalBytes, hmac, type Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { readTenant, withTenant, type Db } from "../../platform/db/transaction.ts";
import { drain } from "../../platform/jobs/drain.ts";
import { newId } from "../../platform/ids.ts";
import { eachDue, workOffDue, type DueWork } from "../../platform/jobs/due/due.ts";
import { restAfter } from "../../platform/jobs/load/rest.ts";
import { epochOf } from "./place.ts";
import {
  claimSealing,
  findChainEnd,
  findWriters,
  hasUnsealed,
  insertEpochRow,
  insertSeals,
  listUnsealed,
  type ChainEnd,
  type Seal,
  type SealedRow,
  type SealedText,
  type Unsealed,
  type Writers,
} from "./seal-sql.ts";

const batch_max = 1_000;
/** How long one organisation is sealed before it is the others' turn; it stays due. */
const usual_turn_max_ms = 2_000;
const beginning = Buffer.alloc(32);

/** Seals the rows of all organisations that are due, one batch in each transaction. */
export async function sealAll(pool: Pool, keyring: Keyring, signal: AbortSignal): Promise<void> {
  await workOffDue(pool, sealing(pool, keyring), signal);
}

/**
 * The due work that seals rows. An organisation stays due while rows must wait for open transactions. When no row could be
 * sealed, because a transaction is open for long, the pause before the next look grows.
 */
export function sealing(pool: Pool, keyring: Keyring, turn_max_ms = usual_turn_max_ms): DueWork {
  return eachDue({ kind: "audit.seal", rows_max: 20 }, async (tenant_id, { due_us }, signal) => {
    const all: Batch = { count: 0, left: null };
    const ends_ms = performance.now() + turn_max_ms;
    await drain(signal, batch_max, async () => {
      const began_ms = performance.now();
      const { count, left } = await sealBatch(pool, keyring, tenant_id);
      all.count += count;
      all.left = left;
      if (count < batch_max) return count;
      // Full batches come from rules and imports, which may add rows as fast as they are sealed.
      await restAfter(pool, performance.now() - began_ms);
      return performance.now() < ends_ms ? count : 0;
    });
    const { has_unsealed, now_us } = all.left ?? (await readTenant<Unsealed>(pool, tenant_id, hasUnsealed(tenant_id)))[0]!;
    if (!has_unsealed) return null;
    return all.count > 0 ? { due_us: now_us, rest_us: 0 } : { due_us: null, rest_us: restAfterWait(now_us - due_us) };
  });
}

/**
 * The longest pause. Rows that cannot be sealed yet pause for a quarter of the time that they have waited, so a seal is at most a
 * quarter late.
 */
const rest_us_max = 15_000_000;
/** A shorter pause would end before the next look anyway. */
const rest_us_min = 1_000_000;

/** How long to pause before the next look at rows that have waited for `waited_us`. */
function restAfterWait(waited_us: number): number {
  const rest_us = Math.min(Math.floor(waited_us / 4), rest_us_max);
  return rest_us < rest_us_min ? 0 : rest_us;
}

/** How many rows were sealed, and whether some are left. `left` null: the batch was full, and the next one will find out. */
type Batch = { count: number; left: Unsealed | null };

/**
 * Seals one batch. It is planned as `few_rows`, because an index yields the rows: a plan made while the log was empty would read
 * the whole log at each look. The packet of the seals and the commit also asks whether rows are left.
 */
async function sealBatch(pool: Pool, keyring: Keyring, tenant_id: string): Promise<Batch> {
  const work = async (db: Db): Promise<Batch> => {
    const [claimed, end, rows] = await Promise.all([
      claimSealing(db, tenant_id),
      findChainEnd(db, tenant_id),
      listUnsealed(db, tenant_id, batch_max),
    ]);
    // Without the lock, another worker is sealing.
    const count = claimed ? rows.length : 0;
    const seals = count === 0 ? [] : chain(keyring, end, await withEpochs(db, tenant_id, end, rows));
    if (seals.length > 0) db.send(insertSeals(tenant_id, seals));
    const left = count < batch_max ? db.row<Unsealed>(hasUnsealed(tenant_id)) : null;
    db.commit();
    return { count, left: (await left) ?? null };
  };
  return withTenant(pool, tenant_id, work, "few_rows");
}

/**
 * The rows to seal. Before the first row of each epoch comes a row by the sealer that says who wrote before and who writes now.
 * So the chain itself shows each restore, promotion or other takeover.
 */
async function withEpochs(
  db: Db,
  tenant_id: string,
  end: ChainEnd | undefined,
  rows: readonly SealedText[],
): Promise<SealedText[]> {
  const whole: SealedText[] = [];
  let previous = epochOf(end ?? rows[0]!);
  for (const row of rows) {
    const epoch = epochOf(row);
    if (epoch !== previous) {
      const changes = takeoverBetween(previous, epoch, await findWriters(db, previous, epoch));
      const entry = { operation: "database.take_over", target_type: "database", changes } as const;
      whole.push(await insertEpochRow(db, tenant_id, newId(), { epoch, entry }));
    }
    previous = epoch;
    whole.push(row);
  }
  return whole;
}

/** The changes in the row that begins an epoch, each as [before, after]. */
export type TakeoverChanges = {
  epoch: [number, number];
  system_identifier: [string | null, string | null];
  timeline: [number | null, number | null];
  database: [string | null, string | null];
  began_at: [null, string];
};

function takeoverBetween(before: number, after: number, { from, to, began_at }: Writers): TakeoverChanges {
  return {
    epoch: [before, after],
    system_identifier: [from?.system_identifier ?? null, to?.system_identifier ?? null],
    timeline: [from?.timeline ?? null, to?.timeline ?? null],
    database: [from?.database ?? null, to?.database ?? null],
    began_at: [null, began_at],
  };
}

function chain(keyring: Keyring, end: ChainEnd | undefined, rows: readonly SealedText[]): Seal[] {
  const key_version = keyring.versions[0]!;
  let [seq, previous] = [end?.seq ?? 0, end?.hash ?? beginning];
  return rows.map(({ audit_id, audit_xid, text, personal }) => {
    seq += 1;
    const personal_hash = hashOf(keyring, key_version, audit_id, personal);
    const hash = sealOf(keyring, { key_version, seq, previous, personal_hash, text });
    previous = hash;
    return { seq, audit_id, audit_xid, personal_hash, key_version, hash };
  });
}

type Sealed = { key_version: number; seq: number; previous: Buffer; personal_hash: Buffer; text: string };

function sealOf(keyring: Keyring, { key_version, seq, previous, personal_hash, text }: Sealed): Buffer {
  const head = Buffer.concat([previous, personal_hash, Buffer.from(`${seq}\n${text}`)]);
  return hmac(keyring.key("audit-seal", key_version), head);
}

function hashOf(keyring: Keyring, key_version: number, audit_id: string, personal: string): Buffer {
  return hmac(keyring.key("audit-seal", key_version), `${audit_id}\n${personal}`);
}

export type Fault = {
  kind: "ROW_MISSING" | "ROW_DIFFERS" | "SEAL_MISSING" | "NEVER_SEALED";
  seq: number | null;
  audit_id: string;
};

/** The fault of a row, if any. `before`: the seal before it, null at the beginning of the chain. */
export function faultOf(keyring: Keyring, before: { seq: number; hash: Buffer } | null, row: SealedRow): Fault | null {
  const { audit_id, text, personal, key_version } = row;
  const seq = (before?.seq ?? 0) + 1;
  if (row.seq !== seq) return { kind: "SEAL_MISSING", seq, audit_id };
  if (text === null || personal === null) return { kind: "ROW_MISSING", seq, audit_id };
  const differs: Fault = { kind: "ROW_DIFFERS", seq, audit_id };
  // This installation never had the key, so it did not make this seal.
  if (!keyring.versions.includes(key_version)) return differs;
  // Erasure empties the personal values, which is allowed.
  const erased = personal === "{}";
  if (!erased && !equalBytes(hashOf(keyring, key_version, audit_id, personal), row.personal_hash)) return differs;
  if (row.mark !== null) return erased && isMarked(keyring, before?.hash ?? null, { ...row, text }) ? null : differs;
  const previous = before?.hash ?? beginning;
  const expected = sealOf(keyring, { key_version, seq, previous, personal_hash: row.personal_hash, text });
  return equalBytes(expected, row.hash) ? null : differs;
}

/** A row without its actor's name, with its own seal and the seal before it. */
type Marked = { previous: Buffer | null; hash: Buffer; text: string };

/** The mark of a row whose actor's name was erased: it states that the row matched its seal before. Making one needs the key. */
export function markOf(keyring: Keyring, key_version: number, { previous, hash, text }: Marked): Buffer {
  const head = Buffer.concat([Buffer.from("erased\n"), previous ?? beginning, hash, Buffer.from(text)]);
  return hmac(keyring.key("audit-seal", key_version), head);
}

function isMarked(keyring: Keyring, previous: Buffer | null, { hash, text, mark }: SealedRow & { text: string }): boolean {
  if (mark === null || !keyring.versions.includes(mark.key_version)) return false;
  return equalBytes(markOf(keyring, mark.key_version, { previous, hash, text }), mark.hash);
}
