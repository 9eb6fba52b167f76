import { todayOf, type PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { languageAmong, type Language } from "../../platform/languages.ts";
import type { Facts, Letter, OwnReminderTexts, ReminderKind, ReminderLine } from "../mail/facts.ts";
import { composeLetter, writeMail, type Mailing } from "../mail/write-mail.ts";
import { findLanguage } from "./settings-sql.ts";
import type { ReminderTextDraft } from "./texts/schema.ts";
import { asOwn, ownTexts } from "./texts/sql.ts";
import { judged } from "./texts/texts.ts";

type ExampleOptions = Mailing & { pool: Pool };
/** A sample of one kind of reminder, or of all. */
type Example = { language: Language; own: OwnReminderTexts; kind: ReminderKind | null; is_test: boolean };

const titles: Readonly<Record<Language, Record<ReminderLine["kind"], string>>> = {
  en: {
    renewed: "Data protection",
    session: "Fire drill",
    assigned: "First aid",
    due_soon: "Fire protection",
    overdue: "Forklift operation",
    expiring: "Work at height",
  },
  pl: {
    renewed: "Ochrona danych",
    session: "Ćwiczenia przeciwpożarowe",
    assigned: "Pierwsza pomoc",
    due_soon: "Ochrona przeciwpożarowa",
    overdue: "Obsługa wózków",
    expiring: "Praca na wysokości",
  },
  de: {
    renewed: "Datenschutz",
    session: "Brandschutzübung",
    assigned: "Erste Hilfe",
    due_soon: "Brandschutz",
    overdue: "Gabelstapler fahren",
    expiring: "Arbeiten in der Höhe",
  },
  fr: {
    renewed: "Protection des données",
    session: "Exercice d’évacuation incendie",
    assigned: "Premiers secours",
    due_soon: "Sécurité incendie",
    overdue: "Conduite de chariots élévateurs",
    expiring: "Travail en hauteur",
  },
  es: {
    renewed: "Protección de datos",
    session: "Simulacro de incendio",
    assigned: "Primeros auxilios",
    due_soon: "Protección contra incendios",
    overdue: "Manejo de carretillas",
    expiring: "Trabajo en altura",
  },
  uk: {
    renewed: "Захист даних",
    session: "Протипожежні навчання",
    assigned: "Перша допомога",
    due_soon: "Пожежна безпека",
    overdue: "Керування навантажувачем",
    expiring: "Робота на висоті",
  },
};

/** The mail with one line of each kind, addressed to the caller as if to a learner. */
export function previewReminder({ pool, base_url }: ExampleOptions, caller: PanelCaller, language: Language): Promise<Letter> {
  return withTenant(pool, caller.tenant.id, async (db) =>
    compose(db, caller, base_url, {
      language,
      own: await ownTexts(db, caller.tenant.id),
      kind: null,
      is_test: false,
    }),
  );
}

/** Mails the sample to the caller, in the caller's language. Returns the address. */
export function testReminder({ pool, ...mailing }: ExampleOptions, caller: PanelCaller): Promise<{ recipient: string }> {
  return withTenant(pool, caller.tenant.id, async (db) => {
    const language = languageAmong([await findLanguage(db, caller.tenant.id, caller.account.id)]) ?? "en";
    return mail(db, mailing, caller, { language, own: await ownTexts(db, caller.tenant.id), kind: null, is_test: true });
  });
}

/** The mail about one reason, with a text that is not saved. Throws faults of the text. */
export async function previewReminderText(
  { pool, base_url }: ExampleOptions,
  caller: PanelCaller,
  draft: ReminderTextDraft,
): Promise<Letter> {
  const { kind, language } = draft;
  const own = asOwn([judged(draft)]);
  return withTenant(pool, caller.tenant.id, (db) => compose(db, caller, base_url, { language, own, kind, is_test: false }));
}

/** Mails this sample to the caller, in the language of the text. */
export async function testReminderText(
  { pool, ...mailing }: ExampleOptions,
  caller: PanelCaller,
  draft: ReminderTextDraft,
): Promise<{ recipient: string }> {
  const { kind, language } = draft;
  const own = asOwn([judged(draft)]);
  return withTenant(pool, caller.tenant.id, (db) => mail(db, mailing, caller, { language, own, kind, is_test: true }));
}

function compose(db: Db, caller: PanelCaller, base_url: string, example: Example): Promise<Letter> {
  const to = { name: caller.account.name, language: example.language };
  return composeLetter(db, caller, base_url, { kind: "training.reminder", to, facts: factsOf(caller, base_url, example) });
}

async function mail(db: Db, mailing: Mailing, caller: PanelCaller, example: Example): Promise<{ recipient: string }> {
  const { name, email } = caller.account;
  // Only administrators may ask, and they have an address.
  const to = { name, email: email!, language: example.language };
  await writeMail(db, caller, mailing, { kind: "training.reminder", to, facts: factsOf(caller, mailing.base_url, example) });
  return { recipient: to.email };
}

function factsOf(caller: PanelCaller, base_url: string, { language, own, kind, is_test }: Example): Facts["training.reminder"] {
  const inDays = (days: number) => Temporal.PlainDate.from(todayOf(caller)).add({ days }).toString();
  const titled = titles[language];
  const { time_zone } = caller.tenant;
  const starts_at = Temporal.PlainDate.from(inDays(1))
    .toZonedDateTime({ timeZone: time_zone, plainTime: "09:00" })
    .toInstant()
    .toString();
  const all: ReminderLine[] = [
    { kind: "overdue", title: titled.overdue, date: inDays(-7) },
    { kind: "due_soon", title: titled.due_soon, date: inDays(7) },
    { kind: "renewed", title: titled.renewed, date: inDays(30) },
    { kind: "assigned", title: titled.assigned, date: inDays(30) },
    { kind: "expiring", title: titled.expiring, date: inDays(30) },
    { kind: "session", title: titled.session, date: inDays(1), session: { location: "Hall 2", starts_at, time_zone } },
  ];
  const lines = kind === null ? all : all.filter((line) => line.kind === kind);
  const [first_name = ""] = caller.account.name.split(" ");
  return { lines, further: 0, url: `${base_url}/panel/my-training`, is_test, first_name, own };
}
