import type { Pool } from "../../platform/db/pool.ts";
import { join, part, plannedEachTime, sql } from "../../platform/db/sql.ts";
import { readTenant } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import { keyOf } from "./keys.ts";
import { own_account } from "./speaker.ts";
import type { Statement } from "./statement/check.ts";

export type ShownFilter = {
  user_id?: string | undefined;
  employee_no?: string | undefined;
  verb?: string | undefined;
  activity?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
};

/** The sort key of the list. */
export type ShownPlace = readonly [stored_ms: number, place: number, id: string];

export type ShownRow = {
  id: string;
  stored_ms: number;
  place: number;
  stored_at: string;
  statement: Statement;
  voided: boolean;
  person: { id: string; full_name: string | null } | null;
  /** The course, if the statement belongs to a learner's attempt at a content package of the organisation; null: it does not. */
  course: { enrollment_id: string; title: string; result: "passed" | "failed" | "not_counted" | null } | null;
};

const columns = part`
  s.id, infra.iso(to_timestamp(s.stored_ms / 1000.0)) as stored_at, s.statement, s.voided,
  case when n.id is not null then json_build_object('id', n.id, 'full_name', nullif(concat_ws(' ', n.first_name, n.last_name), '')) end as person,
  case when e.id is not null then json_build_object('enrollment_id', e.id, 'title', c.title, 'result', coalesce(r.result,
    case when e.state not in ('assigned', 'in_progress') or u.ended_at is not null then 'not_counted' end)) end as course,
  s.stored_ms::float8 as stored_ms, s.place
  from xapi_statement s
  left join person n on n.tenant_id = s.tenant_id and n.id = s.person_id
  left join content_registration r on r.tenant_id = s.tenant_id and r.id = s.registration
    and s.statement#>>'{authority,account,name}' = ${own_account}
  left join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id and e.person_id = s.person_id
  left join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
  left join course_run_package k on k.tenant_id = r.tenant_id and k.registration_id = r.id
  left join course_run u on u.tenant_id = k.tenant_id and u.id = k.run_id`;

/** One page, the newest first; `after`: the end of the page before. */
export async function listShown(
  pool: Pool,
  tenant_id: string,
  filter: ShownFilter,
  { after, limit }: { after: ShownPlace | undefined; limit: number },
): Promise<ShownRow[]> {
  const { user_id, employee_no, verb, activity, from, until } = filter;
  const keys = [
    ...(verb === undefined ? [] : [keyOf("verb", verb)]),
    ...(activity === undefined ? [] : [keyOf("activity", activity)]),
  ];
  const conditions = [
    part`s.tenant_id = ${tenant_id}`,
    ...(keys.length === 0 ? [] : [part`s.keys @> ${keys}::bigint[]`]),
    ...(user_id === undefined ? [] : [part`s.person_id = ${user_id}::uuid`]),
    ...(employee_no === undefined
      ? []
      : [
          part`s.person_id = (select id from person where tenant_id = ${tenant_id} and employee_no_norm = ${caseNorm(employee_no)})`,
        ]),
    ...(from === undefined ? [] : [part`s.stored_ms >= (extract(epoch from ${from}::timestamptz) * 1000)::bigint`]),
    ...(until === undefined ? [] : [part`s.stored_ms < (extract(epoch from ${until}::timestamptz) * 1000)::bigint`]),
    ...(after === undefined
      ? []
      : [part`(s.stored_ms, s.place, s.id) < (${after[0]}::bigint, ${after[1]}::smallint, ${after[2]}::uuid)`]),
  ];
  return readTenant(
    pool,
    tenant_id,
    plannedEachTime(sql`
      select ${columns}
      where ${join(conditions, " and ")}
      order by s.stored_ms desc, s.place desc, s.id desc
      limit ${limit}`),
  );
}

export async function findShown(pool: Pool, tenant_id: string, id: string): Promise<ShownRow | undefined> {
  const [row] = await readTenant<ShownRow>(
    pool,
    tenant_id,
    sql`select ${columns} where s.tenant_id = ${tenant_id} and s.id = ${id}`,
  );
  return row;
}
