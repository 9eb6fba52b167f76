// Writes the weekly digests of managers and administrators (docs/decisions/0068). An organisation with digests has one due row
// (platform/jobs/due), for the next day of its schedule. On that day its mails are written, for some managers in each
// transaction, which also stores who has got one: a worker that dies neither loses a digest nor writes one twice.
// mail/bulk/send.ts sends the mails.
import type { Actor, Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { contextWithin } from "../../platform/db/tenant-clock.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { eachDue, still_due, type DueWork } from "../../platform/jobs/due/due.ts";
import { writeMails, type Mailing } from "../mail/write-mail.ts";
import { morningOf } from "../reminders/morning.ts";
import { no_reminders } from "../reminders/schema.ts";
import { findOffset, findSettings } from "../reminders/settings-sql.ts";
import { lastDayOf, momentOf, weekAfter } from "./moment.ts";
import { lockDigestSettings, updateWeekDone } from "./settings-sql.ts";
import { findStateOf, insertDigests, listWithoutDigest } from "./sql.ts";
import { listAdministratorsWithoutDigest, readState, type Escalation } from "./state-sql.ts";
import { listManagers, listTeams } from "./teams-sql.ts";
import { lines_max, stateDigest, teamDigest } from "./write.ts";
import { no_id } from "../../platform/ids.ts";

type DigestOptions = Mailing & { pool: Pool };

/** The most managers of one transaction. */
const part_managers_max = 200;
/** Organisations for which a worker writes digests at the same time. */
const organisations_at_once_max = 2;

const actor: Actor = { type: "system", id: null, name: "time" };

/** The due work that writes the digests of organisations. */
export function digesting(options: DigestOptions): DueWork {
  const kind = { kind: "digests.send", rows_max: 1, rounds_max: organisations_at_once_max };
  return eachDue(kind, async (tenant_id, _due, signal) => {
    const next_us = await digest(options, tenant_id, () => signal.aborted);
    if (signal.aborted) return still_due;
    if (next_us === null) return null;
    return next_us - (await withTenant(options.pool, tenant_id, (db) => findOffset(db, tenant_id)));
  });
}

/**
 * Writes all digests of an organisation that are due now. Returns when the next ones are due, in µs of the organisation's clock;
 * null: never, or it was stopped.
 */
export async function digest(
  options: DigestOptions,
  tenant_id: string,
  stop: () => boolean,
  managers_max = part_managers_max,
): Promise<number | null> {
  let after = no_id;
  while (!stop()) {
    const part = await digestSome(options, tenant_id, after, managers_max);
    if (part.after === undefined) return part.next_us;
    after = part.after;
  }
  return null;
}

type Part = { after: string } | { after?: undefined; next_us: number | null };
type Week = { about_on: string; today: string } & Escalation;

/** Writes digests for some managers; after the last of them also for the administrators, which completes the week. */
async function digestSome(
  { pool, ...mailing }: DigestOptions,
  tenant_id: string,
  after: string,
  managers_max: number,
): Promise<Part> {
  return withTenant(pool, tenant_id, async (db) => {
    const setting = await lockDigestSettings(db, tenant_id);
    if (setting === undefined || !(setting.managers || setting.administrators)) return { next_us: null };
    const context = (await contextWithin(db, tenant_id, actor))!;
    const hours = (await findSettings(db, tenant_id)) ?? no_reminders;
    const moment = momentOf(context, setting, hours, setting.done_on);
    if (!moment.is_open) return { next_us: microseconds(moment.opens_at) };
    if (setting.managers) {
      const manager_ids = await listManagers(db, tenant_id, after, managers_max);
      if (manager_ids.length > 0) {
        await mailManagers(db, context, mailing, manager_ids, { ...moment, ...setting });
        return { after: manager_ids.at(-1)! };
      }
    }
    if (setting.administrators) await mailAdministrators(db, context, mailing, { ...moment, ...setting });
    await updateWeekDone(db, tenant_id, moment.about_on);
    return { next_us: microseconds(morningOf(context.tenant, weekAfter(lastDayOf(context, setting)), setting.hour)) };
  });
}

async function mailManagers(
  db: Db,
  context: Context,
  mailing: Mailing,
  manager_ids: readonly string[],
  { about_on, today, escalate_after_days }: Week,
): Promise<void> {
  const tenant_id = context.tenant.id;
  const remaining = await listWithoutDigest(db, tenant_id, manager_ids, about_on);
  const teams = await listTeams(db, tenant_id, { manager_ids: remaining, today, lines_max, escalate_after_days });
  if (teams.length === 0) return;
  const mails = teams.map((team) => teamDigest(team, { on: today, base_url: mailing.base_url }));
  await writeMails(db, context, mailing, { kind: "digest.manager", told_on: today, mails });
  const rows = teams.map(({ id, overdue, due_soon, expiring, escalated }) => ({
    receiver_id: id,
    kind: "manager" as const,
    numbers: { overdue, due_soon, expiring, escalated },
  }));
  await insertDigests(db, tenant_id, { about_on, told_on: today, rows });
}

async function mailAdministrators(db: Db, context: Context, mailing: Mailing, week: Week): Promise<void> {
  const { about_on, today } = week;
  const tenant_id = context.tenant.id;
  const recipients = await listAdministratorsWithoutDigest(db, tenant_id, about_on);
  if (recipients.length === 0) return;
  const state = await readState(db, tenant_id, today, week);
  const before = await findStateOf(db, tenant_id, weekBefore(about_on));
  const day = { on: today, base_url: mailing.base_url };
  const mails = recipients.map((recipient) => stateDigest(recipient, { state, before }, day));
  await writeMails(db, context, mailing, { kind: "digest.administrator", told_on: today, mails });
  const rows = recipients.map(({ id }) => ({ receiver_id: id, kind: "administrator" as const, numbers: state }));
  await insertDigests(db, tenant_id, { about_on, told_on: today, rows });
}

const weekBefore = (day: string) => Temporal.PlainDate.from(day).subtract({ days: 7 }).toString();

const microseconds = (instant: Temporal.Instant) => Number(instant.epochNanoseconds / 1_000n);
