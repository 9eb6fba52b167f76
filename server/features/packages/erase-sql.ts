import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Erased, Subject } from "../../platform/jobs/erase.ts";

/**
 * Erases what the person has entered in packages, and the launches that could read it. The results of registrations stay, as
 * attempts do.
 */
export async function eraseContent(db: Db, { tenant_id, person_id }: Pick<Subject, "tenant_id" | "person_id">): Promise<Erased> {
  await db.count(sql`
    update content_registration r
    set launch_id = null
    from enrollment e
    where r.tenant_id = ${tenant_id} and e.tenant_id = r.tenant_id and e.id = r.enrollment_id and e.person_id = ${person_id}
      and r.launch_id is not null`);
  const erased = await db.count(sql`
    delete from content_item_state s
    using content_registration r, enrollment e
    where s.tenant_id = ${tenant_id} and r.tenant_id = s.tenant_id and r.id = s.registration_id
      and e.tenant_id = r.tenant_id and e.id = r.enrollment_id and e.person_id = ${person_id}`);
  return { erased, place: null };
}
