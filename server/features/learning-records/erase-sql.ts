import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Erased, Subject } from "../../platform/jobs/erase.ts";
import { keyOf } from "./keys.ts";

/**
 * Deletes statements about the person and the person's documents. Statements about others lose the person where they name them as
 * instructor or in the team.
 */
export async function eraseRecords(db: Db, { tenant_id, person_id }: Subject): Promise<Erased> {
  const documents = await db.count(sql`delete from xapi_document where tenant_id = ${tenant_id} and person_id = ${person_id}`);
  const statements = await db.count(sql`
    delete from xapi_statement
    where tenant_id = ${tenant_id} and (person_id = ${person_id} or keys @> array[${keyOf("about_person", person_id)}::bigint])`);
  const beside = keyOf("beside_person", person_id);
  const others = await db.count(sql`
    update xapi_statement
    set statement = statement #- '{context,instructor}' #- '{context,team}' #- '{object,context,instructor}' #- '{object,context,team}',
      keys = array_remove(keys, ${beside}::bigint)
    where tenant_id = ${tenant_id} and keys @> array[${beside}::bigint]`);
  return { erased: documents + statements + others, place: null };
}
