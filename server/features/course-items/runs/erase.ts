import type { Db } from "../../../platform/db/transaction.ts";
import type { Erased, Subject } from "../../../platform/jobs/erase.ts";
import { deleteSittings, deleteWatched } from "./sql.ts";

/** What the person was asked and has answered, and has seen of videos; how runs and their items ended stays, as attempts do. */
export async function eraseSittings(db: Db, { tenant_id, person_id }: Subject): Promise<Erased> {
  const watched = await deleteWatched(db, tenant_id, person_id);
  return { erased: watched + (await deleteSittings(db, tenant_id, person_id)), place: null };
}
