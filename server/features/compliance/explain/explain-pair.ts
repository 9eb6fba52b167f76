import type { Static } from "typebox";
import { todayOf, type Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { invalid, type ErrorItem } from "../../../platform/http/problem.ts";
import type { ExplanationRecord, ExplainQuery } from "./explain-schema.ts";
import { findCallings, findLineThen, findNamedPair, type NamedPair } from "./explain-sql.ts";
import { explain, explainThen, type Explanation } from "./explain.ts";
import { readAsOf } from "../matrix/matrix-as-of.ts";
import { listFacts } from "../sql.ts";

type Query = Static<typeof ExplainQuery>;
type Found = NamedPair & { person_id: string; course_id: string; course_code: string };

/** Explains a person's flag for a course: the present one from the facts, that of a past day from its history. */
export async function explainPair(pool: Pool, context: Context, query: Query): Promise<Static<typeof ExplanationRecord>> {
  refuseUnclear(query);
  const today = todayOf(context);
  const as_of = query.as_of ?? today;
  const then = readAsOf(context, as_of);
  return withTenant(pool, context.tenant.id, async (db) => {
    const pair = await findNamedPair(db, context.tenant.id, query);
    if (pair.person_id === null || pair.course_id === null || pair.course_code === null) throw unknown(query, pair);
    const found = pair as Found;
    const explained = as_of === today ? await explainNow(db, context, found) : await explainPast(db, context, found, then);
    return {
      employee_no: pair.employee_no,
      user_id: found.person_id,
      course_code: found.course_code,
      as_of,
      timezone: context.tenant.time_zone,
      ...explained,
    };
  });
}

type Explained = Explanation & { paused: boolean; known_since: string | null };

/**
 * For a suspended person the flag of the day on which the suspension began is explained, because it does not change meanwhile.
 */
async function explainNow(db: Db, context: Context, { person_id, course_id, course_code, ...person }: Found): Promise<Explained> {
  const { id: tenant_id } = context.tenant;
  const [[facts], callings] = await Promise.all([
    listFacts(db, tenant_id, [{ person_id, course_id }]),
    findCallings(db, tenant_id, person_id, course_id),
  ]);
  const paused = person.state === "suspended" && person.suspended_at !== null;
  const now = paused ? Temporal.Instant.from(person.suspended_at!) : context.now;
  const is_path = facts!.type === "learning_path";
  const known = {
    ...facts!,
    ...callings,
    course_code,
    time_zone: context.tenant.time_zone,
    person_active: facts!.person_active || paused,
    // A learning path itself has no flag; its courses have.
    ...(is_path ? { enrollments: [], certificates: [], exemptions: [], required: false } : {}),
  };
  return { ...explain(known, todayOf({ tenant: context.tenant, now })), paused, known_since: null };
}

async function explainPast(db: Db, context: Context, found: Found, then: Temporal.Instant): Promise<Explained> {
  const { in_scope, line } = await findLineThen(db, context.tenant.id, found.person_id, found.course_id, then.toString());
  return { ...explainThen(found.course_code, in_scope, line), paused: false, known_since: line?.changed_at ?? null };
}

/** Exactly one name for the person, and exactly one for the course. */
function refuseUnclear(query: Query): void {
  const items: ErrorItem[] = [];
  const oneOf = (first: "employee_no" | "course_code", second: "user_id" | "course_id") => {
    if (query[first] === undefined && query[second] === undefined)
      items.push({ parameter: first, code: "ONE_OF_REQUIRED", detail: `send ${first} or ${second}` });
    if (query[first] !== undefined && query[second] !== undefined)
      items.push({ parameter: second, code: "CONFLICTING_FIELDS", detail: `send ${first} or ${second}, not both` });
  };
  oneOf("employee_no", "user_id");
  oneOf("course_code", "course_id");
  if (items.length > 0) throw invalid(items);
}

function unknown(query: Query, pair: NamedPair) {
  const items: ErrorItem[] = [];
  if (pair.person_id === null) {
    const parameter = query.user_id === undefined ? "employee_no" : "user_id";
    items.push({ parameter, code: "UNKNOWN_PERSON", detail: "names no person of this organisation" });
  }
  if (pair.course_id === null) {
    const parameter = query.course_id === undefined ? "course_code" : "course_id";
    items.push({ parameter, code: "UNKNOWN_COURSE", detail: "names no course of this organisation" });
  }
  return invalid(items);
}
