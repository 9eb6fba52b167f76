import { todayOf, type Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { newId } from "../../../platform/ids.ts";
import { instantText } from "../../../platform/instants.ts";
import { judge, keep, pairKey } from "../../compliance/flag/refresh.ts";
import type { Flag } from "../../compliance/flag/status.ts";
import type { Judged } from "../../compliance/sql.ts";
import { takeSeats } from "../../courses/seats-sql.ts";
import { emitAll, type NewEvent } from "../../events/emit.ts";
import type { EventUser } from "../../people/events.ts";
import { assignedEvent, updatedEvent } from "../events.ts";
import { catchUpPath } from "../lifecycle/complete.ts";
import { findEnrollmentWithin, insertEnrollments, insertEnrollmentsForRecords } from "../sql.ts";
import { insertOwnSources, insertSources, updateJoined, type Asked, type SourceRow } from "./assign-many-sql.ts";
import type { Created, Known, Plan } from "./plan-assignments.ts";
import type { PlannedSeat } from "./plan-seats.ts";

/** A plan with its seats, and the data from which it was made. */
export type PlanToWrite = { known: Known; plan: Plan; taken: readonly PlannedSeat[] };

/** Writes a plan: seats, enrollments, sources, flags and events, in one packet. `unkept`: see `assignMany`. */
export async function writePlan(
  db: Db,
  context: Context,
  planned: PlanToWrite,
  users: ReadonlyMap<string, EventUser>,
  batch_id: string | null,
  unkept?: Judged[],
): Promise<void> {
  const { id: tenant_id } = context.tenant;
  const rows = rowsOf(planned.plan);
  const insert = async () => {
    if (rows.length > 0) await insertEnrollments(db, tenant_id, rows);
  };
  await write(db, context, planned, users, batch_id, insert, unkept);
}

/** Writes a plan like `writePlan`, and returns the records of new enrollments by id, without items of paths. */
export async function writePlanForRecords(
  db: Db,
  context: Context,
  planned: PlanToWrite,
  users: ReadonlyMap<string, EventUser>,
  batch_id: string | null,
): Promise<Map<string, string>> {
  const { id: tenant_id } = context.tenant;
  const today = todayOf(context);
  const rows = rowsOf(planned.plan);
  const insert = (flags: Flags) => {
    const flag_of = Object.fromEntries(rows.map((row) => [row.id, flags.get(pairKey(row)) ?? null]));
    return insertEnrollmentsForRecords(db, tenant_id, rows, flag_of, today);
  };
  const records = new Map((await write(db, context, planned, users, batch_id, insert)).map(({ id, record }) => [id, record]));
  if (planned.plan.items_before.length === 0) return records;
  // If the person was enrolled in an item before, the path's status may have changed since its record was returned.
  for (const id of records.keys()) records.set(id, (await findEnrollmentWithin(db, tenant_id, id, today))!);
  return records;
}

/** Whether all statements of the plan, and the commit, can be sent together, because none depends on the result of another. */
export function isWrittenAtOnce({ known, plan }: PlanToWrite): boolean {
  const is_known = [...known.facts.values()].every(({ is_kept, is_told }) => !is_kept && !is_told);
  return is_known && plan.joined.size === 0 && plan.items_before.length === 0;
}

type Flags = ReadonlyMap<string, Flag | null>;

async function write<Inserted>(
  db: Db,
  context: Context,
  { known, plan, taken }: PlanToWrite,
  users: ReadonlyMap<string, EventUser>,
  batch_id: string | null,
  insert: (flags: Flags) => Promise<Inserted>,
  unkept?: Judged[],
): Promise<Inserted> {
  const { id: tenant_id } = context.tenant;
  const at = instantText(context.now);
  const { asked, sources } = sourcesOf(plan);
  const judged = [...known.facts].map(([key, facts]) => judge(context, facts, plan.drafts.get(key)));
  const flags = new Map(judged.map((one) => [pairKey(one), one.status?.status ?? null]));
  // A path that follows its items has its flags computed again, and needs the stored ones.
  const is_kept_here = unkept === undefined || plan.items_before.length > 0;
  const seats = taken.map((seat) => ({ ...seat, id: newId(), at }));
  const events = [...plan.created.values()].map((created) => eventOf(created, users, flags, batch_id));
  const [inserted, joined] = await Promise.all([
    insert(flags),
    plan.joined.size > 0 ? updateJoined(db, tenant_id, [...plan.joined.keys()]) : [],
    seats.length > 0 && takeSeats(db, tenant_id, seats),
    asked.length > 0 && insertOwnSources(db, tenant_id, at, asked),
    sources.length > 0 && insertSources(db, tenant_id, at, sources),
    is_kept_here ? keep(db, context, judged) : unkept.push(...judged),
    emitAll(db, context, events),
  ]);
  await emitAll(db, context, joinedEvents(plan, joined, users, batch_id));
  for (const { person_id, course_id } of plan.items_before) await catchUpPath(db, context, users.get(person_id)!, course_id);
  return inserted;
}

function rowsOf({ created }: Plan): Created["row"][] {
  return [...created.values()].map(({ row }) => row);
}

function eventOf(
  { row, course: { id, code, title }, by }: Created,
  users: ReadonlyMap<string, EventUser>,
  flags: Flags,
  batch_id: string | null,
): NewEvent {
  const { cycle_year, source, due_date, assigned_at } = row;
  return assignedEvent({
    user: users.get(row.person_id)!,
    course: { id, code, title },
    enrollment: {
      id: row.id,
      cycle_year,
      status: "assigned",
      source,
      due_date,
      assigned_at,
      started_at: null,
      completed_at: null,
    },
    by,
    flag: flags.get(pairKey(row)) ?? null,
    batch_id,
  });
}

/** Events of existing enrollments that have changed because a further assignment requires them. */
function joinedEvents(
  plan: Plan,
  joined: Awaited<ReturnType<typeof updateJoined>>,
  users: ReadonlyMap<string, EventUser>,
  batch_id: string | null,
): NewEvent[] {
  const by_id = new Map([...plan.joined].map(([{ id }, by]) => [id, by]));
  return joined
    .filter(({ changed_fields }) => changed_fields.length > 0)
    .map((row) => updatedEvent({ ...row, user: users.get(row.person_id)!, by: by_id.get(row.enrollment.id)!, batch_id }));
}

/** The sources to be stored. An enrollment that only has reasons which never lapse needs no row. */
function sourcesOf({ created, reasons }: Plan): { asked: Asked[]; sources: SourceRow[] } {
  const asked: Asked[] = [];
  const sources: SourceRow[] = [];
  for (const [enrollment_id, given] of reasons) {
    const by_own = given.some((list) => list.length === 0);
    const others = new Map(given.flat().map(({ source, ref_id }) => [`${source}/${ref_id}`, { enrollment_id, source, ref_id }]));
    if (!created.has(enrollment_id)) asked.push({ enrollment_id, by_own, by_others: others.size > 0 });
    else if (by_own && others.size > 0) sources.push({ enrollment_id, source: "own", ref_id: enrollment_id });
    sources.push(...others.values());
  }
  return { asked, sources };
}
