import type { Static } from "typebox";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { invalid } from "../../platform/http/problem.ts";
import { withRetiredKeys } from "./retired-keys.ts";
import type { AuditVerification } from "./schema.ts";
import { findChainEnd, findUnsealed, listSealedRows, type ChainEnd, type SealedRow } from "./seal-sql.ts";
import { epochOf, transactions_of_epoch } from "./place.ts";
import { faultOf, type Fault, type TakeoverChanges } from "./seal.ts";

const batch_max = 2_000;

type Checkpoint = { seq: number; hash: string; epoch: number };

/** The text that proves the chain up to this seal and epoch when it is kept outside the database. */
export function checkpointOf(end: Pick<ChainEnd, "seq" | "hash" | "audit_xid">): string {
  const epoch = epochOf(end);
  return `${end.seq}-${end.hash.toString("hex")}${epoch === 0 ? "" : `-${epoch}`}`;
}

/**
 * Walks the whole chain and finds the first row that differs. A chain whose end was cut off still verifies by itself; only a
 * checkpoint kept elsewhere shows the loss. Throws 422 when the text is not a checkpoint.
 */
export async function verify(
  pool: Pool,
  keyring: Keyring,
  { tenant }: { tenant: { id: string } },
  given: string | undefined,
): Promise<Static<typeof AuditVerification>> {
  const checkpoint = given === undefined ? null : readCheckpoint(given);
  return withTenant(pool, tenant.id, async (db) => {
    const walked = await walk(db, keyring, tenant.id, checkpoint);
    const end = await findChainEnd(db, tenant.id);
    const { waiting, smuggled } = await findUnsealed(db, tenant.id, end);
    const fault: Fault | null =
      walked.fault ?? (smuggled === null ? null : { kind: "NEVER_SEALED", seq: null, audit_id: smuggled });
    return {
      intact: fault === null && walked.checkpoint_holds !== false,
      rows: walked.rows,
      unsealed: waiting,
      first_fault: fault,
      checkpoint: fault === null && end ? checkpointOf(end) : null,
      checkpoint_holds: walked.checkpoint_holds,
      takeovers: walked.takeovers,
      restored_before_checkpoint:
        fault === null && walked.checkpoint_holds === false ? restoredBefore(checkpoint!, walked.takeovers) : null,
    };
  });
}

async function walk(db: Db, keyring: Keyring, tenant_id: string, checkpoint: Checkpoint | null) {
  const verifying = await withRetiredKeys(db, keyring);
  let before: SealedRow | null = null;
  let checkpoint_holds = checkpoint === null ? null : false;
  const takeovers: Takeover[] = [];
  for (;;) {
    const rows = await listSealedRows(db, tenant_id, before?.seq ?? 0, batch_max);
    for (const row of rows) {
      const fault = faultOf(verifying, before, row);
      if (fault !== null) return { fault, rows: before?.seq ?? 0, checkpoint_holds, takeovers };
      if (row.seq === checkpoint?.seq) checkpoint_holds = row.hash.toString("hex") === checkpoint.hash;
      const takeover = takeoverOf(row);
      if (takeover) takeovers.push(takeover);
      before = row;
    }
    if (rows.length < batch_max) return { fault: endFault(keyring, before), rows: before?.seq ?? 0, checkpoint_holds, takeovers };
  }
}

/**
 * A version is retired only after every chain has newer seals. A chain that ends with a seal of a retired version was cut, or its
 * new end was forged.
 */
function endFault(keyring: Keyring, end: SealedRow | null): Fault | null {
  if (end === null || keyring.versions.includes(end.key_version)) return null;
  return { kind: "SEAL_MISSING", seq: end.seq + 1, audit_id: end.audit_id };
}

type Takeover = Static<typeof AuditVerification>["takeovers"][number];

/** Reads the row that begins an epoch, if this is one: its place has no transaction. */
function takeoverOf({ seq, text }: SealedRow): Takeover | null {
  const place = /^\["[^"]+", "(\d+)"/.exec(text!)![1]!;
  if (BigInt(place) % transactions_of_epoch !== 0n) return null;
  const { epoch, began_at, system_identifier, timeline } = (JSON.parse(text!) as unknown[])[9] as TakeoverChanges;
  const writer = (side: 0 | 1): Takeover["before"] => ({ system_identifier: system_identifier[side], timeline: timeline[side] });
  return { seq, epoch: epoch[1], began_at: began_at[1], before: writer(0), after: writer(1) };
}

/**
 * The takeover by which a checkpoint was lost: in a later epoch than the checkpoint's, the database continued from a copy that
 * was older than the checkpoint. A chain that was cut off within the checkpoint's epoch has none.
 */
function restoredBefore({ seq, epoch }: Checkpoint, takeovers: readonly Takeover[]): number | null {
  return takeovers.find((one) => one.epoch > epoch && one.seq <= seq)?.seq ?? null;
}

function readCheckpoint(text: string): Checkpoint {
  const match = /^([1-9][0-9]{0,14})-([0-9a-f]{64})(?:-([1-9][0-9]{0,4}))?$/.exec(text.trim());
  if (!match) throw invalid([{ parameter: "checkpoint", code: "INVALID_FORMAT", detail: "is no checkpoint of an audit log" }]);
  return { seq: Number(match[1]), hash: match[2]!, epoch: Number(match[3] ?? 0) };
}
