import type { Db } from "../../platform/db/transaction.ts";
import type { Erased, Subject } from "../../platform/jobs/erase.ts";
import {
  erasePersonalPart,
  holdSealing,
  insertMarks,
  listPersonalRows,
  listSealedActors,
  listTexts,
  type ErasureMark,
} from "./erase-sql.ts";
import { faultOf, markOf } from "./seal.ts";

const rows_max = 500;

/**
 * Erases what audit rows about a person, and of what they did, say of them. A learner's own name is part of what is sealed: the
 * row gets a mark, by the chain's key, that it was as sealed and has lost nothing but the name. A row that was
 * not as sealed gets none, and verification goes on naming it.
 */
export async function eraseFromAudit(db: Db, { tenant_id, person_id, keyring }: Subject): Promise<Erased> {
  await holdSealing(db, tenant_id);
  const ids = await listPersonalRows(db, tenant_id, person_id, rows_max);
  if (ids.length === 0) return { erased: 0, place: null };
  const sealed = (await listSealedActors(db, tenant_id, ids)).filter((row) => {
    const before = row.previous === null ? null : { seq: row.seq - 1, hash: row.previous };
    return faultOf(keyring, before, { ...row, mark: null }) === null;
  });
  await erasePersonalPart(db, tenant_id, ids);
  const texts = new Map(
    (
      await listTexts(
        db,
        tenant_id,
        sealed.map(({ audit_id }) => audit_id),
      )
    ).map(({ audit_id, text }) => [audit_id, text]),
  );
  const key_version = keyring.versions[0]!;
  const marks = sealed.map(({ audit_id, previous, hash }): ErasureMark => ({
    audit_id,
    key_version,
    hash: markOf(keyring, key_version, { previous, hash, text: texts.get(audit_id)! }),
  }));
  if (marks.length > 0) await insertMarks(db, tenant_id, marks);
  return { erased: ids.length, place: ids.length === rows_max ? "" : null };
}
