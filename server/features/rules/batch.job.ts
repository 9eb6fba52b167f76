// Evaluates all people in the background after a rule or group has changed. Each transaction evaluates at most a thousand people,
// in ascending order of their ids. A job works for some seconds; its last transaction then sends the job that continues. So a
// process that ends, or an organisation that takes long, loses no finished work. A part that is repeated after a crash changes
// nothing the second time.
import type { Actor } from "../../platform/context.ts";
import { asFailure, isRetryable, Unavailable } from "../../platform/db/failures.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { waitForWriters } from "../../platform/db/writers.ts";
import { inParts, type PartsOptions } from "../../platform/jobs/in-parts.ts";
import { send } from "../../platform/jobs/queue.ts";
import { Stopping, work, type Job } from "../../platform/jobs/run.ts";
import { record } from "../audit/record.ts";
import { failBatch, lockBatch, updateBatch, type BatchFailure } from "./batches-sql.ts";
import { evaluated_max, evaluatePeople, type Evaluation } from "./evaluate.ts";
import { rules_queue, type Batch } from "./queue-batch.ts";
import { analyzeCompliance } from "../compliance/flag/statistics-sql.ts";
import { listPeopleAfter } from "./sql.ts";

const actor: Actor = { type: "system", id: null, name: "rules" };

/**
 * Each statement of a part looks its rows up by keys, so one plan serves all parts. Without this setting the server would plan
 * the statements that join many tables anew for each part; that took a fifth of a part's time.
 */
export const part_is = "few_rows";

export function ruleJobs(pool: Pool): Job[] {
  return [
    work(rules_queue, async (batch, signal) => {
      try {
        await evaluateEverybody(pool, batch, signal);
      } catch (error) {
        if (!(signal.reason instanceof Stopping)) await noteFailure(pool, batch, signal.aborted ? "too_long" : failureOf(error));
        throw error;
      }
    }),
  ];
}

/** Shows administrators that a try has failed. An error in here is ignored: the first failure is already known. */
async function noteFailure(pool: Pool, { tenant_id, batch_id }: Batch, failure: BatchFailure): Promise<void> {
  try {
    await withTenant(pool, tenant_id, async (db) => {
      const context = await contextWithin(db, tenant_id, actor);
      if (context) await failBatch(db, tenant_id, { id: batch_id, failure, at: context.now.toString() });
    });
  } catch {
    // The database does not answer. The batch counts as stalled until a try succeeds.
  }
}

function failureOf(error: unknown): BatchFailure {
  return asFailure(error) instanceof Unavailable || isRetryable(error) ? "database" : "other";
}

/** Continues an evaluation of all people until it is done, or until the time is up and another job continues. */
export async function evaluateEverybody(
  pool: Pool,
  batch: Batch,
  signal: AbortSignal,
  options?: Partial<PartsOptions>,
): Promise<void> {
  // A transaction that is creating a person now may have read the rules before their change, and its person is invisible here
  // until it commits.
  if (batch.after === null) await waitForWriters(pool, batch.tenant_id, signal);
  const doPart = async (part: Batch, timeIsUp: () => boolean, people_max: number) => {
    const next = await evaluatePart(pool, part, timeIsUp, people_max);
    // A first evaluation fills small tables, and plans made for small tables are slow on large ones. The statistics are refreshed
    // whenever the number of evaluated people has doubled.
    if (next !== null && hasDoubled(part.people, next.people)) await analyzeCompliance(pool);
    return next;
  };
  await inParts(pool, batch, signal, doPart, { units_max: evaluated_max, ...options });
}

/** Whether the number of people has passed a thousand, two thousand, four thousand and so on. */
function hasDoubled(before: number, after: number): boolean {
  return after >= evaluated_max && Math.floor(Math.log2(after / evaluated_max)) > Math.floor(Math.log2(before / evaluated_max));
}

/** Evaluates the next people. Returns null when no person is left or another job continues. */
async function evaluatePart(pool: Pool, batch: Batch, timeIsUp: () => boolean, people_max: number): Promise<Batch | null> {
  const { tenant_id, batch_id, after } = batch;
  return withTenant(
    pool,
    tenant_id,
    async (db) => {
      const context = await contextWithin(db, tenant_id, actor);
      if (context === undefined) return null;
      // Two tries may run at once: a first one that is out of time and still at its last part, or a worker that is lost without a
      // report.
      const [standing, people] = await Promise.all([
        lockBatch(db, tenant_id, batch_id),
        listPeopleAfter(db, tenant_id, after, people_max),
      ]);
      if (standing?.is_finished) return null;
      const person_ids = people.map(({ id }) => id);
      const evaluation = await evaluatePeople(db, context, person_ids, { batch_id });
      const next = {
        ...batch,
        after: person_ids.at(-1) ?? after,
        people: batch.people + people.length,
        // A repeated job does not know what its first try has done, so the numbers stored with the batch are the base.
        done: sum(standing?.done ?? batch.done, evaluation),
      };
      const goes_on = people.length === people_max;
      const finished_at = goes_on ? null : context.now.toString();
      await updateBatch(db, tenant_id, { id: batch_id, people: next.people, done: next.done, finished_at });
      if (goes_on) {
        if (!timeIsUp()) return next;
        await send(db, rules_queue, next);
        return null;
      }
      if (Object.values(next.done).some((count) => count > 0)) {
        const changes = Object.fromEntries(
          Object.entries({ people: next.people, ...next.done }).map(([name, n]) => [name, [null, n]]),
        );
        const target = { target_type: "organisation", target_id: tenant_id } as const;
        await record(db, context, { operation: "rules.evaluate", ...target, changes, batch_id });
      }
      return null;
    },
    part_is,
  );
}

function sum(one: Evaluation, other: Evaluation): Evaluation {
  const names = Object.keys(one) as (keyof Evaluation)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Evaluation;
}
