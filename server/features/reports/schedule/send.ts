// Mails reports (docs/decisions/0077). An organisation that mails reports has one due row (platform/jobs/due), for the next of
// them. One transaction writes the mails of a report and moves its schedule on, so that a worker that dies neither loses a report
// nor sends one twice. The file is made when the mail is sent, with the rights that the owner has then (attach.ts), and is not
// stored.
import type { Actor, Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { contextWithin } from "../../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { eachDue, still_due, type DueWork } from "../../../platform/jobs/due/due.ts";
import { todayOf } from "../../../platform/context.ts";
import { record } from "../../audit/record.ts";
import { findOffset } from "../../mail/bulk/sql.ts";
import { writeMail, writeMails, type Mailing } from "../../mail/write-mail.ts";
import { dueAfter } from "./moment.ts";
import { attachment_bytes_max, attachment_rows_max, type StoppedBy } from "./schema.ts";
import {
  findNextDue,
  findObstacle,
  listReceivers,
  listToBeNotified,
  lockDue,
  updateDue,
  updateStopped,
  type Scheduled,
} from "./sql.ts";

type SendOptions = Mailing & { pool: Pool };

const organisations_at_once_max = 2;
const actor: Actor = { type: "system", id: null, name: "time" };

/** The due work that writes the mails of reports. */
export function mailingReports(options: SendOptions): DueWork {
  const kind = { kind: "reports.send", rows_max: 1, rounds_max: organisations_at_once_max };
  return eachDue(kind, async (tenant_id, _due, signal) => {
    const next_us = await mailReports(options, tenant_id, () => signal.aborted);
    if (signal.aborted) return still_due;
    if (next_us === null) return null;
    return next_us - (await withTenant(options.pool, tenant_id, (db) => findOffset(db, tenant_id)));
  });
}

/**
 * Writes the mails of all reports that are due now. Returns when the next one is due, in µs of the organisation's clock; null:
 * never, or it was stopped.
 */
export async function mailReports(
  { pool, ...mailing }: SendOptions,
  tenant_id: string,
  stop: () => boolean,
): Promise<number | null> {
  while (!stop()) {
    const next = await withTenant(pool, tenant_id, (db) => mailOne(db, tenant_id, mailing));
    if (next !== "more") return next;
  }
  return null;
}

async function mailOne(db: Db, tenant_id: string, mailing: Mailing): Promise<"more" | number | null> {
  const context = await contextWithin(db, tenant_id, actor);
  if (context === undefined) return null;
  const due = await lockDue(db, tenant_id, context.now.toString());
  if (due === undefined) return findNextDue(db, tenant_id);
  const obstacle = await findObstacle(db, tenant_id, due.owner_id);
  if (obstacle === undefined) await writeReports(db, context, mailing, due);
  else await stopReport(db, context, mailing, due, obstacle);
  return "more";
}

async function writeReports(db: Db, context: Context, mailing: Mailing, due: Scheduled): Promise<void> {
  const { report_id, name, format, receiver_ids } = due;
  const receivers = await listReceivers(db, context.tenant.id, receiver_ids);
  const limits = { rows_max: attachment_rows_max, megabytes_max: attachment_bytes_max / 2 ** 20 };
  const facts = { name, format: format.toUpperCase(), ...limits, url: `${mailing.base_url}/panel/reports/${report_id}` };
  const mails = receivers.map(({ id, ...to }) => ({ receiver_id: id, about_id: report_id, to, facts }));
  if (mails.length > 0) await writeMails(db, context, mailing, { kind: "report.scheduled", told_on: todayOf(context), mails });
  await updateDue(db, context.tenant.id, report_id, dueAfter(due, context.now).toString());
}

/** Stops a report whose owner has lost the rights for it, and notifies an administrator. */
async function stopReport(db: Db, context: Context, mailing: Mailing, due: Scheduled, reason: StoppedBy): Promise<void> {
  const { report_id, name, owner_id } = due;
  await updateStopped(db, context.tenant.id, report_id, reason);
  const facts = { name, kind: reason, url: `${mailing.base_url}/panel/reports/${report_id}` };
  for (const { id: _, ...to } of await listToBeNotified(db, context.tenant.id, owner_id))
    await writeMail(db, context, mailing, { kind: "report.stopped", to, facts });
  const entry = { operation: "report.stop", target_type: "report", target_id: report_id } as const;
  await record(db, context, { ...entry, changes: { stopped_by: [null, reason] } });
}
