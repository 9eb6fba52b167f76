import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { idOf, known } from "../../platform/http/known.ts";
import { invalid, type ErrorItem } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { instantText } from "../../platform/instants.ts";
import { tidy } from "../../platform/text.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { courseHeldHere } from "../enrollments/attempts/errors.ts";
import { pathFollowsCourses } from "../enrollments/errors.ts";
import type { Mailing } from "../mail/write-mail.ts";
import { isTimeZone } from "../organisations/apply/plan-tenant.ts";
import { findTimeZone } from "../organisations/sql.ts";
import { fill, isToCome, type SessionOptions } from "./book.ts";
import { countBookings, listBookedPeople } from "./bookings-sql.ts";
import { noSuchSession, sessionClosed, sessionHasResults } from "./errors.ts";
import type { CourseSessionChange, CourseSessionCreate } from "./schema.ts";
import {
  countResults,
  findCourse,
  findSessionRecord,
  isTrainer,
  insertSession,
  lockSession,
  updateSession,
  type SessionRow,
} from "./sql.ts";
import { notifyCancelled, notifyChanged } from "./notify.ts";

/** The longest duration of a session, how far ahead it may be planned, and how long after its day it may still be entered. */
const duration_days_max = 14;
const ahead_days_max = 730;
const back_days_max = 90;

type Given = Static<typeof CourseSessionChange>;

/** Plans a session of a course that has no content in this service; returns its record as JSON text. */
export async function createSession(pool: Pool, caller: Context, body: Static<typeof CourseSessionCreate>): Promise<string> {
  const { course_id: given_id, ...given } = body;
  await checkTimeZone(pool, given.time_zone);
  const { id: tenant_id, time_zone } = caller.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const course = await findCourse(db, tenant_id, given_id.toLowerCase());
    if (!course)
      throw invalid([{ pointer: "#/course_id", code: "UNKNOWN_COURSE", detail: "names no course of this organisation" }]);
    if (course.type === "learning_path") throw pathFollowsCourses(`${course.code} is a learning path.`);
    if (course.content_kind !== null)
      throw courseHeldHere(`${course.code} has content here, of the kind ${course.content_kind}.`);
    const blank = { id: newId(), course_id: course.id, trainer_id: null, revision: 0, cancelled_at: null, cancel_reason: null };
    const zone = given.time_zone ?? time_zone;
    const row = await wanted(db, caller, { ...blank, time_zone: zone }, given);
    await insertSession(db, tenant_id, row, instantText(caller.now));
    await recordChange(db, caller, "create", undefined, row);
    return (await findSessionRecord(db, tenant_id, row.id, instantText(caller.now)))!;
  });
}

/** Changes a session without results. People who are booked or wait are told of a new place or time. */
export async function changeSession(
  { pool, ...mailing }: SessionOptions,
  caller: Context,
  given_id: string,
  given: Given,
): Promise<string> {
  const id = idOf(given_id, noSuchSession);
  await checkTimeZone(pool, given.time_zone);
  const { id: tenant_id } = caller.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const stands = await lockOpen(db, tenant_id, id);
    const next = await wanted(db, caller, stands, given);
    await refuseTooSmall(db, tenant_id, next);
    const row = isMoved(stands, next) ? { ...next, revision: stands.revision + 1 } : next;
    if (Object.keys(changesBetween(stands, row)).length > 0) await store(db, caller, mailing, stands, row);
    return (await findSessionRecord(db, tenant_id, id, instantText(caller.now)))!;
  });
}

/** Cancels a session without results and tells the people who are booked or wait. */
export async function cancelSession(
  { pool, ...mailing }: SessionOptions,
  caller: Context,
  given_id: string,
  reason: string,
): Promise<string> {
  const id = idOf(given_id, noSuchSession);
  const { id: tenant_id } = caller.tenant;
  return withTenant(pool, tenant_id, async (db) => {
    const stands = await lockOpen(db, tenant_id, id);
    const at = instantText(caller.now);
    const row = { ...stands, revision: stands.revision + 1, cancelled_at: at, cancel_reason: tidy(reason) };
    await updateSession(db, tenant_id, row, at);
    await recordChange(db, caller, "cancel", stands, row);
    if (isToCome(stands, caller)) await notifyCancelled(db, caller, mailing, row, await listBookedPeople(db, tenant_id, id));
    return (await findSessionRecord(db, tenant_id, id, at))!;
  });
}

async function store(db: Db, caller: Context, mailing: Mailing, stands: SessionRow, row: SessionRow): Promise<void> {
  const { id: tenant_id } = caller.tenant;
  await updateSession(db, tenant_id, row, instantText(caller.now));
  await recordChange(db, caller, "update", stands, row);
  if (isMoved(stands, row) && isToCome(row, caller)) {
    const people = await listBookedPeople(db, tenant_id, row.id);
    await notifyChanged(db, caller, mailing, { session: row, before: stands, people });
  }
  await fill(db, caller, mailing, row);
}

async function lockOpen(db: Db, tenant_id: string, id: string): Promise<SessionRow> {
  const stands = known(await lockSession(db, tenant_id, id), noSuchSession);
  if (stands.cancelled_at !== null) throw sessionClosed("The course session was cancelled.");
  if ((await countResults(db, tenant_id, id)) > 0) throw sessionHasResults("Results of the course session are recorded.");
  return stands;
}

