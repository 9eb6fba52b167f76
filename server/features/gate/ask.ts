import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { invalid, type ErrorItem } from "../../platform/http/problem.ts";
import { judgeGate, type Answer } from "./judge.ts";
import { findGate, type GateNames } from "./sql.ts";

/** Answers whether a person may do a work here today. */
export async function askGate(pool: Pool, context: Context, names: GateNames): Promise<Answer> {
  refuseUnclear(names);
  const row = await findGate(pool, context.tenant.id, names);
  const items: ErrorItem[] = [];
  if (row.person === null) {
    const parameter = names.user_id === undefined ? "employee_no" : "user_id";
    items.push({ parameter, code: "UNKNOWN_PERSON", detail: "names no person of this organisation" });
  }
  if (row.work === null && names.course_code !== undefined) {
    items.push({ parameter: "course_code", code: "UNKNOWN_COURSE", detail: "names no course of this organisation" });
  }
  if (row.person === null || items.length > 0) throw invalid(items);
  return judgeGate(row, row.person, todayOf(context));
}

function refuseUnclear({ employee_no, user_id }: GateNames): void {
  if (employee_no === undefined && user_id === undefined)
    throw invalid([{ parameter: "employee_no", code: "ONE_OF_REQUIRED", detail: "send employee_no or user_id" }]);
  if (employee_no !== undefined && user_id !== undefined)
    throw invalid([{ parameter: "user_id", code: "CONFLICTING_FIELDS", detail: "send employee_no or user_id, not both" }]);
}
