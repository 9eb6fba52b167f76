import { createHash } from "node:crypto";
import type { Static } from "typebox";
import type { Context } from "../../../platform/context.ts";
import { parseInstant } from "../../../platform/http/cursor.ts";
import { timestamp_text } from "../../../platform/http/schema.ts";
import { invalid, type ErrorItem } from "../../../platform/http/problem.ts";
import { instantText } from "../../../platform/instants.ts";
import type { CourseRef } from "../../courses/sql.ts";
import { faultsOfNames } from "../assign/named/read-assignment.ts";
import type { Happened } from "../lifecycle/lifecycle-sql.ts";
import type { PersonRef } from "../sql.ts";
import { clock_ahead_max_ms, type AttemptCreate } from "./schema.ts";

export type AttemptBody = Static<typeof AttemptCreate>;

/** A reported attempt with the names that its sender uses. */
export type Report = {
  external_id: string;
  /** SHA-256 of `external_id`; only this is stored. */
  external_id_hash: Buffer;
  person: PersonRef;
  course: CourseRef;
  /** Null: the cycle of the oldest open enrollment. */
  cycle_year: number | null;
  passed: boolean;
  score: number | null;
  happened: Happened;
  /** When the attempt began and ended, as the request says, so that a repeated report compares equal. */
  said: { began: string | null; ended: string };
};

/** Converts a body to a report. It must have one name for the person and one for the course, and possible times. */
export function readReport(caller: Context, body: AttemptBody): Report {
  const items = [...faultsOfNames(body), ...faultsOfTimes(caller, body)];
  if (items.length > 0) throw invalid(items);
  const ended = Temporal.Instant.from(body.completed_at);
  const began = body.started_at === undefined ? null : Temporal.Instant.from(body.started_at);
  const at = earlier(ended, caller.now);
  return {
    external_id: body.external_id,
    external_id_hash: createHash("sha256").update(body.external_id).digest(),
    person: body.user_id === undefined ? { employee_no: body.employee_no! } : { user_id: body.user_id },
    course: body.course_id === undefined ? { course_code: body.course_code! } : { course_id: body.course_id },
    cycle_year: body.cycle_year ?? null,
    passed: body.result === "passed",
    score: body.score ?? null,
    happened: { began_at: began && instantText(earlier(began, at)), at: instantText(at) },
    said: { began: began && instantText(began), ended: instantText(ended) },
  };
}

/** Faults of the times of a body that is valid by its schema. */
export function faultsOfTimes({ now }: Pick<Context, "now">, { started_at, completed_at }: Partial<AttemptBody>): ErrorItem[] {
  if (completed_at === undefined) return [];
  const items: ErrorItem[] = [];
  for (const [name, text] of Object.entries({ started_at, completed_at })) {
    if (text === undefined || parseInstant(text) !== null) continue;
    items.push({ pointer: `#/${name}`, code: "INVALID_FORMAT", detail: `must be a ${timestamp_text}` });
  }
  if (items.length > 0) return items;
  const ended = Temporal.Instant.from(completed_at);
  if (ended.epochMilliseconds > now.epochMilliseconds + clock_ahead_max_ms) {
    items.push({ pointer: "#/completed_at", code: "OUT_OF_RANGE", detail: "must not be in the future" });
  }
  if (started_at !== undefined && Temporal.Instant.compare(Temporal.Instant.from(started_at), ended) > 0) {
    items.push({ pointer: "#/started_at", code: "OUT_OF_RANGE", detail: "must not be after completed_at" });
  }
  return items;
}

/** A hash that is equal for equal reports, however they name the person and the course. */
export function hashOf({ cycle_year, passed, score, said }: Report, person_id: string, course_id: string): Buffer {
  const parts = [person_id, course_id, cycle_year, passed, score, said.began, said.ended];
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}

function earlier(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) <= 0 ? one : other;
}
