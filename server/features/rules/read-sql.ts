import { byName, pageStatement, readPage, type PagedList, type PageRow } from "../../platform/db/page.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import { readTenant, type Db } from "../../platform/db/transaction.ts";
import type { Walk } from "../../platform/http/cursor.ts";
import { nameNorm } from "../../platform/text.ts";
import type { Belonging } from "../groups/people-sql.ts";
import { coursesOf, lastBatchOf, namesOf } from "../groups/read-sql.ts";

export type RuleFilters = { q?: string | undefined; active?: boolean | undefined };

/** One page of rules in the order of their names. */
export async function listRulePage(pool: Pool, tenant_id: string, filters: RuleFilters, walk: Walk): Promise<PageRow> {
  const list = ruleList(tenant_id, filters, [part`r.retired_at is null`]);
  return readPage(
    pool,
    tenant_id,
    plannedEachTime(pageStatement(list, walk, { records: ruleRecords(tenant_id, record(tenant_id)) })),
  );
}

/** The rules of a page, each as JSON text. `columns` are its members, in terms of rule `r`. */
export function ruleRecords(tenant_id: string, columns: Fragment): Fragment {
  return part`
      records as (
        select s.key, s.id, row_to_json(o)::text as record
        from shown s
        join rule r on r.tenant_id = ${tenant_id} and r.id = s.id
        cross join lateral (select ${columns}) o
      )`;
}

/** A rule as JSON text; retired rules are found too. */
export async function findRuleRecord(pool: Pool, tenant_id: string, id: string): Promise<string | undefined> {
  const [row] = await readTenant<{ record: string }>(pool, tenant_id, recordStatement(tenant_id, id));
  return row?.record;
}

/** findRuleRecord within a transaction. */
export async function readRuleRecord(db: Db, tenant_id: string, id: string): Promise<string> {
  const row = await db.row<{ record: string }>(recordStatement(tenant_id, id));
  return row!.record;
}

function recordStatement(tenant_id: string, id: string) {
  return sql`
    select row_to_json(o)::text as record
    from rule r
    cross join lateral (select ${record(tenant_id)}) o
    where r.tenant_id = ${tenant_id} and r.id = ${id}`;
}

function record(tenant_id: string): Fragment {
  return part`
    r.id, r.name, r.active, r.conditions, ${namesOf(tenant_id, part`r.conditions`)} as names,
    ${coursesOf(tenant_id, part`select course_id from rule_course where tenant_id = ${tenant_id} and rule_id = r.id`)} as courses,
    r.due_days, r.on_leave, r.count_valid_certificates, r.look_back_days,
    (select count(*) from rule_match m where m.tenant_id = ${tenant_id} and m.rule_id = r.id) as people_matched,
    ${lastBatchOf(tenant_id, "rule", part`r.id`)} as last_batch, r.version, infra.iso(r.created_at) as created_at,
    infra.iso(r.updated_at) as updated_at, infra.iso(r.retired_at) as retired_at`;
}

/** `about`: further conditions on rule `r`. */
export function ruleList(tenant_id: string, { q, active }: RuleFilters, about: readonly Fragment[]): PagedList {
  const conditions = [part`r.tenant_id = ${tenant_id}`, ...about];
  if (active !== undefined) conditions.push(part`r.active = ${active}`);
  if (q) conditions.push(part`position(nullif(${nameNorm(q)}, '') in r.name_norm) > 0`);
  return {
    from: part`rule r`,
    conditions,
    id: part`r.id`,
    keys: byName(part`r`),
  };
}

/** The people to whom a rule applies at present. */
export function matchedBy(rule_id: string): Belonging {
  return { from: part`rule_match m`, conditions: [part`m.rule_id = ${rule_id}`], since: part`m.since` };
}

/** Those of the ids that the organisation does not have. */
export async function findUnknown(
  db: Db,
  tenant_id: string,
  { department_ids, contractor_ids, course_ids }: Record<"department_ids" | "contractor_ids" | "course_ids", readonly string[]>,
): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from unnest(${department_ids}::uuid[]) as id
    where id not in (select id from department where tenant_id = ${tenant_id} and id = any (${department_ids}::uuid[]))
    union all
    select id from unnest(${contractor_ids}::uuid[]) as id
    where id not in (select id from contractor where tenant_id = ${tenant_id} and id = any (${contractor_ids}::uuid[]))
    union all
    select id from unnest(${course_ids}::uuid[]) as id
    where id not in (select id from course where tenant_id = ${tenant_id} and id = any (${course_ids}::uuid[]))`);
  return new Set(rows.map(({ id }) => id));
}