/** Whether place or time differ, which is what a calendar shows. */
function isMoved(one: SessionRow, other: SessionRow): boolean {
  return one.location !== other.location || one.starts_at !== other.starts_at || one.ends_at !== other.ends_at;
}

type Stands = Pick<SessionRow, "id" | "course_id" | "trainer_id" | "revision" | "cancelled_at" | "cancel_reason" | "time_zone"> &
  Partial<SessionRow>;

/** The session that is wanted. Throws 422 with all its faults. */
async function wanted(db: Db, caller: Context, stands: Stands, given: Given): Promise<SessionRow> {
  const items: ErrorItem[] = [];
  const time_zone = given.time_zone ?? stands.time_zone;
  const instantOf = (name: "starts" | "ends"): string => {
    const text = given[`${name}_local`] ?? localOf(stands[`${name}_at`]!, stands.time_zone);
    const instant = instantIn(text, time_zone);
    if (instant === null)
      items.push({ pointer: `#/${name}_local`, code: "INVALID_FORMAT", detail: "must be a date and a time that exist" });
    return instantText(instant ?? caller.now);
  };
  const [starts_at, ends_at] = [instantOf("starts"), instantOf("ends")];
  if (items.length === 0) items.push(...faultsOfTimes(caller, starts_at, ends_at));
  const trainer_id = await trainerOf(db, caller, stands, given, items);
  const location = tidy(given.location ?? stands.location ?? "");
  if (location === "") items.push({ pointer: "#/location", code: "TOO_SHORT", detail: "must not be blank" });
  if (items.length > 0) throw invalid(items);
  const { id, course_id, revision, cancelled_at, cancel_reason } = stands;
  const capacity = given.capacity ?? stands.capacity!;
  const waiting_max = given.waiting_max ?? stands.waiting_max!;
  const kept = { id, course_id, revision, cancelled_at, cancel_reason };
  return { ...kept, location, starts_at, ends_at, time_zone, trainer_id, capacity, waiting_max };
}

function faultsOfTimes({ now }: Context, starts_at: string, ends_at: string): ErrorItem[] {
  const [starts, ends] = [Temporal.Instant.from(starts_at), Temporal.Instant.from(ends_at)];
  const hours = (days: number) => ({ hours: 24 * days });
  const items: ErrorItem[] = [];
  const fault = (name: string, detail: string) => items.push({ pointer: `#/${name}`, code: "OUT_OF_RANGE", detail });
  if (Temporal.Instant.compare(starts, now.subtract(hours(back_days_max))) < 0)
    fault("starts_local", `must not be more than ${back_days_max} days ago`);
  if (Temporal.Instant.compare(starts, now.add(hours(ahead_days_max))) > 0)
    fault("starts_local", `must not be more than ${ahead_days_max} days ahead`);
  if (Temporal.Instant.compare(starts, ends) >= 0) fault("ends_local", "must be after the beginning");
  else if (Temporal.Instant.compare(ends, starts.add(hours(duration_days_max))) > 0)
    fault("ends_local", `must not be more than ${duration_days_max} days after the beginning`);
  return items;
}

async function trainerOf(db: Db, caller: Context, stands: Stands, given: Given, items: ErrorItem[]): Promise<string | null> {
  const trainer_id = given.trainer_id?.toLowerCase() ?? null;
  if (given.trainer_id === undefined || trainer_id === stands.trainer_id) return stands.trainer_id;
  if (trainer_id === null || (await isTrainer(db, caller.tenant.id, trainer_id))) return trainer_id;
  items.push({ pointer: "#/trainer_id", code: "UNKNOWN_PERSON", detail: "names no person whose account is in use" });
  return null;
}

async function refuseTooSmall(db: Db, tenant_id: string, { id, capacity }: SessionRow): Promise<void> {
  const { booked } = await countBookings(db, tenant_id, id);
  if (capacity >= booked) return;
  throw invalid([{ pointer: "#/capacity", code: "OUT_OF_RANGE", detail: `must be at least ${booked}, as many as are booked` }]);
}

/**
 * The instant of a local time in a zone. A time that a clock change skips moves later by as much; of a time that occurs twice,
 * the first one counts.
 */
function instantIn(local: string, time_zone: string): Temporal.Instant | null {
  try {
    return Temporal.PlainDateTime.from(local, { overflow: "reject" }).toZonedDateTime(time_zone).toInstant();
  } catch {
    return null;
  }
}

function localOf(instant: string, time_zone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(time_zone).toPlainDateTime();
  return local.toString({ smallestUnit: "minute" });
}

/** The program and the database each have a list of time zones; a zone must be in both. */
async function checkTimeZone(pool: Pool, name: string | undefined): Promise<void> {
  if (name === undefined || (isTimeZone(name) && (await findTimeZone(pool, name)))) return;
  const detail = "must be the IANA name of a time zone, such as Europe/Warsaw";
  throw invalid([{ pointer: "#/time_zone", code: "INVALID_VALUE", detail }]);
}

async function recordChange(
  db: Db,
  caller: Context,
  verb: "create" | "update" | "cancel",
  stands: SessionRow | undefined,
  row: SessionRow,
) {
  const changes = changesBetween(stands, row);
  await record(db, caller, { operation: `course_session.${verb}`, target_type: "course_session", target_id: row.id, changes });
}
