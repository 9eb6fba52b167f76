import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { record } from "../../audit/record.ts";
import type { AuditEntry } from "../../audit/schema.ts";
import { pairKey, refreshPairs } from "../../compliance/flag/refresh.ts";
import { emitAll, type NewEvent } from "../../events/emit.ts";
import { concludeCompletion, followPaths } from "./complete.ts";
import { failedEvent } from "../events.ts";
import { beginStep, eventPartsOf, instantOf, notOpen, refusePath, type Step } from "./lifecycle.ts";
import { insertAttempt, updateOutcome, type Happened, type Outcome } from "./lifecycle-sql.ts";
import { findEnrollmentWithin } from "../sql.ts";

/** How an attempt ended; `score` is a percentage, null where nothing is scored. */
export type AttemptResult = { passed: boolean; score: number | null };

/**
 * Records how an attempt at a course ended, within a larger operation; returns the enrollment's record. A passed one completes
 * the enrollment: certificate, older cycles and learning paths follow. A failed one counts, and the last one allowed fails it.
 * What was not started is started by its first attempt. `happened`: what is told later than it happened counts for its own day;
 * default: now. `order_id`: of an order about many people, which has one audit entry for all of them.
 */
export async function recordResult(
  db: Db,
  context: Context,
  id: string,
  { passed, score }: AttemptResult,
  happened: Happened = { began_at: null, at: instantOf(context) },
  order_id: string | null = null,
): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const before = await beginStep(db, context, id);
  refusePath(before);
  const { user, row } = before;
  if (row.state !== "assigned" && row.state !== "in_progress") throw notOpen(before, "it takes no further attempt.");
  if (passed && score !== null && row.pass_score !== null && score < row.pass_score) {
    throw invalid([
      { pointer: "#/score", code: "OUT_OF_RANGE", detail: `must be at least ${row.pass_score} to pass the course` },
    ]);
  }

  const number = row.attempts_used + 1;
  const state = passed ? "completed" : number >= row.attempts_allowed ? "failed" : "in_progress";
  const outcome: Outcome = { state, number, score, ...happened };
  const [events] = await Promise.all([
    write(db, context, { user, row: afterwards(before, outcome) }, outcome, order_id),
    order_id === null ? record(db, context, entryOf(before, outcome)) : null,
  ]);
  await emitAll(db, context, events);
  return (await findEnrollmentWithin(db, tenant_id, id, todayOf(context)))!;
}

function entryOf({ row }: Step, { state, number, score }: Outcome): AuditEntry {
  return {
    operation: state === "completed" ? "enrollment.complete" : "enrollment.fail",
    target_type: "enrollment",
    target_id: row.id,
    changes: { status: [row.state, state], attempts_used: [row.attempts_used, number], score: [null, score] },
  };
}

function afterwards({ row }: Step, { state, number, began_at, at }: Outcome): Step["row"] {
  const completed_at = state === "completed" ? at : null;
  const begun = began_at ?? at;
  const started_at = row.started_at !== null && row.started_at < begun ? row.started_at : begun;
  return { ...row, state, attempts_used: number, started_at, completed_at };
}

/** Writes the attempt and what follows from it, and refreshes the flags; returns what there is to tell. */
async function write(
  db: Db,
  context: Context,
  { user, row }: Step,
  outcome: Outcome,
  batch_id: string | null,
): Promise<NewEvent[]> {
  const { id: tenant_id } = context.tenant;
  const { state, number, score, began_at, at } = outcome;
  const { course, pass_score } = row;
  const passed = state === "completed";
  await Promise.all([
    insertAttempt(db, tenant_id, row.id, { number, score, passed, began_at, at }),
    updateOutcome(db, tenant_id, row.id, outcome),
  ]);
  const own = passed ? await concludeCompletion(db, context, user, row, { score, attempt: number }, batch_id) : null;
  const followed = await followPaths(db, context, user, course.id, { at, batch_id });
  const pair = { person_id: user.id, course_id: course.id };
  const flags = await refreshPairs(db, context, [pair, ...(own?.pairs ?? []), ...followed.pairs]);
  if (own) return [...own.tell(flags), ...followed.tell(flags)];
  const attempts_left = row.attempts_allowed - number;
  const attempt = { number, attempts_left, final: state === "failed", score, pass_score, finished_at: at };
  const parts = { user, course, enrollment: eventPartsOf(row) };
  return [
    failedEvent({ ...parts, attempt, compliance_status: flags.get(pairKey(pair)) ?? null, batch_id }),
    ...followed.tell(flags),
  ];
}
