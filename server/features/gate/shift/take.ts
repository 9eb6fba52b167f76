// The list that a guard downloads for an offline shift, and the decisions made with it (docs/decisions/0082).
import type { Static } from "typebox";
import { todayOf, type Context, type PanelCaller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { instantText } from "../../../platform/instants.ts";
import { caseNorm } from "../../../platform/text.ts";
import { record } from "../../audit/record.ts";
import { gateListTooLong } from "../errors.ts";
import { judgeGate } from "../judge.ts";
import {
  list_hours,
  list_people_max,
  type GateDecisionsRequest,
  type GateDecisionsTaken,
  type GateList,
  type GateListRequest,
} from "./schema.ts";
import { findNeeded, keepDecisions, listNumbered, listPart, type Listed } from "./sql.ts";

/** People of one statement. It takes some tens of milliseconds, and other requests run in between. */
const part_people = 250;

type List = Static<typeof GateList>;

/**
 * People in use, each with the answer and until when it holds, for one work and for entering at all. One audit entry records the
 * download.
 */
export async function takeList(pool: Pool, context: Context, wanted: Static<typeof GateListRequest>): Promise<List> {
  const { tenant } = context;
  const today = todayOf(context);
  const { course_code, department_id } = wanted;
  const needed = course_code === null ? [] : await findNeeded(pool, tenant.id, caseNorm(course_code));
  if (needed === null)
    throw invalid([{ pointer: "#/course_code", code: "UNKNOWN_COURSE", detail: "names no course of this organisation" }]);
  const ids = await withTenant(pool, tenant.id, (db) => listNumbered(db, tenant.id, department_id, list_people_max + 1));
  if (ids.length > list_people_max) throw gateListTooLong(`A list has at most ${list_people_max} people, and there are more.`);
  const people: List["people"] = [];
  for (let from = 0; from < ids.length; from += part_people) {
    const person_ids = ids.slice(from, from + part_people);
    const asked = { person_ids, course_ids: needed, today };
    const listed = await withTenant(pool, tenant.id, (db) => listPart(db, tenant.id, asked));
    people.push(...listed.map((one) => entryOf(one, course_code, today)));
  }
  await withTenant(pool, tenant.id, (db) =>
    record(db, context, {
      operation: "organisation.take_gate_list",
      target_type: "organisation",
      target_id: tenant.id,
      changes: { course_code, department_id, people: people.length },
    }),
  );
  const ends_at = instantText(context.now.add({ hours: list_hours }));
  return { as_of: instantText(context.now), ends_at, course_code, people };
}

function entryOf(one: Listed, course_code: string | null, today: string): List["people"][number] {
  const { user_id, number, full_name, courses, overdue, overdue_on } = one;
  const whole = judgeGate({ work: null, courses: [] }, one, today);
  const any_day = overdue_on === null ? null : Temporal.PlainDate.from(overdue_on).subtract({ days: 1 }).toString();
  const any = whole.allowed && !overdue && earlier(whole.holds_until, any_day);
  const answer = judgeGate({ work: { course_code: course_code ?? "", course_title: "" }, courses }, one, today);
  const work = course_code === null ? any : answer.allowed && answer.holds_until;
  return { user_id, number, name: full_name, any, work };
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Stores decisions that guards made offline, each once by its id. */
export async function takeDecisions(
  pool: Pool,
  caller: PanelCaller,
  { decisions }: Static<typeof GateDecisionsRequest>,
): Promise<Static<typeof GateDecisionsTaken>> {
  const { tenant, account, now } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    const recorded = await keepDecisions(db, tenant.id, decisions, { by: account.id, now: instantText(now) });
    return { recorded, known: decisions.length - recorded };
  });
}
