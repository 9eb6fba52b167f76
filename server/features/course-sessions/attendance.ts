// Turns attendance into results (docs/decisions/0071).
//
// Each person of a list has a transaction of its own, as in a batch of attempts: no person delays another one, and a list that
// breaks off can be sent again. Each transaction locks the person's row, then the session's, and then reads what was recorded
// before. So each result counts once, also when two lists arrive at the same time.
import type { Static } from "typebox";
import type { PanelCaller } from "../../platform/context.ts";
import { unavailable } from "../../platform/db/failures.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { idOf, known } from "../../platform/http/known.ts";
import { invalid, notFound, Problem, problemOfPart } from "../../platform/http/problem.ts";
import { instantText } from "../../platform/instants.ts";
import { tidy } from "../../platform/text.ts";
import { record } from "../audit/record.ts";
import { chooseEnrollment } from "../enrollments/attempts/choose-enrollment.ts";
import { personNotActive } from "../enrollments/errors.ts";
import type { Happened } from "../enrollments/lifecycle/lifecycle-sql.ts";
import { recordResult } from "../enrollments/lifecycle/record-attempt.ts";
import { lockPerson, type PersonRow } from "../enrollments/sql.ts";
import { findAttendee, findList, updateAttended, updateResult, type AttendeeRow } from "./attendance-sql.ts";
import { countBookings, upsertBooking } from "./bookings-sql.ts";
import { attendanceNotOpen, noSuchSession, resultRecorded, sessionFull, trainerIsNoAttendee } from "./errors.ts";
import { people_max, type AttendanceRequest } from "./schema.ts";
import { findCourse, findSession, findSessionRecord, lockSession, type SessionRow } from "./sql.ts";

/** How long before a session attendance can be recorded, because people come early. */
const early_ms = 2 * 3_600_000;

type Row = Static<typeof AttendanceRequest>["people"][number];
type Outcome = { person_id: string; status: "noted" | "recorded" | "replayed" | "refused"; problem: object | null };

/** Who is booked in a session and who attended, as JSON text. For the session's trainer and for administrators. */
export function readAttendance(pool: Pool, caller: PanelCaller, given_id: string): Promise<string> {
  const id = idOf(given_id, noSuchSession);
  return withTenant(pool, caller.tenant.id, async (db) => {
    refuseOthers(caller, await findSession(db, caller.tenant.id, id));
    return listOf(db, caller, id);
  });
}

async function listOf(db: Db, caller: PanelCaller, id: string): Promise<string> {
  const now = instantText(caller.now);
  const [session, list] = await Promise.all([
    findSessionRecord(db, caller.tenant.id, id, now),
    findList(db, caller.tenant.id, { session_id: id, now, early_ms }),
  ]);
  const { pass_score, is_open, people } = list!;
  return `{"course_session":${session},"pass_score":${pass_score},"is_open":${is_open},"people":${people}}`;
}

/**
 * Records attendance and results, each once. When the client has gone away, it stops between two people and throws Unavailable.
 */
export async function noteAttendance(
  { pool, base_url, isOver }: { pool: Pool; base_url: string; isOver: () => boolean },
  caller: PanelCaller,
  given_id: string,
  people: readonly Row[],
): Promise<string> {
  const id = idOf(given_id, noSuchSession);
  const { id: tenant_id } = caller.tenant;
  await withTenant(pool, tenant_id, async (db) => refuseOthers(caller, await findSession(db, tenant_id, id)));
  const results: Outcome[] = [];
  for (const row of people) {
    if (isOver()) throw unavailable("the request ended between two of its people");
    try {
      const status = await withTenant(pool, tenant_id, (db) => noteOne(db, caller, id, row));
      results.push({ person_id: row.person_id, status, problem: null });
    } catch (error) {
      if (!(error instanceof Problem) || error.type.status >= 500) throw error;
      results.push({ person_id: row.person_id, status: "refused", problem: problemOfPart(error, base_url) });
    }
  }
  const attendance = await withTenant(pool, tenant_id, (db) => listOf(db, caller, id));
  return `{"results":${JSON.stringify(results)},"attendance":${attendance}}`;
}

async function noteOne(db: Db, caller: PanelCaller, id: string, row: Row): Promise<Exclude<Outcome["status"], "refused">> {
  const { id: tenant_id } = caller.tenant;
  const person = await lockPerson(db, tenant_id, { user_id: row.person_id.toLowerCase() });
  const session = refuseOthers(caller, await lockSession(db, tenant_id, id));
  const attendee = person && (await findAttendee(db, tenant_id, id, person.id));
  if (!person || !attendee || (attendee.state !== "booked" && attendee.state !== "waiting"))
    throw notFound("No such person in this course session.");
  refuseNotOpen(caller, session);
  refuseOwn(caller, session, person);
  const { attended, passed = null, score = null } = row;
  if (passed === null) return noteOnly(db, caller, session, { person, attendee, attended });
  if (!attended) throw invalid([{ pointer: "#/passed", code: "NOT_POSSIBLE", detail: "who was not there has no result" }]);
  if (attendee.passed !== null) {
    if (attendee.passed === passed && attendee.score === score) return "replayed";
    throw resultRecorded("Another result is recorded already.");
  }
  if (!hasBegun(caller, session)) throw attendanceNotOpen("The course session has not begun yet.");
  await recordOne(db, caller, session, { person, passed, score });
  return "recorded";
}

