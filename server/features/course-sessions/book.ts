// How places are taken and given back (docs/decisions/0071). Whatever changes who is booked in a session, or waits for it, holds the
// session's row first: so places are counted by one at a time, and never more are given than there are. Where somebody gives a place
// up, those who wait move up in the same transaction, in their order, and the mail that tells them is written with it: each once.
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

/** Whether somebody may still sign up or withdraw. */
export function isToCome({ cancelled_at, starts_at }: SessionRow, { now }: Pick<Context, "now">): boolean {
  return cancelled_at === null && Temporal.Instant.compare(Temporal.Instant.from(starts_at), now) > 0;
}

/** Signs a learner up for a session: booked where a place is free, else on the waiting list. Signing up again changes nothing. */
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

/** Gives a learner's place up, and moves up those who wait. Withdrawing again changes nothing. */
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

/** Gives free places of a session that is held and has not begun to those who wait, in their order, and tells them. */
export async function fill(db: Db, context: Context, mailing: Mailing, session: SessionRow): Promise<void> {
  if (!isToCome(session, context)) return;
  const { id: tenant_id } = context.tenant;
  const { booked, waiting } = await countBookings(db, tenant_id, session.id);
  const places = Math.min(session.capacity - booked, waiting);
  if (places <= 0) return;
  const moved = await updateMovedUp(db, tenant_id, { session_id: session.id, places, at: instantText(context.now) });
  await notifyMovedUp(db, context, mailing, session, moved);
}

/** Sessions of courses that are not one's own are as unknown. */
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
  // Who waits comes before who signs up now.
  if (booked < capacity && waiting === 0) return "booked";
  if (waiting < waiting_max) return "waiting";
  throw sessionFull(`All ${capacity} places are taken, and the waiting list is full.`);
}

/** Refuses to book a session whose places and waiting list are clearly full, without waiting for the lock of its row. */
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
