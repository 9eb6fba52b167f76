// How an organisation is removed. Access ends first. Then its rows are deleted table by table in batches, referring rows first.
// Its own row is deleted last, in one transaction with the signed statement of what was removed. The same command continues a
// removal that was stopped; access stays closed. Rows that a worker writes meanwhile are deleted in another round.
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { codeOf } from "../../../platform/db/failures.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import { findChainEnd } from "../../audit/seal-sql.ts";
import { checkpointOf } from "../../audit/verify.ts";
import {
  beginRemoval,
  closeOrganisation,
  deleteJobs,
  deleteLateRequests,
  deletePart,
  deleteTenant,
  findSize,
  findTenantId,
  listHolders,
  updateRemoved,
  updateSigned,
  type Holder,
  type Removal,
  type Size,
} from "./remove-sql.ts";
import { signed, type Statement } from "./statement.ts";

/** Rows that one transaction deletes from a table. */
const rows_max = 2_000;
/** Each round deletes what was written since the previous one. */
const rounds_max = 20;
/** foreign_key_violation, lock_not_available */
const in_use_codes = new Set(["23503", "55P03"]);

export type Found = Size & { tenant_id: string };

/** The organisation with a code, with data by which an operator recognises it; undefined: there is none. */
export async function findOrganisation(pool: Pool, code: string): Promise<Found | undefined> {
  const tenant_id = await findTenantId(pool, code);
  if (tenant_id === undefined) return undefined;
  const size = await withTenant(pool, tenant_id, (db) => findSize(db, tenant_id));
  return size && { ...size, tenant_id };
}

export type RemoveOptions = {
  /** Acts as muster_owner, because the roles that serve requests may not remove an organisation. */
  pool: Pool;
  keyring: Keyring;
  signal: AbortSignal;
  onProgress?: (rows: number) => void;
};

/** Removes an organisation with all its data, and returns the signed statement. Rejects if `signal` aborts between batches. */
export async function removeOrganisation(
  { pool, keyring, signal, onProgress = () => undefined }: RemoveOptions,
  { tenant_id, name }: Found,
  code: string,
): Promise<Statement> {
  const removal = await withTenant(pool, tenant_id, async (db) => {
    const chain = await findChainEnd(db, tenant_id);
    const audit_checkpoint = chain === undefined ? null : checkpointOf(chain);
    const begun = await beginRemoval(db, tenant_id, { id: newId(), audit_checkpoint });
    await closeOrganisation(db, tenant_id);
    return begun;
  });
  const holders = await withTenant(pool, tenant_id, listHolders);
  for (let round = 1; ; round += 1) {
    try {
      for (const holder of holders) {
        for (let more = true; more;) {
          signal.throwIfAborted();
          more = await deleteAndCount(pool, tenant_id, removal, holder);
          onProgress(Object.values(removal.removed).reduce((sum, count) => sum + count, 0));
        }
      }
      const statement = await end({ pool, keyring }, { tenant_id, code, name }, removal, holders);
      // Deletes rows of counters that triggers have written during the deletion.
      await withTenant(pool, tenant_id, (db) => deleteLeft(db, tenant_id, holders));
      await withTenant(pool, tenant_id, deleteLateRequests);
      return statement;
    } catch (error) {
      // A worker has written rows of the organisation meanwhile, or still locks some.
      if (!in_use_codes.has(codeOf(error) ?? codeOf((error as Error).cause) ?? "") || round === rounds_max) throw error;
    }
  }
}

/** Deletes one batch of a table; returns whether there is more. */
async function deleteAndCount(pool: Pool, tenant_id: string, removal: Removal, holder: Holder): Promise<boolean> {
  const { deleted, more } = await withTenant(pool, tenant_id, async (db) => {
    const part = await deletePart(db, tenant_id, holder, rows_max);
    if (part.deleted > 0) await updateRemoved(db, removal.id, counted(removal.removed, holder, part.deleted));
    return part;
  });
  removal.removed = counted(removal.removed, holder, deleted);
  return more;
}

function counted(removed: Removal["removed"], { counted_as }: Holder, deleted: number): Removal["removed"] {
  return deleted === 0 ? removed : { ...removed, [counted_as]: (removed[counted_as] ?? 0) + deleted };
}

/**
 * Deletes the organisation's own row and signs the statement. In the same transaction it deletes rows that were written after
 * their table's turn, because triggers count deletions and some tables have no foreign key to the organisation.
 */
async function end(
  { pool, keyring }: Pick<RemoveOptions, "pool" | "keyring">,
  organisation: { tenant_id: string; code: string; name: string },
  { id, began_at, audit_checkpoint, removed: until_now }: Removal,
  holders: readonly Holder[],
): Promise<Statement> {
  const { tenant_id, code, name } = organisation;
  return withTenant(pool, tenant_id, async (db) => {
    await deleteJobs(db, tenant_id);
    const left = await deleteLeft(db, tenant_id, holders);
    const removed = left.reduce((sum, { holder, deleted }) => counted(sum, holder, deleted), until_now);
    await deleteTenant(db, tenant_id);
    const statement = signed(keyring, {
      what: "muster organisation removed",
      removal_id: id,
      organisation: { id: tenant_id, code, name },
      began_at,
      ended_at: instantText(Temporal.Now.instant()),
      removed: { ...sorted(removed), tenant: 1 },
      audit_checkpoint,
    });
    await updateSigned(db, id, statement);
    return statement;
  });
}

/** Deletes all rows of each table in one transaction; few are left by then. */
async function deleteLeft(db: Db, tenant_id: string, holders: readonly Holder[]): Promise<{ holder: Holder; deleted: number }[]> {
  const gone: { holder: Holder; deleted: number }[] = [];
  for (const holder of holders) {
    for (let more = true; more;) {
      const part = await deletePart(db, tenant_id, holder, rows_max);
      gone.push({ holder, deleted: part.deleted });
      more = part.more;
    }
  }
  return gone;
}

function sorted(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
