import type { Db } from "../../platform/db/transaction.ts";
import type { Erased, Subject } from "../../platform/jobs/erase.ts";
import { endPack, listPacksOf } from "./sql.ts";

/** Ends every pack in which the person is, with its file: an archive cannot be made to forget one of its people. */
export async function erasePacks(db: Db, { tenant_id, person_id }: Subject): Promise<Erased> {
  const ids = await listPacksOf(db, tenant_id, person_id);
  for (const id of ids) await endPack(db, tenant_id, id);
  return { erased: ids.length, place: null };
}
