// Mails about sessions are written with the change that they tell of, and leave at once: tomorrow may be too late. As many as a session has
// people at most.
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { HeldSession } from "../mail/facts.ts";
import { writeMail, type Mailing } from "../mail/write-mail.ts";
import { listRecipients } from "./bookings-sql.ts";
import { findCourse, type SessionRow } from "./sql.ts";

/** Tells those who have moved up from the waiting list that they are booked. */
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

/** Tells people where and when a session is held now. `before`: as they knew it. */
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

/** Tells people that a session is not held, and why. */
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
