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
 * Erases a person's data from audit rows about the person and by the person. A learner's name as actor is part of the sealed
 * text, so erasing it would break the seal. Such a row gets a mark, made with the chain's key, which states that the row matched
 * its seal and lost only the name. A row that did not match gets no mark, so verification still reports it.
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
