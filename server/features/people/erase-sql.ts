import { constant, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { namesOf, optional_fields, type PersonState } from "./definition.ts";

/** Present and previous identifiers of a person, as they were written. */
export type Known = {
  state: PersonState;
  employee_no: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  login: string;
  external_id: string | null;
  /** The personal parts of the audit rows about the person. */
  history: Record<string, unknown>[];
  /** Further attributes that the identity provider has sent. */
  document: Record<string, unknown> | null;
};

/** How many of a person's latest audit rows are searched for earlier names and numbers. */
const history_max = 2_000;

/** A person, locked until the transaction ends. */
export async function findKnownForChange(db: Db, tenant_id: string, id: string): Promise<Known | undefined> {
  const [, known] = await Promise.all([
    db.count(sql`select from person where tenant_id = ${tenant_id} and id = ${id} for update`),
    db.row<Known>(sql`
      select p.state, p.employee_no, p.first_name, p.last_name, p.email, p.login, p.external_id, s.document,
        coalesce((
          select json_agg(a.personal)
          from (
            select personal
            from audit_log
            where tenant_id = ${tenant_id} and target_type = 'person' and target_id = ${id} and personal <> '{}'
            order by id desc
            limit ${history_max}::int
          ) a
        ), '[]') as history
      from person p
      left join scim_resource s on s.tenant_id = p.tenant_id and s.id = p.id
      where p.tenant_id = ${tenant_id} and p.id = ${id}`),
  ]);
  return known;
}

/** Those of the given numbers, logins and addresses, in normal form, that another person or an administrator has today. */
export async function listHeldByOthers(db: Db, tenant_id: string, id: string, values: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ value: string }>(sql`
    select v.value
    from unnest(${values}::text[]) as v(value)
    where exists (select from person p where p.tenant_id = ${tenant_id} and p.employee_no_norm = v.value and p.id <> ${id})
      or exists (select from person p where p.tenant_id = ${tenant_id} and p.login_norm = v.value and p.id <> ${id})
      or exists (select from person p where p.tenant_id = ${tenant_id} and p.email_norm = v.value and p.id <> ${id})
      or exists (select from scim_email e where e.tenant_id = ${tenant_id} and e.value_norm = v.value and e.person_id <> ${id})
      or exists (select from administrator a where a.tenant_id = ${tenant_id} and a.email_norm = v.value)`);
  return rows.map(({ value }) => value);
}

const no_optional_fields = constant(
  namesOf(optional_fields)
    .map((name) => `${name} = null`)
    .join(", "),
);

/** Erases the person's fields; triggers erase what depends on them alone. `token` replaces the number and the login. */
export async function updateErased(db: Db, tenant_id: string, id: string, token: string): Promise<void> {
  await db.count(sql`
    update person
    set state = 'anonymized', employee_no = ${token}, employee_no_norm = ${token}, login = ${token}, login_norm = ${token},
      first_name = null, last_name = null, full_name_norm = '', email = null, email_norm = null, ${no_optional_fields},
      attributes = '{}', external_id = null, manager_id = null, last_sign_in_at = null, suspended_at = null, updated_at = greatest(now(), updated_at)
    where tenant_id = ${tenant_id} and id = ${id}`);
}
