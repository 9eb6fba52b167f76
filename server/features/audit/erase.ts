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
 * Erases a person's data from audit rows: from those about them and from those of what they did. A learner's own name is part of what is
 * sealed: such a row gets a mark, made with the chain's key, which says that it agreed with its seal and has lost nothing but the name. A
 * row that did not agree gets no mark, so that verification still reports it.
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
