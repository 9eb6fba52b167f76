import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

export type Sought = {
  mails: readonly string[];
  ids: readonly string[];
  numbers: readonly string[];
  /** `issuers` and `subjects` have the same length and belong together by position. */
  issuers: readonly string[];
  subjects: readonly string[];
};
export type FoundPerson = { kind: "mail" | "id" | "number" | "subject"; said: string; person_id: string };

/** People by identifiers. An address that several people share identifies none of them. */
export async function findPeople(db: Db, tenant_id: string, sought: Sought): Promise<FoundPerson[]> {
  if (Object.values(sought).every((list) => list.length === 0)) return [];
  return db.rows(sql`
    select 'mail' as kind, min(p.email_norm) as said, min(p.id::text) as person_id
    from person p
    where p.tenant_id = ${tenant_id} and p.email_norm = any(${sought.mails}::text[]) and p.state <> 'anonymized'
    group by p.email_norm
    having count(*) = 1
    union all
    select 'id', p.id::text, p.id::text
    from person p
    where p.tenant_id = ${tenant_id} and p.id = any(${sought.ids}::uuid[]) and p.state <> 'anonymized'
    union all
    select 'number', p.employee_no_norm, p.id::text
    from person p
    where p.tenant_id = ${tenant_id} and p.employee_no_norm = any(${sought.numbers}::text[]) and p.state <> 'anonymized'
    union all
    select 'subject', concat_ws(' ', l.issuer, l.subject), l.person_id::text
    from unnest(${sought.issuers}::text[], ${sought.subjects}::text[]) as s (issuer, subject)
    join identity_link l on l.tenant_id = ${tenant_id} and l.issuer = s.issuer and l.subject = s.subject
    where l.person_id is not null`);
}
