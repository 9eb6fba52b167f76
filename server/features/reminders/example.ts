import { todayOf, type PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { languageAmong, type Language } from "../../platform/languages.ts";
import type { Facts, Letter, ReminderLine } from "../mail/facts.ts";
import { composeLetter, writeMail, type Mailing } from "../mail/write-mail.ts";
import { findLanguage } from "./settings-sql.ts";

type ExampleOptions = Mailing & { pool: Pool };

const titles: Readonly<Record<Language, Record<ReminderLine["kind"], string>>> = {
  en: { assigned: "First aid", due_soon: "Fire protection", overdue: "Forklift operation", expiring: "Work at height" },
  pl: {
    assigned: "Pierwsza pomoc",
    due_soon: "Ochrona przeciwpożarowa",
    overdue: "Obsługa wózków",
    expiring: "Praca na wysokości",
  },
  de: { assigned: "Erste Hilfe", due_soon: "Brandschutz", overdue: "Gabelstapler fahren", expiring: "Arbeiten in der Höhe" },
  fr: {
    assigned: "Premiers secours",
    due_soon: "Sécurité incendie",
    overdue: "Conduite de chariots élévateurs",
    expiring: "Travail en hauteur",
  },
  es: {
    assigned: "Primeros auxilios",
    due_soon: "Protección contra incendios",
    overdue: "Manejo de carretillas",
    expiring: "Trabajo en altura",
  },
  uk: {
    assigned: "Перша допомога",
    due_soon: "Пожежна безпека",
    overdue: "Керування навантажувачем",
    expiring: "Робота на висоті",
  },
};

/** The mail with one line of each kind, as a learner of the caller's name would get it. */
export function previewReminder({ pool, base_url }: ExampleOptions, caller: PanelCaller, language: Language): Promise<Letter> {
  const to = { name: caller.account.name, language };
  const facts = exampleOf(caller, base_url, language, false);
  return withTenant(pool, caller.tenant.id, (db) =>
    composeLetter(db, caller, base_url, { kind: "training.reminder", to, facts }),
  );
}

/** Mails the example to the caller, in the caller's language. Returns the address. */
export async function testReminder({ pool, ...mailing }: ExampleOptions, caller: PanelCaller): Promise<{ recipient: string }> {
  const { id, name, email } = caller.account;
  return withTenant(pool, caller.tenant.id, async (db) => {
    const language = await findLanguage(db, caller.tenant.id, id);
    const facts = exampleOf(caller, mailing.base_url, languageAmong([language]) ?? "en", true);
    // Administrators, who alone may ask, have an address.
    const to = { name, email: email!, language };
    await writeMail(db, caller, mailing, { kind: "training.reminder", to, facts });
    return { recipient: to.email };
  });
}

function exampleOf(caller: PanelCaller, base_url: string, language: Language, is_test: boolean): Facts["training.reminder"] {
  const inDays = (days: number) => Temporal.PlainDate.from(todayOf(caller)).add({ days }).toString();
  const titled = titles[language];
  const lines: ReminderLine[] = [
    { kind: "overdue", title: titled.overdue, date: inDays(-7) },
    { kind: "due_soon", title: titled.due_soon, date: inDays(7) },
    { kind: "assigned", title: titled.assigned, date: inDays(30) },
    { kind: "expiring", title: titled.expiring, date: inDays(30) },
  ];
  return { lines, further: 0, url: `${base_url}/panel/my-training`, is_test };
}
