// Manual reminders: an administrator reminds people of open work, in addition to the schedule.
//
// The mail is sent in the hours of mails, and leaves out what has been done by then. A person gets at most one mail of reminders
// a day, manual or by the schedule, so a reminder that is ordered at night belongs to the day on which it is sent. If that day's
// scheduled reminders have not been written yet, they would not be written any more; so this mail contains them, too.
import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Mailing } from "../mail/write-mail.ts";
import { listOpenByHand, listRemindedOn } from "./by-hand-sql.ts";
import { schedulesOf } from "./remind.ts";
import { opensAt } from "./review.ts";
import { no_reminders, type by_hand_outcomes } from "./schema.ts";
import { findStanding, lockSettings, type SettingRow } from "./settings-sql.ts";
import { listReasons, type Reason } from "./sql.ts";
import { writeReminders } from "./write.ts";

/** `done`: a mail is sent. Otherwise the reason why not. */
export type ByHand = (typeof by_hand_outcomes)[number];

type Asked = { person_ids: readonly string[]; course_id: string | null };

type Looked = { outcomes: Map<string, ByHand>; reasons: Reason[]; day: Day };

/** The day on which a mail is sent, and the settings that hold for it. */
type Day = { today: string; time_zone: string; setting: SettingRow };

/** The outcome that a manual reminder would have now, its reasons, and the day on which it would be sent. */
export async function lookByHand(db: Db, context: Context, { person_ids, course_id }: Asked): Promise<Looked> {
  const { tenant, now } = context;
  const today = todayOf({ tenant, now: (await opensAt(db, context)) ?? now });
  const { time_zone } = tenant;
  const setting = (await findStanding(db, tenant.id)) ?? { ...no_reminders, assigned_since: null, done_on: today };
  const [people, open] = await Promise.all([
    listRemindedOn(db, tenant.id, person_ids, today),
    listOpenByHand(db, tenant.id, setting, { today, time_zone, person_ids, course_id }),
  ]);
  const of = Map.groupBy(open, ({ person_id }) => person_id);
  const outcomes = new Map<string, ByHand>();
  for (const { person_id, is_reminded, was_reminded } of people) {
    const own = of.get(person_id) ?? [];
    outcomes.set(person_id, !is_reminded ? "person_inactive" : was_reminded ? "reminded_today" : outcomeOf(own));
  }
  const reasons = open.filter(({ person_id }) => outcomes.get(person_id) === "done");
  return { outcomes, reasons, day: { today, time_zone, setting } };
}

/** If no reason can be mailed, the outcome says why, so that the administrator can speak to the person. */
function outcomeOf(reasons: readonly Reason[]): ByHand {
  const [first] = reasons;
  if (first === undefined) return "nothing_open";
  return reasons.some(({ unsent }) => unsent === null) ? "done" : first.unsent!;
}

/** Reminds people within a larger operation, which writes the audit row and locks them. Returns the outcome for each person. */
export async function remindByHand(db: Db, context: Context, mailing: Mailing, asked: Asked): Promise<Map<string, ByHand>> {
  // The lock that the scheduled mails also take: one runs after the other and sees what the other has reminded of.
  await lockSettings(db, context.tenant.id);
  const { outcomes, reasons, day } = await lookByHand(db, context, asked);
  const person_ids = [...new Set(reasons.map(({ person_id }) => person_id))];
  const of_morning = await listOfMorning(db, context.tenant.id, day, person_ids);
  // Each matter is reminded of once; as a step of the schedule if it has one.
  const matters = new Set(of_morning.map(({ subject_id, kind }) => `${kind} ${subject_id}`));
  const others = reasons.filter(({ subject_id, kind }) => !matters.has(`${kind} ${subject_id}`));
  await writeReminders(db, context, mailing, [...others, ...of_morning], day.today);
  return outcomes;
}

/** The scheduled reminders of a day whose mails are not written yet. */
async function listOfMorning(db: Db, tenant_id: string, day: Day, person_ids: readonly string[]): Promise<Reason[]> {
  const { today, time_zone, setting } = day;
  if (person_ids.length === 0 || setting.done_on >= today) return [];
  const schedules = await schedulesOf(db, tenant_id, setting);
  return schedules === undefined ? [] : listReasons(db, tenant_id, schedules, { today, time_zone, person_ids });
}
