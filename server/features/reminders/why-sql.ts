import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Ended } from "../mail/bulk/sql.ts";
import { isBouncing } from "../mail/bounces/sql.ts";
import { isRefused } from "../mail/choice/sql.ts";
import { exemptionOf, type Waiting } from "./sql.ts";

/** Why mails were not sent: a fact about the recipient, otherwise that their reasons do not hold any more. */
export async function listWhy(
  db: Db,
  tenant_id: string,
  mails: readonly Waiting[],
  today: string,
): Promise<{ id: string; why: Ended }[]> {
  const rows = mails.map(({ id, receiver_id, told_on }) => ({ id, receiver_id, told_on }));
  return db.rows(sql`
    select w.id, case
      when p.state is null or p.state in ('deactivated', 'anonymized') or p.employment_end_date < ${today}::date then 'left'
      when p.state = 'suspended' then 'suspended'
      when p.email is null then 'no_address'
      when ${isBouncing(tenant_id, part`p.email_norm`)} then 'bouncing'
      when r.all_exempt then 'exempt'
      when r.all_due_soon and ${isRefused(tenant_id, part`p.id`, "due_soon")} then 'refused_by_receiver'
      else 'reason_gone' end as why
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id uuid, receiver_id uuid, told_on date)
    left join person p on p.tenant_id = ${tenant_id} and p.id = w.receiver_id
    cross join lateral (
      select bool_and(r.kind = 'due_soon') as all_due_soon, bool_and(exists (
        ${exemptionOf(tenant_id, { person_id: part`r.person_id`, course_id: part`coalesce(e.course_id, c.course_id)` }, today)}
      )) as all_exempt
      from reminder r
      left join enrollment e on e.tenant_id = r.tenant_id and e.id = r.subject_id
      left join certificate c on c.tenant_id = r.tenant_id and c.id = r.subject_id
      where r.tenant_id = ${tenant_id} and r.person_id = w.receiver_id and r.sent_on = w.told_on and r.unsent is null
    ) r`);
}
