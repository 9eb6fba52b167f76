import { columnsOf } from "../../platform/db/columns.ts";
import { part, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { nameNorm } from "../../platform/text.ts";
import { courseIdsOf } from "../groups/asking-sql.ts";
import type { Conditions } from "./conditions.ts";

/** A rule as the organisation file sees it; `course_ids` in ascending order. */
export type RuleRow = {
  id: string;
  name: string;
  active: boolean;
  conditions: Conditions;
  course_ids: string[];
  due_days: number | null;
  count_valid_certificates: boolean;
  look_back_days: number | null;
  on_leave: "cancel" | "keep";
};

type Plain = Omit<RuleRow, "course_ids" | "active">;
const plain = {
  name: "text",
  conditions: "jsonb",
  due_days: "integer",
  count_valid_certificates: "boolean",
  look_back_days: "integer",
  on_leave: "text",
} as const;
const columns = columnsOf<Plain & Pick<RuleRow, "active">>({ ...plain, active: "boolean" }, { name: nameNorm });
const { assignments } = columnsOf<Plain>(plain, { name: nameNorm });

export async function listRuleRows(db: Db, tenant_id: string): Promise<RuleRow[]> {
  return db.rows(sql`
    select ${rowOf(tenant_id)}
    from rule r
    where r.tenant_id = ${tenant_id} and r.retired_at is null`);
}

/**
 * Locks a rule until the transaction ends. The courses are read by the next statement: one that waits for the lock would read
 * them as they were before the wait.
 */
export async function lockRule(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`
    select from rule
    where tenant_id = ${tenant_id} and id = ${id}
    for no key update`);
}

/** A rule that is not retired, locked until the transaction ends. */
export async function findRuleForChange(
  db: Db,
  tenant_id: string,
  id: string,
): Promise<(RuleRow & { version: number }) | undefined> {
  return db.row(sql`
    select ${rowOf(tenant_id)}, r.version
    from rule r
    where r.tenant_id = ${tenant_id} and r.id = ${id} and r.retired_at is null
    for no key update of r`);
}

function rowOf(tenant_id: string): Fragment {
  return part`r.id, ${columns.of("r")}, ${courseIdsOf(tenant_id, "rule", "r.id")}`;
}

/** Retires a rule: it applies to no one, and its name is free. */
export async function updateRuleRetired(db: Db, tenant_id: string, id: string, at: string): Promise<void> {
  await db.count(sql`
    update rule
    set active = false, retired_at = ${at}, version = version + 1, updated_at = greatest(now(), updated_at)
    where tenant_id = ${tenant_id} and id = ${id}`);
}

export async function insertRules(db: Db, tenant_id: string, rows: readonly RuleRow[]): Promise<void> {
  await db.count(sql`
    insert into rule (tenant_id, id, ${columns.names})
    select ${tenant_id}, r.id, ${columns.values}
    from ${columns.from(rows)}`);
}

export async function updateRules(db: Db, tenant_id: string, rows: readonly RuleRow[]): Promise<void> {
  await db.count(sql`
    update rule u
    set ${assignments}, active = r.active and u.retired_at is null, version = u.version + 1,
      updated_at = greatest(now(), u.updated_at)
    from ${columns.from(rows)}
    where u.tenant_id = ${tenant_id} and u.id = r.id`);
}

/** Stores the present content of rules as a version, under each rule's present version number. */
export async function insertRuleVersions(db: Db, tenant_id: string, rows: readonly RuleRow[]): Promise<void> {
  await db.count(sql`
    insert into rule_version (tenant_id, rule_id, version, definition, since)
    select ${tenant_id}, r.id, r.version, d.definition, infra.tenant_now(${tenant_id})
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as d(definition)
    join rule r on r.tenant_id = ${tenant_id} and r.id = (d.definition ->> 'id')::uuid`);
}

export async function deleteRuleCourses(db: Db, tenant_id: string, rule_ids: readonly string[]): Promise<void> {
  await db.count(sql`
    delete from rule_course
    where tenant_id = ${tenant_id} and rule_id = any (${rule_ids}::uuid[])`);
}

export async function insertRuleCourses(db: Db, tenant_id: string, rows: readonly RuleRow[]): Promise<void> {
  const pairs = rows.flatMap(({ id, course_ids }) => course_ids.map((course_id) => ({ rule_id: id, course_id })));
  await db.count(sql`
    insert into rule_course (tenant_id, rule_id, course_id)
    select ${tenant_id}, r.rule_id, r.course_id
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(rule_id uuid, course_id uuid)`);
}
