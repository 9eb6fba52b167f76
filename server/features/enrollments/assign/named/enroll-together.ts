// Requests of one client that wait at the same moment share a transaction (shared/together.ts), as a batch does
// (docs/decisions/0046). They share statements, round trips, locks and the commit; each is still decided and answered as if it
// had come alone, in their order. A person whom another transaction has locked is left out, and every other lock is waited for
// only briefly. A request that would have to wait gets a transaction of its own.
import type { Context } from "../../../../platform/context.ts";
import { limitHere } from "../../../../platform/db/limit/limit.ts";
import { withTenantOnce } from "../../../../platform/db/once.ts";
import type { Pool } from "../../../../platform/db/pool.ts";
import { boundLockWaits, inSharedTransactions, type Outcome } from "../../../../platform/db/shared/together.ts";
import { withTenant, type Db } from "../../../../platform/db/transaction.ts";
import { Problem } from "../../../../platform/http/problem.ts";
import { newId } from "../../../../platform/ids.ts";
import { insertAudits } from "../../../audit/batch-sql.ts";
import { noteAssigned } from "../../../compliance/flag/statistics-sql.ts";
import { findAssignments } from "./assign.ts";
import type { NamedAssignment } from "../assignment.ts";
import { entriesOf, planRows, type FoundRow } from "./plan-rows.ts";
import { unknownReferences } from "./refuse-assignment.ts";
import { isWrittenAtOnce, writePlanForRecords } from "../write-plan.ts";

/** A request's assignment. */
export type Asked = { caller: Context; input: NamedAssignment };

/** The id of the new enrollment, and its record as JSON text. */
export type Enrolled = { id: string; enrollment: string };

/** How long a shared transaction waits for a lock. */
const lock_timeout_ms = 50;

/** Makes the assignment of a request, together with those of requests at the same moment. */
export function enrollTogether(pool: Pool, asked: Asked): Promise<Enrolled> {
  const { tenant, actor, once } = asked.caller;
  // A request with an Idempotency-Key stores its answer in its own transaction, and an administrator of some departments acts as
  // another database role; so these get a transaction of their own.
  if (once !== undefined || limitHere() !== undefined) return enrollAlone(pool, asked);
  return enrollShared(pool, `${tenant.id}/${actor.type}/${actor.id}`, asked);
}

const enrollShared = inSharedTransactions<Asked, Enrolled>({
  together_max: 32,
  is_patient: false,
  carryOut: enrollAlone,
  carryOutAll: async (pool, some) => {
    const outcomes = await withTenant(pool, some[0]!.caller.tenant.id, (db) => enrollIn(db, some, true), "few_rows");
    noteAssigned(pool, some.length);
    return outcomes;
  },
});

async function enrollAlone(pool: Pool, asked: Asked): Promise<Enrolled> {
  const { caller } = asked;
  const work = async (db: Db) => {
    const [outcome] = await enrollIn(db, [asked], false);
    if (outcome instanceof Problem) throw outcome;
    return outcome as Enrolled;
  };
  const enrolled = await withTenantOnce(pool, caller, work, "few_rows");
  noteAssigned(pool, 1);
  return enrolled;
}

/**
 * Decides one enrollment after the other and writes all at once. `together`: without waiting for people whom other transactions
 * have locked.
 */
async function enrollIn(db: Db, asked: readonly Asked[], together: boolean): Promise<Outcome<Enrolled>[]> {
  const context = asked.map(({ caller }) => caller).reduce(laterOf);
  if (together) boundLockWaits(db, lock_timeout_ms);
  const inputs = asked.map(({ input }) => input);
  const { named, ...known } = await findAssignments(db, context, inputs, together);
  const rows: (FoundRow & { place: number })[] = [];
  const outcomes = named.map(({ person, course }, place): Outcome<Enrolled> => {
    const input = inputs[place]!;
    if (!person || !course) return together ? null : unknownReferences(input, { person, course });
    rows.push({ input, person, course, place });
    return null;
  });
  if (rows.length === 0) return outcomes;
  const { planned, users, outcomes: decided } = await planRows(db, context, rows, known);
  const request_ids = new Map<string, string | null>();
  for (const [index, outcome] of decided.entries()) {
    const { place } = rows[index]!;
    if (typeof outcome === "string") request_ids.set(outcome, asked[place]!.caller.request_id);
    else outcomes[place] = outcome;
  }
  if (request_ids.size === 0) return outcomes;
  const entries = entriesOf(planned.plan, rows).map((entry) => {
    return { ...entry, id: newId(), request_id: request_ids.get(entry.target_id!)! };
  });
  const written = Promise.all([writePlanForRecords(db, context, planned, users, null), insertAudits(db, context, null, entries)]);
  if (isWrittenAtOnce(planned)) db.commit();
  const [records] = await written;
  for (const [index, outcome] of decided.entries())
    if (typeof outcome === "string") outcomes[rows[index]!.place] = { id: outcome, enrollment: records.get(outcome)! };
  return outcomes;
}

function laterOf(one: Context, other: Context): Context {
  return Temporal.Instant.compare(one.now, other.now) < 0 ? other : one;
}
