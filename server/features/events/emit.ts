import { newId } from "../../platform/ids.ts";
import type { Context } from "../../platform/context.ts";
import type { Statement } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import {
  insertEvents,
  person_members,
  type EventRow,
  type EventScope,
  type EventsOfPeople,
  type PersonMember,
} from "./emit-sql.ts";
import { wakeWorkers, wakeWorkersOf } from "../../platform/jobs/wake.ts";
import { instantText } from "../../platform/instants.ts";

export const event_types = [
  "course.completed",
  "course.failed",
  "compliance.certified",
  "compliance.expired",
  "compliance.status_changed",
  "enrollment.assigned",
  "enrollment.updated",
  "enrollment.cancelled",
  "group.member_joined",
  "group.member_left",
  "user.created",
  "user.updated",
  "user.deactivated",
  "user.reactivated",
  "user.anonymized",
  "ping",
] as const;
export type EventType = (typeof event_types)[number];

/**
 * An event to emit; `data` is its body without the envelope. `former_department_id`: the department that the person in `data`
 * leaves by this change. Subscriptions that filter by it get the event, too.
 */
export type NewEvent = { type: EventType; data: Record<string, unknown>; former_department_id?: string | null };

/**
 * Writes events in their order, with their deliveries, in the transaction of the changes that they report: all are committed or
 * none. The stored bytes are those that each delivery signs and sends.
 */
export async function emitAll(db: Db, context: Context, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const created_at = createdAt(context);
  const rows = events.map((event) => rowOf(context, newId(), event, created_at));
  if ((await insertEvents(db, context.tenant.id, rows)) > 0) wakeWorkers(db);
}

/**
 * Writes the events of several operations that share a transaction, without waiting for the result: the commit waits for it, and
 * fails if it fails.
 */
export function emitEach(
  db: Db,
  tenant_id: string,
  operations: readonly { context: Context; events: readonly NewEvent[] }[],
): void {
  const rows = operations.flatMap(({ context, events }) => events.map((event) => eventRow(context, newId(), event)));
  if (rows.length === 0) return;
  const inserting = insertEvents(db, tenant_id, rows);
  inserting.catch(() => undefined);
  db.afterCommit((pool) => void inserting.then((deliveries) => deliveries > 0 && wakeWorkersOf(pool)));
}

/**
 * One event for each of at most `people_max` people. `tell` returns the event of one person; the other events differ only in the
 * members of `user`.
 */
export function eventsOfPeople(
  context: Context,
  people_max: number,
  tell: (user: Record<PersonMember, string>) => NewEvent,
): EventsOfPeople {
  const created_at = createdAt(context);
  const mark = newId();
  const marked = Object.fromEntries(person_members.map((name) => [name, `${mark} ${name}`])) as Record<PersonMember, string>;
  const { type, body } = rowOf(context, `${mark} event`, tell(marked), created_at);
  // `split` puts the captured names at odd positions.
  const pattern = body
    .split(new RegExp(`"${mark} (\\w+)"`))
    .map((each, place) => (place % 2 === 0 ? each : { of: each as PersonMember | "event" }));
  return { ids: Array.from({ length: people_max }, () => newId()), type, body: pattern, created_at };
}

/** Runs a statement of `insertionOfEventsOfPeople`, and notifies the workers if it has made deliveries. */
export async function emitWithin<Answer>(db: Db, statement: Statement): Promise<Answer> {
  const row = await db.row<Answer & { deliveries: number }>(statement);
  if (row!.deliveries > 0) wakeWorkers(db);
  return row!;
}

/** An event as it is stored: its data in the envelope. */
export function eventRow(context: Context, id: string, event: NewEvent): EventRow {
  return rowOf(context, id, event, createdAt(context));
}

function rowOf({ tenant }: Context, id: string, event: NewEvent, created_at: string): EventRow {
  const { type, data } = event;
  return {
    id,
    type,
    body: JSON.stringify({ id, type, created_at, tenant_code: tenant.code, data }),
    created_at,
    ...scopeOf(event),
  };
}

/** Read from the body, so that no caller can forget it. */
function scopeOf({ data, former_department_id = null }: NewEvent): EventScope {
  const { user, course } = data as { user?: { department_id?: string | null }; course?: { id?: string } };
  return { department_id: user?.department_id ?? null, former_department_id, course_id: course?.id ?? null };
}

function createdAt({ now }: Context): string {
  return instantText(now);
}
