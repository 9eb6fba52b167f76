import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Facts, OwnReminderTexts, ReminderLine } from "../mail/facts.ts";
import { writeMails, type Mailing, type Receiver } from "../mail/write-mail.ts";
import { insertReminders, type Reason } from "./sql.ts";
import { ownTexts } from "./texts/sql.ts";

/** Lines of one mail; further ones are counted at its end. */
const lines_max = 50;

/**
 * Writes one mail to each person with all that there is to say by mail, and notes it and what is shown in the panel alone, in one transaction. `reasons`: in the order of people.
 */
export async function writeReminders(
  db: Db,
  context: Pick<Context, "tenant">,
  mailing: Mailing,
  reasons: readonly Reason[],
  today: string,
): Promise<void> {
  if (reasons.length === 0) return;
  const own_texts = await ownTexts(db, context.tenant.id);
  const mailed = reasons.filter(({ unsent }) => unsent === null);
  const mails = [...Map.groupBy(mailed, ({ person_id }) => person_id)].map(([receiver_id, own]) => ({
    receiver_id,
    ...reminderOf(own, mailing.base_url, own_texts),
  }));
  if (mails.length > 0) await writeMails(db, context, mailing, { kind: "training.reminder", told_on: today, mails });
  await insertReminders(db, context.tenant.id, reasons, today);
}

/** What one person is told. */
export function reminderOf(
  reasons: readonly Reason[],
  base_url: string,
  own: OwnReminderTexts,
): { to: Receiver; facts: Facts["training.reminder"] } {
  const { name, first_name, email, language } = reasons[0]!;
  const lines = linesOf(reasons);
  return {
    // Of who has no address nothing is mailed.
    to: { name, email: email!, language },
    facts: {
      lines: lines.slice(0, lines_max),
      further: Math.max(0, lines.length - lines_max),
      url: `${base_url}/panel/my-training`,
      is_test: false,
      first_name: first_name ?? "",
      own,
    },
  };
}

const strongest = ["overdue", "session", "due_soon", "renewed", "assigned", "expiring"] as const;

/** One line for each enrollment and certificate, whatever the number of reasons; the most urgent first. */
function linesOf(reasons: readonly Reason[]): ReminderLine[] {
  const lines = new Map<string, ReminderLine>();
  for (const kind of strongest)
    for (const { subject_id, kind: own, title, due_date, about_on, session } of reasons) {
      // A session is told beside what is due of its course.
      const place = kind === "session" ? `session of ${subject_id}` : subject_id;
      if (own === kind && !lines.has(place))
        lines.set(place, { kind, title, date: kind === "expiring" || kind === "session" ? about_on : due_date, session });
    }
  return [...lines.values()];
}
