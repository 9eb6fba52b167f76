import type { Db } from "../../../platform/db/transaction.ts";
import type { Erased, Subject } from "../../../platform/jobs/erase.ts";
import { deleteSittings, deleteWatched } from "./sql.ts";

/**
 * Erases the questions and answers of a person, and the seen parts of videos. The results of runs and items stay, as attempts do.
 */
export async function eraseSittings(db: Db, { tenant_id, person_id }: Subject): Promise<Erased> {
  const watched = await deleteWatched(db, tenant_id, person_id);
  return { erased: watched + (await deleteSittings(db, tenant_id, person_id)), place: null };
}
