import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { ReminderLine } from "../mail/facts.ts";
import { writeMail, type Mailing } from "../mail/write-mail.ts";
import { insertReminders, type Reason } from "./sql.ts";

/** Lines of one mail; further ones are counted at its end. */
const lines_max = 50;

/**
 * Writes one mail to each person with all that there is to say, and notes it, in one transaction. `reasons`: in the order of people.
 * Returns how many people that are.
 */
export async function writeReminders(
  db: Db,
  context: Pick<Context, "tenant">,
  mailing: Mailing,
  reasons: readonly Reason[],
  today: string,
): Promise<number> {
  const people = new Map<string, Reason[]>();
  for (const reason of reasons) people.set(reason.person_id, [...(people.get(reason.person_id) ?? []), reason]);
  if (people.size === 0) return 0;
  for (const own of people.values()) {
    const { name, email, language } = own[0]!;
    const lines = linesOf(own);
    const facts = {
      lines: lines.slice(0, lines_max),
      further: Math.max(0, lines.length - lines_max),
      url: `${mailing.base_url}/panel/my-training`,
      is_test: false,
    };
    await writeMail(db, context, mailing, { kind: "training.reminder", to: { name, email, language }, facts });
  }
  await insertReminders(db, context.tenant.id, reasons, today);
  return people.size;
}

const strongest = ["overdue", "due_soon", "assigned", "expiring"] as const;

/** One line for each enrollment and certificate, whatever the number of reasons; the most urgent first. */
function linesOf(reasons: readonly Reason[]): ReminderLine[] {
  const lines = new Map<string, ReminderLine>();
  for (const kind of strongest)
    for (const { subject_id, kind: own, title, due_date, about_on } of reasons)
      if (own === kind && !lines.has(subject_id))
        lines.set(subject_id, { kind, title, date: kind === "expiring" ? about_on : due_date });
  return [...lines.values()];
}