export async function noteOnly(
  db: Db,
  caller: PanelCaller,
  { id }: SessionRow,
  { person, attendee, attended }: { person: PersonRow; attendee: AttendeeRow; attended: boolean },
): Promise<"noted"> {
  if (attendee.attended === attended) return "noted";
  if (attendee.passed !== null) throw resultRecorded("A result is recorded already.");
  await Promise.all([
    updateAttended(db, caller.tenant.id, { session_id: id, person_id: person.id }, attended),
    record(db, caller, {
      operation: "enrollment.note_attendance",
      target_type: "enrollment",
      target_id: attendee.enrollment_id,
      changes: { course_session: id, attended: [attendee.attended, attended] },
    }),
  ]);
  return "noted";
}

async function recordOne(
  db: Db,
  caller: PanelCaller,
  session: SessionRow,
  { person, passed, score }: { person: PersonRow; passed: boolean; score: number | null },
): Promise<void> {
  const { id: tenant_id } = caller.tenant;
  const happened = happenedAt(caller, session);
  const enrollment_id = await enrollmentFor(db, caller, session, person, happened.at);
  const enrollment = JSON.parse(await recordResult(db, caller, enrollment_id, { passed, score }, happened)) as {
    attempts_used: number;
  };
  const result = { enrollment_id, passed, score, attempt_number: enrollment.attempts_used, at: instantText(caller.now) };
  await updateResult(db, tenant_id, { session_id: session.id, person_id: person.id }, result);
}

/** Adds a person who attends without a booking. Adding the person again changes nothing. */
export function addWalkIn(pool: Pool, caller: PanelCaller, given_id: string, employee_no: string): Promise<string> {
  const id = idOf(given_id, noSuchSession);
  const { id: tenant_id } = caller.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    refuseOthers(caller, await findSession(db, tenant_id, id));
    const person = await lockPerson(db, tenant_id, { employee_no: tidy(employee_no) });
    if (!person) {
      const detail = "names no person of this organisation";
      throw invalid([{ pointer: "#/employee_no", code: "UNKNOWN_PERSON", detail }]);
    }
    const session = refuseOthers(caller, await lockSession(db, tenant_id, id));
    refuseNotOpen(caller, session);
    refuseOwn(caller, session, person);
    const attendee = await findAttendee(db, tenant_id, id, person.id);
    if (attendee?.state !== "booked") await addBooking(db, caller, session, person);
    return listOf(db, caller, id);
  });
}

async function addBooking(db: Db, caller: PanelCaller, session: SessionRow, person: PersonRow): Promise<void> {
  const { id: tenant_id } = caller.tenant;
  if (person.state !== "invited" && person.state !== "active") throw personNotActive(`The person's account is ${person.state}.`);
  const { booked } = await countBookings(db, tenant_id, session.id);
  if (booked >= people_max) throw sessionFull(`More than ${people_max} people cannot be added.`);
  const enrollment_id = await enrollmentFor(db, caller, session, person, happenedAt(caller, session).at);
  const at = instantText(caller.now);
  const booking = { session_id: session.id, person_id: person.id, enrollment_id, state: "booked" as const, is_walk_in: true, at };
  await Promise.all([
    upsertBooking(db, tenant_id, booking),
    record(db, caller, {
      operation: "enrollment.add_walk_in",
      target_type: "enrollment",
      target_id: enrollment_id,
      changes: { course_session: session.id },
    }),
  ]);
}

async function enrollmentFor(db: Db, caller: PanelCaller, session: SessionRow, person: PersonRow, at: string): Promise<string> {
  const course = (await findCourse(db, caller.tenant.id, session.course_id))!;
  return chooseEnrollment(db, caller, { person_id: person.id, course, cycle_year: null, at, pointer: "#/employee_no" });
}

/** When the attempt in a session happened: in the session's time or, while the session is still on, until now. */
function happenedAt({ now }: PanelCaller, { starts_at, ends_at }: SessionRow): Happened {
  const ended = Temporal.Instant.from(ends_at);
  return { began_at: starts_at, at: instantText(Temporal.Instant.compare(ended, now) < 0 ? ended : now) };
}

/** The session, if the caller may see it: a learner only sees sessions that they teach. Throws 404. */
export function refuseOthers({ account }: PanelCaller, session: SessionRow | undefined): SessionRow {
  const found = known(session, noSuchSession);
  if (account.kind === "person" && found.trainer_id !== account.id) throw noSuchSession();
  return found;
}

export function refuseNotOpen({ now }: PanelCaller, { cancelled_at, starts_at }: SessionRow): void {
  if (cancelled_at !== null) throw attendanceNotOpen("The course session was cancelled.");
  if (Temporal.Instant.compare(now.add({ milliseconds: early_ms }), Temporal.Instant.from(starts_at)) < 0)
    throw attendanceNotOpen("The course session does not begin within two hours.");
}

function hasBegun({ now }: PanelCaller, { starts_at }: SessionRow): boolean {
  return Temporal.Instant.compare(Temporal.Instant.from(starts_at), now) <= 0;
}

export function refuseOwn({ account }: PanelCaller, { trainer_id }: SessionRow, person: PersonRow): void {
  if (person.id === trainer_id || person.id === account.id)
    throw trainerIsNoAttendee("Who holds a course session does not attend it.");
}
