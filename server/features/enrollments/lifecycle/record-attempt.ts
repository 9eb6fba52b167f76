import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { record } from "../../audit/record.ts";
import type { AuditEntry } from "../../audit/schema.ts";
import { pairKey, refreshPairs } from "../../compliance/flag/refresh.ts";
import { emitAll, type NewEvent } from "../../events/emit.ts";
import { listEventUsers } from "../../people/lock-sql.ts";
import { concludeCompletions, followPaths, type Completion } from "./complete.ts";
import { failedEvent } from "../events.ts";
import { beginStep, eventPartsOf, instantOf, notOpen, refusePath, type Step } from "./lifecycle.ts";
import { insertAttempts, listLifecycles, updateOutcomes, type Happened, type Outcome } from "./lifecycle-sql.ts";
import { findEnrollmentWithin } from "../sql.ts";

/** The result of an attempt; `score` is a percentage, null if there is no score. */
export type AttemptResult = { passed: boolean; score: number | null };

/**
 * Records the result of an attempt at a course, within a larger operation; returns the enrollment's record. A passed attempt
 * completes the enrollment: certificate, older cycles and learning paths follow. A failed attempt counts, and the last allowed
 * one fails the enrollment. The first attempt starts the enrollment. `happened`: when the attempt was made if it is reported
 * later; by default now.
 */
export async function recordResult(
  db: Db,
  context: Context,
  id: string,
  { passed, score }: AttemptResult,
  happened: Happened = { began_at: null, at: instantOf(context) },
): Promise<string> {
  const { id: tenant_id } = context.tenant;
  const step = await beginStep(db, context, id);
  refusePath(step);
  const { row } = step;
  if (row.state !== "assigned" && row.state !== "in_progress") throw notOpen(step, "it takes no further attempt.");
  if (passed && score !== null && row.pass_score !== null && score < row.pass_score) {
    throw invalid([
      { pointer: "#/score", code: "OUT_OF_RANGE", detail: `must be at least ${row.pass_score} to pass the course` },
    ]);
  }

  const outcome: Outcome = { state: stateAfter(row, passed), score, ...happened };
  const [events] = await Promise.all([
    passed ? writePasses(db, context, [step], outcome, null) : writeFailure(db, context, step, outcome),
    record(db, context, entryOf(step, outcome)),
  ]);
  await emitAll(db, context, events);
  return (await findEnrollmentWithin(db, tenant_id, id, todayOf(context)))!;
}

/**
 * Records that people have passed one course with the same score at the same time, each in an enrollment that allows an attempt.
 * The larger operation has locked the people, has checked that they may pass, and writes one audit row for all of them.
 */
export async function recordPasses(
  db: Db,
  context: Context,
  enrollment_ids: readonly string[],
  { score, happened, order_id }: { score: number | null; happened: Happened; order_id: string },
): Promise<void> {
  const { id: tenant_id } = context.tenant;
  const rows = await listLifecycles(db, tenant_id, enrollment_ids);
  const people = await listEventUsers(
    db,
    tenant_id,
    rows.map(({ person_id }) => person_id),
  );
  const users = new Map(people.map((user) => [user.id, user]));
  const steps = rows.map((row) => ({ user: users.get(row.person_id)!, row }));
  await emitAll(db, context, await writePasses(db, context, steps, { state: "completed", score, ...happened }, order_id));
}

function stateAfter({ attempts_used, attempts_allowed }: Step["row"], passed: boolean): Outcome["state"] {
  if (passed) return "completed";
  return attempts_used + 1 >= attempts_allowed ? "failed" : "in_progress";
}

function entryOf({ row }: Step, { state, score }: Outcome): AuditEntry {
  return {
    operation: state === "completed" ? "enrollment.complete" : "enrollment.fail",
    target_type: "enrollment",
    target_id: row.id,
    changes: {
      status: [row.state, state],
      attempts_used: [row.attempts_used, row.attempts_used + 1],
      score: [null, score],
    },
  };
}

function afterwards({ row }: Step, { state, began_at, at }: Outcome): Step["row"] {
  const completed_at = state === "completed" ? at : null;
  const begun = began_at ?? at;
  const started_at = row.started_at !== null && row.started_at < begun ? row.started_at : begun;
  return { ...row, state, attempts_used: row.attempts_used + 1, started_at, completed_at };
}

/** Writes passed attempts at one course and their consequences, and recomputes the flags; returns the events. */
async function writePasses(
  db: Db,
  context: Context,
  steps: readonly Step[],
  outcome: Outcome,
  batch_id: string | null,
): Promise<NewEvent[]> {
  const [first] = steps;
  if (first === undefined) return [];
  await writeAttempts(db, context, steps, outcome);
  const completions = steps.map((step): Completion => {
    const row = afterwards(step, outcome);
    return { user: step.user, row, result: { score: outcome.score, attempt: row.attempts_used } };
  });
  const own = await concludeCompletions(db, context, completions, batch_id);
  const users = steps.map(({ user }) => user);
  const followed = await followPaths(db, context, users, first.row.course.id, { at: outcome.at, batch_id });
  const flags = await refreshPairs(db, context, [...own.pairs, ...followed.pairs]);
  return [...own.eventsOf(flags), ...followed.eventsOf(flags)];
}

/** Writes a failed attempt and its consequences, and recomputes the flags; returns the events. */
async function writeFailure(db: Db, context: Context, step: Step, outcome: Outcome): Promise<NewEvent[]> {
  await writeAttempts(db, context, [step], outcome);
  const { user } = step;
  const row = afterwards(step, outcome);
  const { course, pass_score } = row;
  const followed = await followPaths(db, context, [user], course.id, { at: outcome.at });
  const pair = { person_id: user.id, course_id: course.id };
  const flags = await refreshPairs(db, context, [pair, ...followed.pairs]);
  const { score, at, state } = outcome;
  const attempts_left = row.attempts_allowed - row.attempts_used;
  const attempt = {
    number: row.attempts_used,
    attempts_left,
    final: state === "failed",
    score,
    pass_score,
    finished_at: at,
  };
  const parts = { user, course, enrollment: eventPartsOf(row) };
  return [
    failedEvent({ ...parts, attempt, compliance_status: flags.get(pairKey(pair)) ?? null, batch_id: null }),
    ...followed.eventsOf(flags),
  ];
}

async function writeAttempts(db: Db, context: Context, steps: readonly Step[], outcome: Outcome): Promise<void> {
  const { id: tenant_id } = context.tenant;
  const { score, state, began_at, at } = outcome;
  const ids = steps.map(({ row }) => row.id);
  await Promise.all([
    insertAttempts(db, tenant_id, ids, { score, passed: state === "completed", began_at, at }),
    updateOutcomes(db, tenant_id, ids, outcome),
  ]);
}
