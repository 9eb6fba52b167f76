import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { instantText } from "../../../platform/instants.ts";
import { refreshPairs } from "../../compliance/flag/refresh.ts";
import { updateEnded } from "../../compliance/flag/exempt-sql.ts";
import { releaseSeats } from "../../courses/seats-sql.ts";
import { cancelWithItems, endPathReasons } from "../../enrollments/lifecycle/change-sql.ts";
import { cancelledEvent } from "../../enrollments/events.ts";
import { emitAll } from "../../events/emit.ts";
import { takeFromGroup } from "../../groups/leave.ts";
import { isManual } from "../../groups/move-members.ts";
import { lockGroup } from "../../groups/sql.ts";
import { lockEventUsers, lockUsersById } from "../../people/lock-sql.ts";
import type { Operation, undoable_kinds } from "../sql.ts";
import { moveDueDates } from "./extend.ts";
import { listStillDue, listUndoable, listUnstarted, type Undoable } from "./sql.ts";
import type { Done } from "./work.ts";

/** Undoes a part. Returns the people for whom it was possible. */
type Undo = (db: Db, context: Context, undone: Undone, people: readonly Undoable[]) => Promise<ReadonlySet<string>>;
type Undone = { batch_id: string; of: Operation };

/** How each kind is undone; what has changed since stays as it is. */
const undoing: Readonly<Record<(typeof undoable_kinds)[number], Undo>> = {
  assign: cancelAssigned,
  extend: moveBack,
  exempt: endExemptions,
  join: takeOut,
};

/** Undoes an order for some people. The caller's transaction has locked both orders. */
export async function undo(db: Db, context: Context, undone: Undone, person_ids: readonly string[]): Promise<Map<string, Done>> {
  const { id: tenant_id } = context.tenant;
  await lockEventUsers(db, tenant_id, person_ids);
  const people = await listUndoable(db, tenant_id, undone.of.id, person_ids);
  const done = await undoing[undone.of.kind as keyof typeof undoing](db, context, undone, people);
  return new Map(
    people.map(({ person_id }) => [person_id, { outcome: done.has(person_id) ? ("done" as const) : ("changed_since" as const) }]),
  );
}

async function cancelAssigned(db: Db, context: Context, { batch_id, of }: Undone, people: readonly Undoable[]) {
  const { id: tenant_id } = context.tenant;
  const at = instantText(context.now);
  const enrollments = await listUnstarted(db, tenant_id, of.course_id!, people);
  const cancelled = [];
  for (const { id } of enrollments) {
    cancelled.push(...(await cancelWithItems(db, tenant_id, id, at, "admin")));
    await endPathReasons(db, tenant_id, id, at);
  }
  const done = new Set(enrollments.map(({ person_id }) => person_id));
  const users = await lockUsersById(db, tenant_id, [...done]);
  await releaseSeats(db, tenant_id, [...done], at, false);
  await refreshPairs(
    db,
    context,
    cancelled.map(({ person_id, course }) => ({ person_id, course_id: course.id })),
  );
  await emitAll(
    db,
    context,
    cancelled.map((row) =>
      cancelledEvent({ ...row, user: users.get(row.person_id)!, at, reason: "admin", by: context.actor, batch_id }),
    ),
  );
  return done;
}

/**
 * `items`: items of the path that were moved with it. Orders of earlier versions have no list; then all items with the path's due
 * date move.
 */
type Moved = { id: string; due_date: string; items?: string[] };

async function moveBack(db: Db, context: Context, { batch_id, of }: Undone, people: readonly Undoable[]) {
  const moved = people.flatMap(({ person_id, was }) =>
    (was["enrollments"] as Moved[]).flatMap(({ id, due_date, items }) =>
      [id, ...(items ?? [])].map((one) => ({ id: one, person_id, to: due_date, is_named: items !== undefined })),
    ),
  );
  const due_date = of.asked.due_date!;
  const ids = moved.map(({ id }) => id);
  const still = new Set(await listStillDue(db, context.tenant.id, ids, due_date));
  const back = moved.filter(({ id }) => still.has(id)).map((one) => ({ ...one, due_date }));
  const [named, others] = [back.filter(({ is_named }) => is_named), back.filter(({ is_named }) => !is_named)];
  await moveDueDates(db, context, named, batch_id, false);
  await moveDueDates(db, context, others, batch_id);
  return new Set(back.map(({ person_id }) => person_id));
}

async function endExemptions(db: Db, context: Context, { of }: Undone, people: readonly Undoable[]) {
  const at = instantText(context.now);
  const done = new Set<string>();
  for (const { person_id, was } of people)
    if (await updateEnded(db, context.tenant.id, was["exemption_id"] as string, at)) done.add(person_id);
  await refreshPairs(
    db,
    context,
    [...done].map((person_id) => ({ person_id, course_id: of.asked.course_id! })),
  );
  return done;
}

async function takeOut(db: Db, context: Context, { batch_id, of }: Undone, people: readonly Undoable[]) {
  const group = await lockGroup(db, context.tenant.id, of.asked.group_id!);
  if (!isManual(group)) return new Set<string>();
  const person_ids = people.map(({ person_id }) => person_id);
  return new Set(await takeFromGroup(db, context, group, person_ids, batch_id));
}
