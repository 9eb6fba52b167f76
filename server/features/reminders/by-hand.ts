// Reminders by hand: an administrator has people reminded of what they still have to do, at once, beside the schedule. A person gets one
// mail of reminders a day at most, by hand or by the schedule; the mail leaves in the hours of mails, and what is done by then is not told.
import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Mailing } from "../mail/write-mail.ts";
import { listOpenByHand, listToldOn } from "./by-hand-sql.ts";
import { no_reminders, type by_hand_outcomes } from "./schema.ts";
import { findStanding } from "./settings-sql.ts";
import type { Reason } from "./sql.ts";
import { writeReminders } from "./write.ts";

/** `done`: a mail leaves. Else: why none does. */
export type ByHand = (typeof by_hand_outcomes)[number];

type Asked = { person_ids: readonly string[]; course_id: string | null };

/** What reminding people would come to, as things stand, and of what they would be told. */
export async function lookByHand(
  db: Db,
  { tenant, now }: Context,
  { person_ids, course_id }: Asked,
): Promise<{ outcomes: Map<string, ByHand>; reasons: Reason[] }> {
  const today = todayOf({ tenant, now });
  const setting = (await findStanding(db, tenant.id)) ?? { ...no_reminders, assigned_since: null, done_on: today };
  const asked = { today, time_zone: tenant.time_zone, person_ids, course_id };
  const [people, open] = await Promise.all([
    listToldOn(db, tenant.id, person_ids, today),
    listOpenByHand(db, tenant.id, setting, asked),
  ]);
  const of = Map.groupBy(open, ({ person_id }) => person_id);
  const outcomes = new Map<string, ByHand>();
  for (const { person_id, is_told, was_reminded } of people) {
    const own = of.get(person_id) ?? [];
    outcomes.set(person_id, !is_told ? "person_inactive" : was_reminded ? "reminded_today" : outcomeOf(own));
  }
  return { outcomes, reasons: open.filter(({ person_id }) => outcomes.get(person_id) === "done") };
}

/** What cannot be mailed is not told: it stands in the result, and the administrator speaks to the person. */
function outcomeOf(reasons: readonly Reason[]): ByHand {
  const [first] = reasons;
  if (first === undefined) return "nothing_open";
  return reasons.some(({ unsent }) => unsent === null) ? "done" : first.unsent!;
}

/** Reminds people within a larger operation, which writes the audit row and holds them. Returns what became of each. */
export async function remindByHand(db: Db, context: Context, mailing: Mailing, asked: Asked): Promise<Map<string, ByHand>> {
  const { outcomes, reasons } = await lookByHand(db, context, asked);
  await writeReminders(db, context, mailing, reasons, todayOf(context));
  return outcomes;
}
