// Rules as API clients see them.
import { pageStatement, readPage, type PageRow } from "../../../platform/db/page.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { part, plannedEachTime, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Walk } from "../../../platform/http/cursor.ts";
import { lastBatchOf } from "../../groups/read-sql.ts";
import { ruleList, ruleRecords, type RuleFilters } from "../read-sql.ts";

/**
 * One page of rules, in the order of their names or of their changes. The order of changes includes retired rules, so that a
 * client learns that a rule has ended.
 */
export async function listRuleRecords(pool: Pool, tenant_id: string, filters: RuleFilters, walk: Walk): Promise<PageRow> {
  const list = ruleList(tenant_id, filters, walk.order === "changes" ? [] : [part`r.retired_at is null`]);
  return readPage(
    pool,
    tenant_id,
    plannedEachTime(pageStatement(list, walk, { records: ruleRecords(tenant_id, record(tenant_id)) })),
  );
}

/** A rule as JSON text, unless it is retired. */
export async function findRule(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    select row_to_json(o)::text as record
    from rule r
    cross join lateral (select ${record(tenant_id)}) o
    where r.tenant_id = ${tenant_id} and r.id = ${id} and r.retired_at is null`);
  return row?.record;
}

function record(tenant_id: string): Fragment {
  return part`
    r.id, r.name, r.active, r.conditions,
    array(
      select course_id from rule_course where tenant_id = ${tenant_id} and rule_id = r.id order by course_id
    ) as course_ids,
    r.due_days, r.on_leave, r.count_valid_certificates, r.look_back_days,
    (select count(*) from rule_match m where m.tenant_id = ${tenant_id} and m.rule_id = r.id) as people_count,
    ${lastBatchOf(tenant_id, "rule", part`r.id`)} ->> 'state' as evaluation, infra.iso(r.created_at) as created_at,
    infra.iso(r.updated_at) as updated_at, infra.iso(r.retired_at) as retired_at`;
}
