import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Facts, OwnReminderTexts, ReminderLine } from "../mail/facts.ts";
import { writeMails, type Mailing, type Receiver } from "../mail/write-mail.ts";
import { insertReminders, type Reason } from "./sql.ts";
import { ownTexts } from "./texts/sql.ts";

/** The most lines of one mail; the mail says how many more there are. */
const lines_max = 50;

/**
 * Writes one mail to each person, with all reminders that can be mailed, and stores these and those only shown in the panel, in
 * one transaction. `reasons` are in the order of people.
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

/** The mail of one person. */
export function reminderOf(
  reasons: readonly Reason[],
  base_url: string,
  own: OwnReminderTexts,
): { to: Receiver; facts: Facts["training.reminder"] } {
  const { name, first_name, email, language } = reasons[0]!;
  const lines = linesOf(reasons);
  return {
    // People without an address have no reason that can be mailed.
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

/** One line for each enrollment and certificate, however many reasons it has; the most urgent first. */
function linesOf(reasons: readonly Reason[]): ReminderLine[] {
  const lines = new Map<string, ReminderLine>();
  for (const kind of strongest)
    for (const { subject_id, kind: own, title, due_date, about_on, session } of reasons) {
      // A session has a line of its own, beside that of its enrollment.
      const place = kind === "session" ? `session of ${subject_id}` : subject_id;
      if (own === kind && !lines.has(place))
        lines.set(place, { kind, title, date: kind === "expiring" || kind === "session" ? about_on : due_date, session });
    }
  return [...lines.values()];
}
