import { todayOf, type PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { languageAmong, type Language } from "../../platform/languages.ts";
import type { DigestLine, Facts, Letter } from "../mail/facts.ts";
import { composeLetter, writeMail, type Mailing } from "../mail/write-mail.ts";
import { findLanguage } from "../reminders/settings-sql.ts";
import { no_digests, type DigestKind } from "./schema.ts";
import { findDigestSettings } from "./settings-sql.ts";
import { readState } from "./state-sql.ts";
import { due_soon_days, expiring_days } from "./teams-sql.ts";
import { stateFacts, teamUrl } from "./write.ts";

type ExampleOptions = Mailing & { pool: Pool };

const titles: Readonly<Record<Language, Record<Exclude<DigestLine["kind"], "escalated">, string>>> = {
  en: { overdue: "Forklift operation", due_soon: "Fire protection", expiring: "Work at height" },
  pl: { overdue: "Obsługa wózków", due_soon: "Ochrona przeciwpożarowa", expiring: "Praca na wysokości" },
  de: { overdue: "Gabelstapler fahren", due_soon: "Brandschutz", expiring: "Arbeiten in der Höhe" },
  fr: { overdue: "Conduite de chariots élévateurs", due_soon: "Sécurité incendie", expiring: "Travail en hauteur" },
  es: { overdue: "Manejo de carretillas", due_soon: "Protección contra incendios", expiring: "Trabajo en altura" },
  uk: { overdue: "Керування навантажувачем", due_soon: "Пожежна безпека", expiring: "Робота на висоті" },
};

/** A sample of the mail to a manager, about invented people, or of the mail to an administrator, with the present numbers. */
export function previewDigest(
  { pool, base_url }: ExampleOptions,
  caller: PanelCaller,
  { kind, language }: { kind: DigestKind; language: Language },
): Promise<Letter> {
  const to = { name: caller.account.name, language };
  const of = { caller, base_url, language, is_test: false };
  return withTenant(pool, caller.tenant.id, async (db) =>
    kind === "manager"
      ? composeLetter(db, caller, base_url, { kind: "digest.manager", to, facts: await teamExample(db, of) })
      : composeLetter(db, caller, base_url, { kind: "digest.administrator", to, facts: await stateExample(db, of) }),
  );
}

/** Mails the sample to the caller, in the caller's language. Returns the address. */
export async function testDigest(
  { pool, ...mailing }: ExampleOptions,
  caller: PanelCaller,
  kind: DigestKind,
): Promise<{ recipient: string }> {
  const { id, name, email } = caller.account;
  return withTenant(pool, caller.tenant.id, async (db) => {
    const chosen = await findLanguage(db, caller.tenant.id, id);
    // Only administrators may ask, and they have an address.
    const to = { name, email: email!, language: chosen };
    const of = { caller, base_url: mailing.base_url, language: languageAmong([chosen]) ?? "en", is_test: true } as const;
    if (kind === "manager")
      await writeMail(db, caller, mailing, { kind: "digest.manager", to, facts: await teamExample(db, of) });
    else await writeMail(db, caller, mailing, { kind: "digest.administrator", to, facts: await stateExample(db, of) });
    return { recipient: to.email };
  });
}

type Example = { caller: PanelCaller; base_url: string; language: Language; is_test: boolean };

/** A sample for a manager. It shows an escalation if the organisation has set one. */
async function teamExample(db: Db, { caller, base_url, language, is_test }: Example): Promise<Facts["digest.manager"]> {
  const { escalate_after_days } = (await findDigestSettings(db, caller.tenant.id)) ?? no_digests;
  const on = todayOf(caller);
  const inDays = (days: number) => Temporal.PlainDate.from(on).add({ days }).toString();
  const titled = titles[language];
  const escalated: DigestLine[] =
    escalate_after_days === null
      ? []
      : [
          {
            kind: "escalated",
            person: "Piotr Wrona",
            title: titled.overdue,
            date: inDays(-escalate_after_days),
            manager: "Anna Kowalska",
          },
        ];
  const lines: DigestLine[] = [
    ...escalated,
    { kind: "overdue", person: "Anna Kowalska", title: titled.overdue, date: inDays(-7) },
    { kind: "due_soon", person: "Jan Nowak", title: titled.due_soon, date: inDays(7) },
    { kind: "expiring", person: "Ewa Lis", title: titled.expiring, date: inDays(21) },
  ];
  const counts = { overdue: 1, due_soon: 1, expiring: 1, escalated: escalated.length };
  const url = teamUrl(base_url, counts.escalated);
  return { on, due_soon_days, expiring_days, ...counts, lines, further: 0, url, is_test };
}

async function stateExample(db: Db, { caller, base_url, is_test }: Example): Promise<Facts["digest.administrator"]> {
  const on = todayOf(caller);
  const state = await readState(db, caller.tenant.id, on, (await findDigestSettings(db, caller.tenant.id)) ?? no_digests);
  return { ...stateFacts({ state, before: null }, { on, base_url }), is_test };
}
