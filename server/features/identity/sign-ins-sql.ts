import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { AccountKey } from "../sign-in/accounts-sql.ts";
import type { Refusal } from "./failures.ts";
import { roles_faults } from "./roles/read-roles.ts";
import type { Purpose } from "./round-trips-sql.ts";

/** What a sign-in did, or would have done, in addition to its outcome. */
export const sign_in_notes = [
  "PERSON_CREATED",
  "PERSON_WOULD_BE_CREATED",
  "ROLE_GIVEN",
  "ROLE_TAKEN",
  "ROLE_KEPT",
  "ROLE_WITHOUT_ADDRESS",
  "ROLE_OF_DISABLED",
  "ROLE_WOULD_BE_GIVEN",
  ...roles_faults,
] as const;
export type SignInNote = (typeof sign_in_notes)[number];

export type SignInRow = {
  id: string;
  purpose: Purpose;
  outcome: "OK" | Refusal;
  said: string | null;
  note: SignInNote | null;
  /** The values of the claim from which roles follow; left out: none were read. */
  role_values?: readonly string[] | undefined;
  subject: string | null;
  account: AccountKey | null;
  request_id: string | null;
};

/** How many sign-ins are kept, for how long, and how many old ones are deleted at a time. */
const kept_max = 200;
const kept_days = 30;
const deleted_max = 20;

/** Adds a sign-in to the administrators' list, and deletes old ones. */
export async function noteSignIn(db: Db, tenant_id: string, row: SignInRow): Promise<void> {
  const [administrator_id, person_id] =
    row.account === null ? [null, null] : row.account.kind === "administrator" ? [row.account.id, null] : [null, row.account.id];
  await db.count(sql`
    insert into identity_sign_in (tenant_id, id, at, purpose, outcome, said, note, role_values, subject, administrator_id, person_id,
      request_id)
    values (${tenant_id}, ${row.id}, to_timestamp(infra.now_us() / 1000000.0), ${row.purpose}, ${row.outcome}, ${row.said}, ${row.note}, ${row.role_values ?? null}::text[], ${row.subject},
      ${administrator_id}, ${person_id}, ${row.request_id})`);
  await db.count(sql`
    delete from identity_sign_in
    where tenant_id = ${tenant_id} and id = any (array(
      select id from (
        select id, at, row_number() over (order by id desc) as place
        from identity_sign_in where tenant_id = ${tenant_id}
      ) s
      where s.place > ${kept_max}::int or s.at < to_timestamp(infra.now_us() / 1000000.0) - ${kept_days}::int * interval '1 day'
      order by s.id
      limit ${deleted_max}
    ))`);
}

/** The latest sign-ins first, as a JSON list. */
export async function listSignIns(db: Db, tenant_id: string, rows_max: number): Promise<string> {
  const row = await db.row<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(r) order by r.id desc), '[]')::text as json
    from (
      select s.id, infra.iso(s.at) as at, s.purpose, s.outcome, s.said, s.note, s.subject,
        case when a.id is not null then json_build_object('kind', 'administrator', 'id', a.id, 'name', a.name)
          when p.id is not null then json_build_object('kind', 'person', 'id', p.id,
            'name', coalesce(nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.login)) end as account,
        exists (
          select from identity_link l
          where l.tenant_id = s.tenant_id and l.account_id = coalesce(s.administrator_id, s.person_id)
        ) as linked
      from identity_sign_in s
      left join administrator a on a.tenant_id = s.tenant_id and a.id = s.administrator_id
      left join person p on p.tenant_id = s.tenant_id and p.id = s.person_id
      where s.tenant_id = ${tenant_id}
      order by s.id desc
      limit ${rows_max}
    ) r`);
  return row!.json;
}
