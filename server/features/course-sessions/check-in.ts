// Attendees check in themselves (docs/decisions/0082): on their own phone with the code of the room, or with their number at a
// kiosk.
import type { PanelCaller } from "../../platform/context.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { idOf } from "../../platform/http/known.ts";
import { instantText } from "../../platform/instants.ts";
import { tidy } from "../../platform/text.ts";
import { lockPerson, type PersonRow } from "../enrollments/sql.ts";
import { findAttendee, findWords } from "./attendance-sql.ts";
import { noteOnly, refuseNotOpen, refuseOthers, refuseOwn } from "./attendance.ts";
import type { SessionOptions } from "./book.ts";
import { checkInCode, readCheckInCode, replacedAt } from "./check-in-code.ts";
import { checkInOutdated, noSuchSession, notBooked } from "./errors.ts";
import { findSession, lockSession, type SessionRow } from "./sql.ts";

export type CheckedIn = { status: "present" | "already"; full_name: string; course_title: string; location: string };

/** The address that the room shows now, for the session's trainer and for administrators. */
export async function showCode(
  { pool, keyring, base_url }: SessionOptions,
  caller: PanelCaller,
  given_id: string,
): Promise<{ url: string; replaced_at: string }> {
  const id = idOf(given_id, noSuchSession);
  const { tenant, now } = caller;
  const session = await withTenant(pool, tenant.id, async (db) => refuseOthers(caller, await findSession(db, tenant.id, id)));
  refuseNotOpen(caller, session);
  const url = `${base_url}/panel/check-in?code=${checkInCode(keyring, tenant.id, id, now)}`;
  return { url, replaced_at: instantText(replacedAt(now)) };
}

/** Checks in the learner who sends the code. */
export function checkInMyself({ pool, keyring }: SessionOptions, caller: PanelCaller, code: string): Promise<CheckedIn> {
  const { tenant, account, now } = caller;
  const id = readCheckInCode(keyring, tenant.id, code, now);
  if (id === null) throw checkInOutdated("The code is outdated or is none of this organisation.");
  return withTenant(pool, tenant.id, async (db) => {
    const person = await lockPerson(db, tenant.id, { user_id: account.id });
    const session = await lockSession(db, tenant.id, id);
    if (!session) throw noSuchSession();
    refuseNotOpen(caller, session);
    return present(db, caller, session, person);
  });
}

/** Checks in the person whose number is typed at a kiosk, which the session's trainer has set up. */
export function checkInByNumber(
  { pool }: SessionOptions,
  caller: PanelCaller,
  given_id: string,
  employee_no: string,
): Promise<CheckedIn> {
  const id = idOf(given_id, noSuchSession);
  const { tenant } = caller;
  return withTenant(pool, tenant.id, async (db) => {
    refuseOthers(caller, await findSession(db, tenant.id, id));
    const person = await lockPerson(db, tenant.id, { employee_no: tidy(employee_no) });
    const session = refuseOthers(caller, await lockSession(db, tenant.id, id));
    refuseNotOpen(caller, session);
    if (person) refuseOwn(caller, session, person);
    return present(db, caller, session, person);
  });
}

/** An unknown number and a person without a booking get the same answer, so that a kiosk tells strangers nothing about people. */
async function present(db: Db, caller: PanelCaller, session: SessionRow, person: PersonRow | undefined): Promise<CheckedIn> {
  const { id: tenant_id } = caller.tenant;
  const attendee = person && (await findAttendee(db, tenant_id, session.id, person.id));
  if (!person || attendee?.state !== "booked") throw notBooked("Nobody is booked in this session under that name.");
  const is_known = attendee.attended === true;
  if (!is_known) await noteOnly(db, caller, session, { person, attendee, attended: true });
  const words = await findWords(db, tenant_id, { person_id: person.id, course_id: session.course_id });
  return { status: is_known ? "already" : "present", ...words, location: session.location };
}
