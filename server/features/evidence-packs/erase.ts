import type { Db } from "../../platform/db/transaction.ts";
import type { Erased, Subject } from "../../platform/jobs/erase.ts";
import { endPack, listPacksOf } from "./sql.ts";

/** Ends all packs that contain the person and deletes their files, because one person cannot be removed from an archive. */
export async function erasePacks(db: Db, { tenant_id, person_id }: Subject): Promise<Erased> {
  const ids = await listPacksOf(db, tenant_id, person_id);
  for (const id of ids) await endPack(db, tenant_id, id);
  return { erased: ids.length, place: null };
}
