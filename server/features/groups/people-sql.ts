import { pageStatement, readPage, type PagedList, type PageRow } from "../../platform/db/page.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Walk } from "../../platform/http/cursor.ts";
import { caseNorm, nameNorm } from "../../platform/text.ts";

/** Names rows that link a person (`person_id`) to a rule or group, and the column that says since when. */
export type Belonging = { from: Fragment; conditions: readonly Fragment[]; since: Fragment };

/** One page of people of a rule or group, in the order of their names. */
export async function listBelongingPage(
  pool: Pool,
  tenant_id: string,
  belonging: Belonging,
  q: string | undefined,
  walk: Walk,
): Promise<PageRow> {
  const list = belongingList(tenant_id, belonging, q);
  const records = part`
      records as (
        select s.key, s.id, row_to_json(r)::text as record
        from shown s
        join person p on p.tenant_id = ${tenant_id} and p.id = s.id
        join ${belonging.from} on m.tenant_id = ${tenant_id} and m.person_id = s.id
        cross join lateral (
          select p.id, p.employee_no, nullif(concat_ws(' ', p.first_name, p.last_name), '') as full_name, p.login,
            (select d.name from department d where d.tenant_id = p.tenant_id and d.id = p.department_id) as department_name,
            p.state as status, infra.iso(${belonging.since}) as since
        ) r
        where ${conditionsOf(belonging)}
      )`;
  return readPage(pool, tenant_id, plannedEachTime(pageStatement(list, walk, { records })));
}

/** All conditions of a belonging, joined by `and`. */
export function conditionsOf({ conditions }: Belonging): Fragment {
  return conditions.reduce((all, one) => part`${all} and ${one}`);
}

/** The list of people of a rule or group, in the order of their names. */
export function belongingList(tenant_id: string, belonging: Belonging, q: string | undefined): PagedList {
  const conditions = [...belonging.conditions, part`m.tenant_id = ${tenant_id}`];
  if (q) {
    const text = caseNorm(q);
    conditions.push(part`(
      position(nullif(${nameNorm(q)}, '') in p.full_name_norm) > 0 or position(${text} in p.employee_no_norm) > 0
      or position(${text} in p.login_norm) > 0 or position(${text} in p.email_norm) > 0)`);
  }
  return {
    from: part`${belonging.from} join person p on p.tenant_id = ${tenant_id} and p.id = m.person_id`,
    conditions,
    id: part`p.id`,
    keys: {
      list: { column: part`left(coalesce(p.full_name_norm, ''), 200)`, kind: "name" },
      changes: { column: part`p.updated_at`, kind: "instant" },
    },
  };
}

/** The present members of a group. */
export function membersOf(group_id: string): Belonging {
  return {
    from: part`group_member m`,
    conditions: [part`m.group_id = ${group_id}`, part`m.left_at is null`],
    since: part`m.joined_at`,
  };
}

/** Those of the ids that belong to people of the organisation whose data have not been erased. */
export async function listKnownPeople(db: Db, tenant_id: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from person
    where tenant_id = ${tenant_id} and id = any (${ids}::uuid[]) and state <> 'anonymized'`);
  return rows.map(({ id }) => id);
}
