import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Erased, Subject } from "../../platform/jobs/erase.ts";

/** Deletes the ids by which tools know the person, and open launches. The results of items stay, as attempts do. */
export async function eraseToolSubjects(db: Db, { tenant_id, person_id }: Subject): Promise<Erased> {
  await db.count(sql`delete from lti_launch where tenant_id = ${tenant_id} and person_id = ${person_id}`);
  await db.count(sql`
    update course_run_tool k
    set subject = null
    from lti_subject s
    where s.tenant_id = ${tenant_id} and s.person_id = ${person_id}
      and k.tenant_id = s.tenant_id and k.tool_id = s.tool_id and k.subject = s.subject`);
  const erased = await db.count(sql`delete from lti_subject where tenant_id = ${tenant_id} and person_id = ${person_id}`);
  return { erased, place: null };
}
