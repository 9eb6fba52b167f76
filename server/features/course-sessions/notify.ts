// Mails about sessions. They are written in the transaction of the change and sent at once, because tomorrow may be too late.
// There are at most as many as a session has people.
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { HeldSession } from "../mail/facts.ts";
import { writeMail, type Mailing } from "../mail/write-mail.ts";
import { listRecipients } from "./bookings-sql.ts";
import { findCourse, type SessionRow } from "./sql.ts";

/** Tells people who have moved up from the waiting list that they are booked. */
export async function notifyMovedUp(
  db: Db,
  context: Context,
  mailing: Mailing,
  session: SessionRow,
  people: readonly string[],
): Promise<void> {
  const facts = await heldOf(db, context, mailing, session);
  for (const to of await listRecipients(db, context.tenant.id, people))
    await writeMail(db, context, mailing, { kind: "course_session.moved_up", to, facts });
}

/** Tells people the new place and time of a session. `before`: the session before the change. */
export async function notifyChanged(
  db: Db,
  context: Context,
  mailing: Mailing,
  { session, before, people }: { session: SessionRow; before: SessionRow; people: readonly string[] },
): Promise<void> {
  const { location, starts_at, ends_at, time_zone } = before;
  const facts = { ...(await heldOf(db, context, mailing, session)), before: { location, starts_at, ends_at, time_zone } };
  for (const to of await listRecipients(db, context.tenant.id, people))
    await writeMail(db, context, mailing, { kind: "course_session.changed", to, facts });
}

/** Tells people that a session is cancelled, and why. */
export async function notifyCancelled(
  db: Db,
  context: Context,
  mailing: Mailing,
  session: SessionRow,
  people: readonly string[],
): Promise<void> {
  const facts = { ...(await heldOf(db, context, mailing, session)), reason: session.cancel_reason! };
  for (const to of await listRecipients(db, context.tenant.id, people))
    await writeMail(db, context, mailing, { kind: "course_session.cancelled", to, facts });
}

async function heldOf(db: Db, { tenant }: Context, { base_url }: Mailing, session: SessionRow): Promise<HeldSession> {
  const course = await findCourse(db, tenant.id, session.course_id);
  const { location, starts_at, ends_at, time_zone } = session;
  return { title: course!.title, location, starts_at, ends_at, time_zone, url: `${base_url}/panel/my-training` };
}
