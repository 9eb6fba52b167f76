import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { invalid } from "../../platform/http/problem.ts";
import type { AuditVerification } from "./schema.ts";
import { findChainEnd, findUnsealed, listSealedRows, type ChainEnd } from "./seal-sql.ts";
import { faultOf, type Fault } from "./seal.ts";

const batch_max = 2_000;

type Checkpoint = { seq: number; hash: string };

/** What is written down outside the database: the chain up to here cannot have been another one. */
export function checkpointOf({ seq, hash }: Pick<ChainEnd, "seq" | "hash">): string {
  return `${seq}-${hash.toString("hex")}`;
}

/**
 * Walks the whole chain and finds the first row that differs. A chain whose end was cut off is whole in itself: that shows
 * against a checkpoint that was kept elsewhere. Throws 422 when the text is no checkpoint.
 */
export async function verify(
  pool: Pool,
  keyring: Keyring,
  { tenant }: Context,
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
    };
  });
}

async function walk(db: Db, keyring: Keyring, tenant_id: string, checkpoint: Checkpoint | null) {
  let before: { seq: number; hash: Buffer } | null = null;
  let checkpoint_holds = checkpoint === null ? null : false;
  for (;;) {
    const rows = await listSealedRows(db, tenant_id, before?.seq ?? 0, batch_max);
    for (const row of rows) {
      const fault = faultOf(keyring, before, row);
      if (fault !== null) return { fault, rows: before?.seq ?? 0, checkpoint_holds };
      if (row.seq === checkpoint?.seq) checkpoint_holds = row.hash.toString("hex") === checkpoint.hash;
      before = row;
    }
    if (rows.length < batch_max) return { fault: null, rows: before?.seq ?? 0, checkpoint_holds };
  }
}

function readCheckpoint(text: string): Checkpoint {
  const match = /^([1-9][0-9]{0,14})-([0-9a-f]{64})$/.exec(text.trim());
  if (!match) throw invalid([{ parameter: "checkpoint", code: "INVALID_FORMAT", detail: "is no checkpoint of an audit log" }]);
  return { seq: Number(match[1]), hash: match[2]! };
}
