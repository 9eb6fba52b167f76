// How places are taken and given back (docs/decisions/0071). Each change of a session's bookings or waiting list locks the
// session's row first. So only one transaction at a time counts places, and no session is overbooked. When a place becomes free,
// people on the waiting list move up in their order, in the same transaction, which also writes their mails: each person gets
// one.
import type { Context, PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { idOf, known } from "../../platform/http/known.ts";
import { instantText } from "../../platform/instants.ts";
import { record } from "../audit/record.ts";
import { noOpenEnrollment } from "../enrollments/attempts/errors.ts";
import { personNotActive } from "../enrollments/errors.ts";
import { lockPerson } from "../enrollments/sql.ts";
import type { Mailing } from "../mail/write-mail.ts";
import {
  countBookings,
  findBooking,
  findEnrollmentFor,
  findOwnSession,
  isBookedElsewhere,
  updateMovedUp,
  updateWithdrawn,
  upsertBooking,
  type OwnEnrollment,
} from "./bookings-sql.ts";
import { bookedElsewhere, noSuchSession, sessionClosed, sessionFull, trainerIsNoAttendee } from "./errors.ts";
import { findSession, lockSession, type SessionRow } from "./sql.ts";
import { notifyMovedUp } from "./notify.ts";

export type SessionOptions = Mailing & { pool: Pool };

/** Whether people may still sign up or withdraw. */
export function isToCome({ cancelled_at, starts_at }: SessionRow, { now }: Pick<Context, "now">): boolean {
  return cancelled_at === null && Temporal.Instant.compare(Temporal.Instant.from(starts_at), now) > 0;
}

/** Signs a learner up for a session: booked if a place is free, otherwise on the waiting list. Repeating this changes nothing. */
export async function book(pool: Pool, caller: PanelCaller, given_id: string): Promise<string> {
  const id = idOf(given_id, noSuchSession);
  const { tenant, account } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    const person = (await lockPerson(db, tenant.id, { user_id: account.id }))!;
    const enrollment = await findOwnEnrollment(db, caller, id);
    const session = known(await lockSession(db, tenant.id, id), noSuchSession);
    const present = await findBooking(db, tenant.id, id, account.id);
    if (present?.state !== "booked" && present?.state !== "waiting") {
      if (person.state !== "invited" && person.state !== "active")
        throw personNotActive(`The person's account is ${person.state}.`);
      await refuse(db, caller, session, enrollment);
      const state = await placeIn(db, tenant.id, session);
      const at = instantText(caller.now);
      await Promise.all([
        upsertBooking(db, tenant.id, {
          session_id: id,
          person_id: account.id,
          enrollment_id: enrollment.id,
          state,
          is_walk_in: false,
          at,
        }),
        noteChange(db, caller, "enrollment.book_session", enrollment.id, {
          course_session: id,
          booking: [present?.state ?? null, state],
        }),
      ]);
    }
    return findOwnSession(db, tenant.id, { person_id: account.id, session_id: id, now: instantText(caller.now) });
  });
}

/** Gives a learner's place back and moves up the waiting list. Repeating this changes nothing. */
export async function leave({ pool, ...mailing }: SessionOptions, caller: PanelCaller, given_id: string): Promise<string> {
  const id = idOf(given_id, noSuchSession);
  const { tenant, account } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    const enrollment = await findOwnEnrollment(db, caller, id);
    const session = known(await lockSession(db, tenant.id, id), noSuchSession);
    const present = await findBooking(db, tenant.id, id, account.id);
    if (present?.state === "booked" || present?.state === "waiting") {
      if (!isToCome(session, caller)) throw sessionClosed("The course session has begun, or was cancelled.");
      await updateWithdrawn(db, tenant.id, { session_id: id, person_id: account.id, at: instantText(caller.now) });
      await fill(db, caller, mailing, session);
      const change = { course_session: id, booking: [present.state, "withdrawn"] };
      await noteChange(db, caller, "enrollment.leave_session", enrollment.id, change);
    }
    return findOwnSession(db, tenant.id, { person_id: account.id, session_id: id, now: instantText(caller.now) });
  });
}

/** Gives free places of a session that has not begun to people on the waiting list, in their order, and notifies them. */
export async function fill(db: Db, context: Context, mailing: Mailing, session: SessionRow): Promise<void> {
  if (!isToCome(session, context)) return;
  const { id: tenant_id } = context.tenant;
  const { booked, waiting } = await countBookings(db, tenant_id, session.id);
  const places = Math.min(session.capacity - booked, waiting);
  if (places <= 0) return;
  const moved = await updateMovedUp(db, tenant_id, { session_id: session.id, places, at: instantText(context.now) });
  await notifyMovedUp(db, context, mailing, session, moved);
}

/** A session of a course that the caller does not have is answered like an unknown one. */
async function findOwnEnrollment(db: Db, { tenant, account }: PanelCaller, session_id: string): Promise<OwnEnrollment> {
  return known(await findEnrollmentFor(db, tenant.id, session_id, account.id), noSuchSession);
}

async function refuse(db: Db, caller: PanelCaller, session: SessionRow, enrollment: OwnEnrollment): Promise<void> {
  const { tenant, account } = caller;
  if (!isToCome(session, caller)) throw sessionClosed("The course session has begun, or was cancelled.");
  if (session.trainer_id === account.id) throw trainerIsNoAttendee("You hold this course session yourself.");
  if (enrollment.state !== "assigned" && enrollment.state !== "in_progress") {
    const members = { enrollment_id: enrollment.id, enrollment_status: enrollment.state };
    throw noOpenEnrollment(`Your enrollment in the course is ${enrollment.state}.`, { members });
  }
  const { course_id } = session;
  const other = { session_id: session.id, person_id: account.id, course_id, now: instantText(caller.now) };
  if (await isBookedElsewhere(db, tenant.id, other))
    throw bookedElsewhere("You are booked, or wait, in another session of the course.");
}

async function placeIn(db: Db, tenant_id: string, { id, capacity, waiting_max }: SessionRow): Promise<"booked" | "waiting"> {
  const { booked, waiting } = await countBookings(db, tenant_id, id);
  // People on the waiting list come before those who sign up now.
  if (booked < capacity && waiting === 0) return "booked";
  if (waiting < waiting_max) return "waiting";
  throw sessionFull(`All ${capacity} places are taken, and the waiting list is full.`);
}

/** Refuses, without waiting for the session's lock, to sign up when places and waiting list are clearly full. */
export async function refuseFull(pool: Pool, { tenant, account }: PanelCaller, given_id: string): Promise<void> {
  const id = idOf(given_id, noSuchSession);
  await withTenant(pool, tenant.id, async (db) => {
    const [session, counts, own] = await Promise.all([
      findSession(db, tenant.id, id),
      countBookings(db, tenant.id, id),
      findBooking(db, tenant.id, id, account.id),
    ]);
    if (session === undefined || own?.state === "booked" || own?.state === "waiting") return;
    await findEnrollmentFor(db, tenant.id, id, account.id).then((found) => known(found, noSuchSession));
    if (counts.booked >= session.capacity && counts.waiting >= session.waiting_max)
      throw sessionFull(`All ${session.capacity} places are taken, and the waiting list is full.`);
  });
}

function noteChange(
  db: Db,
  context: Context,
  operation: "enrollment.book_session" | "enrollment.leave_session",
  enrollment_id: string,
  changes: Record<string, unknown>,
): Promise<void> {
  return record(db, context, { operation, target_type: "enrollment", target_id: enrollment_id, changes });
}
