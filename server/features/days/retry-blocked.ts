import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { newId } from "../../platform/ids.ts";
import { listFacts } from "../compliance/sql.ts";
import { pairKey } from "../compliance/flag/refresh.ts";
import { listOpenAlerts, resolveAlerts, type AlertRow } from "../enrollments/assign/alerts-sql.ts";
import { assignMany } from "../enrollments/assign/assign-many.ts";
import { currentCycle } from "../enrollments/cycle.ts";
import type { Assignment } from "../enrollments/assign/assignment.ts";
import { lockPeople } from "../people/apply-sql.ts";
import { renewalDue } from "../renewals/due.ts";
import { listRenewalCourses } from "../renewals/sql.ts";
import { listStandingOrigins } from "./origins-sql.ts";

/**
 * Retries blocked assignments among the next open alerts, after the id `after`, and closes alerts that have become obsolete.
 * Renewals were retried before. Returns the id to continue after, or null.
 */
export async function retryBlocked(db: Db, context: Context, after: string | null, limit: number): Promise<string | null> {
  const { id: tenant_id } = context.tenant;
  const alerts = await listOpenAlerts(db, tenant_id, after, limit);
  if (alerts.length === 0) return null;
  await lockPeople(db, tenant_id, [...new Set(alerts.map(({ person_id }) => person_id))]);

  const assignments = await assignmentsStillAsked(db, tenant_id, alerts);
  const { blocked } = await assignMany(db, context, assignments, { batch_id: newId() });
  const waiting = new Set([
    ...blocked.map(({ assignment }) => pairKey(assignment)),
    ...(await renewalsThatStand(db, context, alerts)).map(pairKey),
  ]);
  const done = alerts.filter((alert) => !waiting.has(pairKey(alert)));
  if (done.length > 0) await resolveAlerts(db, tenant_id, context.now.toString(), done);
  return alerts.length === limit ? alerts.at(-1)!.id : null;
}

/** Assignments for blocked rules and groups that still ask for them. */
async function assignmentsStillAsked(db: Db, tenant_id: string, alerts: readonly AlertRow[]): Promise<Assignment[]> {
  const assignments = alerts
    .filter(({ kind }) => kind === "assignment_blocked")
    .flatMap((alert) => alert.assignments as Assignment[]);
  const asked = assignments.flatMap(({ person_id, origin }) => (origin ? [{ person_id, ref_id: origin.ref_id }] : []));
  const standing = new Set((await listStandingOrigins(db, tenant_id, asked)).map((one) => `${one.person_id}/${one.ref_id}`));
  return assignments.filter(({ person_id, origin }) => !origin || standing.has(`${person_id}/${origin.ref_id}`));
}

/** The pairs whose renewal was blocked and is still due. */
async function renewalsThatStand(db: Db, context: Context, alerts: readonly AlertRow[]) {
  const renewals = alerts.filter(({ kind }) => kind === "renewal_blocked");
  if (renewals.length === 0) return [];
  const [facts, courses] = await Promise.all([
    listFacts(db, context.tenant.id, renewals),
    listRenewalCourses(db, context.tenant.id),
  ]);
  const day = { today: todayOf(context), cycle: currentCycle(context) };
  return facts.filter((one) => courses.some((course) => course.id === one.course_id && renewalDue(one, course, day)));
}
