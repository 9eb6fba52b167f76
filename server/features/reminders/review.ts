import { todayOf, type Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Review, TopicsOf, Verdict } from "../mail/bulk/send.ts";
import type { OwnReminderTexts } from "../mail/facts.ts";
import { daytimeOf } from "./morning.ts";
import { no_reminders } from "./schema.ts";
import { findSettings } from "./settings-sql.ts";
import { listStanding, listWithDueSoon, type Standing } from "./sql.ts";
import { ownTexts } from "./texts/sql.ts";
import { listWhy } from "./why-sql.ts";
import { reminderOf } from "./write.ts";

/** When mails may be sent to people of an organisation next; null: now. */
export async function opensAt(db: Db, context: Context): Promise<Temporal.Instant | null> {
  const hours = (await findSettings(db, context.tenant.id)) ?? no_reminders;
  const daytime = daytimeOf(context, hours, "0001-01-01");
  return daytime.is_open ? null : daytime.opens_at;
}

/** Reviews reminders that wait to be sent: removes what has been done meanwhile, and takes the present address. */
export function reviewReminders(base_url: string): Review {
  return async (db, context, mails) => {
    const standing = await listStanding(db, context.tenant.id, mails, todayOf(context));
    const own = await ownTexts(db, context.tenant.id);
    const of = Map.groupBy(standing, ({ mail_id }) => mail_id);
    const verdicts = new Map<string, Verdict>();
    for (const { id, recipient } of mails) {
      const verdict = verdictOn(of.get(id) ?? [], recipient, base_url, own);
      if (verdict !== null) verdicts.set(id, verdict);
    }
    const ended = mails.filter(({ id }) => verdicts.get(id) === "reason_gone");
    if (ended.length > 0)
      for (const { id, why } of await listWhy(db, context.tenant.id, ended, todayOf(context))) verdicts.set(id, why);
    return verdicts;
  };
}

/** Reminders of work that is due soon belong to a topic that recipients may unsubscribe. */
export const topicsOfReminders: TopicsOf = async (db, { tenant }, mails) =>
  new Map((await listWithDueSoon(db, tenant.id, mails)).map((id) => [id, "due_soon"]));

/** Null: the mail is sent unchanged. */
function verdictOn(standing: readonly Standing[], recipient: string, base_url: string, own: OwnReminderTexts): Verdict | null {
  const [first] = standing;
  if (first === undefined) return "reason_gone";
  if (standing.length === first.reasons && first.email === recipient) return null;
  return { kind: "training.reminder", ...reminderOf(standing, base_url, own) };
}
