// Every kind of mail in every language: no text is missing, and all facts appear in the letter.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { languages, type Language } from "../../../platform/languages.ts";
import type { Envelope, Facts, MailKind } from "../facts.ts";
import { letterOf, texts } from "./letters.ts";

const envelope: Envelope = {
  organisation: "ACME Logistyka",
  tenant_code: "ACME-PL",
  time_zone: "Europe/Warsaw",
  panel_url: "https://muster.example/panel",
  name: "Lena Nowak",
};
const account = { login: "lena@acme.example", role: "learner" } as const;
const link = { url: "https://muster.example/panel/link#one-time", expires_at: "2026-02-09T07:30:00Z" };
const subscription = {
  name: "Payroll",
  id: "018f",
  target_url: "https://hooks.acme.example/in",
  url: "https://muster.example/w",
};

const held = {
  title: "First aid",
  location: "Hall B",
  starts_at: "2026-02-05T07:30:00Z",
  ends_at: link.expires_at,
  time_zone: "Europe/Warsaw",
  url: "https://muster.example/panel/my-training",
};

/** The facts for each kind of mail; a kind with two wordings is tested with both. */
const tried: { [Kind in MailKind]: Facts[Kind][] } = {
  "account.invited": [
    { ...account, ...link, inviter: "Ida Techna" },
    { ...account, ...link, inviter: null },
  ],
  "account.invited_by_company": [
    { ...account, url: link.url, inviter: "Ida Techna" },
    { ...account, url: link.url, inviter: null },
  ],
  "password.reset": [{ ...account, ...link }],
  "password.not_used": [{ ...account, url: link.url }],
  "sign_in.certificate_ends": [
    {
      issuer: "https://id.acme.example",
      ends_at: "2026-02-09T07:30:00Z",
      ended: false,
      url: "https://muster.example/panel/settings/sign-in",
    },
    {
      issuer: "https://id.acme.example",
      ends_at: "2026-02-05T07:30:00Z",
      ended: true,
      url: "https://muster.example/panel/settings/sign-in",
    },
  ],
  "sign_in.domain_lost": [{ domain: "acme.example", url: "https://muster.example/panel/settings/sign-in" }],
  "account.factors_changed": (["passkey_added", "passkey_removed", "recovery_codes_made", "factors_reset"] as const).map(
    (kind) => ({
      kind,
      named: kind.startsWith("passkey") ? "Phone" : null,
      by: kind === "factors_reset" ? "Ida Techna" : null,
      login: "anna@acme.example",
      at: "2026-02-09T07:30:00Z",
      url: "https://muster.example/panel/account",
    }),
  ),
  "sign_in.break_glass": [
    {
      administrator: "Ida Techna",
      login: "ida@acme.example",
      at: "2026-02-09T07:30:00Z",
      address: "192.0.2.7",
      url: "https://muster.example/panel/settings/sign-in",
    },
  ],
  "webhook_subscription.degraded": [{ ...subscription, failures: 5, failures_max: 20, disabled_at: "2026-02-05T07:30:00Z" }],
  "webhook_subscription.disabled": [
    { ...subscription, failures: 20 },
    { ...subscription, failures: null },
  ],
  "operation.deprecated": [
    {
      client: "HR sync",
      operation: "List things",
      operation_id: "listThings",
      deprecated_on: "2026-01-01",
      sunset_on: "2027-02-01",
      url: "https://muster.example/docs#old",
    },
  ],
  "report.scheduled": [
    {
      name: "Magazyn Q4",
      format: "XLSX",
      rows_max: 20_000,
      megabytes_max: 5,
      url: "https://muster.example/panel/reports/1",
    },
  ],
  "report.stopped": (["owner_gone", "owner_role", "owner_limited"] as const).map((kind) => ({
    name: "Magazyn Q4",
    kind,
    url: "https://muster.example/panel/reports/1",
  })),
  "course_session.moved_up": [held],
  "course_session.changed": [
    {
      ...held,
      before: { location: "Hall A", starts_at: link.expires_at, ends_at: "2026-02-05T07:30:00Z", time_zone: "Europe/Warsaw" },
    },
  ],
  "course_session.cancelled": [{ ...held, reason: "Choroba osoby prowadzącej." }],
  "training.reminder": [false, true].map((is_test) => ({
    lines: [
      { kind: "overdue", title: "Forklift", date: "2026-01-01" },
      { kind: "due_soon", title: "Fire", date: "2027-02-01" },
      { kind: "assigned", title: "First aid", date: "2027-02-01" },
      { kind: "assigned", title: "Ladders", date: null },
      { kind: "expiring", title: "Height", date: "2027-02-01" },
    ],
    further: is_test ? 0 : 17,
    url: "https://muster.example/panel/my-training",
    is_test,
    first_name: "",
    own: {},
  })),
  "digest.manager": [false, true].map((is_test) => ({
    on: "2027-02-01",
    due_soon_days: 14,
    expiring_days: 30,
    overdue: 21,
    due_soon: 22,
    expiring: 23,
    escalated: is_test ? 0 : 24,
    lines: [
      { kind: "overdue", person: "Anna Nowak", title: "Forklift", date: "2026-01-01" },
      { kind: "due_soon", person: "Jan Kowal", title: "Fire", date: "2027-02-01" },
      { kind: "expiring", person: "Ewa Lis", title: "Height", date: "2027-02-01" },
    ],
    further: is_test ? 0 : 63,
    url: "https://muster.example/panel/my-team",
    is_test,
  })),
  "digest.administrator": [false, true].map((is_test) => ({
    on: "2027-02-01",
    due_soon_days: 14,
    expiring_days: 30,
    state: { people: 301, compliant: 280, overdue: 41, due_soon: 42, expiring: 43 },
    before: is_test ? null : { people: 299, compliant: 270, overdue: 51, due_soon: 52, expiring: 53 },
    url: "https://muster.example/panel/compliance",
    is_test,
  })),
};

/** The values of facts that must appear in the letter; values that only choose a wording do not count. */
function saidIn(facts: unknown): string[] {
  if (Array.isArray(facts)) return facts.flatMap(saidIn);
  if (typeof facts === "object" && facts !== null)
    return Object.entries(facts).flatMap(([name, value]) => (name === "kind" ? [] : saidIn(value)));
  if (typeof facts === "number") return facts === 0 ? [] : [String(facts)];
  return typeof facts === "string" ? [facts] : [];
}

/** The wording of instants, dates and roles in each language. */
const spoken: Readonly<Record<string, Record<Language, string>>> = {
  learner: {
    en: "learner",
    pl: "uczestnik szkoleń",
    de: "lernende Person",
    fr: "apprenant",
    es: "alumno",
    uk: "учасник навчання",
  },
  "2026-02-09T07:30:00Z": {
    en: "9 February 2026 at 08:30 (Europe/Warsaw)",
    pl: "9 lutego 2026 08:30 (Europe/Warsaw)",
    de: "9. Februar 2026 um 08:30 (Europe/Warsaw)",
    fr: "9 février 2026 à 08:30 (Europe/Warsaw)",
    es: "9 de febrero de 2026 a las 8:30 (Europe/Warsaw)",
    uk: "9 лютого 2026 р. о 08:30 (Europe/Warsaw)",
  },
  "2026-02-05T07:30:00Z": {
    en: "5 February 2026 at 08:30 (Europe/Warsaw)",
    pl: "5 lutego 2026 08:30 (Europe/Warsaw)",
    de: "5. Februar 2026 um 08:30 (Europe/Warsaw)",
    fr: "5 février 2026 à 08:30 (Europe/Warsaw)",
    es: "5 de febrero de 2026 a las 8:30 (Europe/Warsaw)",
    uk: "5 лютого 2026 р. о 08:30 (Europe/Warsaw)",
  },
  "2026-01-01": {
    en: "1 January 2026",
    pl: "1 stycznia 2026",
    de: "1. Januar 2026",
    fr: "1 janvier 2026",
    es: "1 de enero de 2026",
    uk: "1 січня 2026 р.",
  },
  "2027-02-01": {
    en: "1 February 2027",
    pl: "1 lutego 2027",
    de: "1. Februar 2027",
    fr: "1 février 2027",
    es: "1 de febrero de 2027",
    uk: "1 лютого 2027 р.",
  },
};

const cases = (Object.keys(tried) as MailKind[]).flatMap((kind) => tried[kind].map((facts) => ({ kind, facts })));
const lettersOf = ({ kind, facts }: (typeof cases)[number]) =>
  languages.map((language) => ({ language, ...letterOf(kind, language, facts as never, envelope) }));

test("no language lacks a mail of another, and each kind is read here", () => {
  for (const language of languages)
    assert.deepEqual(Object.keys(texts[language].letters).toSorted(), Object.keys(tried).toSorted(), language);
  const written = globSync("server/**/*.ts", { cwd: path.join(import.meta.dirname, "../../../..") })
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bwriteMails?\([^;]*?\bkind: "(\w+\.\w+)"/g)].map(([, kind]) => kind!),
    );
  assert.deepEqual([...new Set(written)].toSorted(), Object.keys(tried).toSorted(), "kinds that the program writes");
});

test("every mail says to whom it goes, of which organisation it is, and all that it was told", () => {
  for (const one of cases) {
    for (const { language, subject, text } of lettersOf(one)) {
      const where = `${one.kind} in ${language}: ${subject}\n\n${text}`;
      assert.ok(subject.includes(envelope.organisation), where);
      for (const said of [envelope.organisation, envelope.tenant_code, envelope.name, envelope.panel_url])
        assert.ok(text.includes(said), `${said} is missing in ${where}`);
      for (const fact of saidIn(one.facts)) {
        const said = spoken[fact]?.[language] ?? fact;
        assert.ok(text.includes(said), `${said} is missing in ${where}`);
      }
      assert.doesNotMatch(subject + text, /undefined|null|NaN|\[object|\$\{|Invalid Date|  +$/, where);
      assert.doesNotMatch(text, /\n\n\n|^\n/, where);
      assert.ok(!/[\r\n]/.test(subject) && subject.length < 120, where);
    }
  }
});

/** Letters and short words that occur in every mail of a language; without them the mail is probably English. */
const marks: Readonly<Record<Exclude<Language, "en">, RegExp>> = {
  pl: /[ąćęłńóśźż]/,
  de: /[äöüß]|\bSie\b|\bnicht\b/,
  fr: /[éèàêç’]/,
  es: /[áéíóúñ¿]/,
  uk: /[іїєґ’]/,
};

test("all languages say the same in as many paragraphs, each in its own words", () => {
  for (const one of cases) {
    const [english, ...others] = lettersOf(one);
    const of_english = paragraphsOf(english!.text);
    for (const { language, text } of others) {
      const own = paragraphsOf(text);
      assert.equal(own.length, of_english.length, `${one.kind} in ${language}`);
      for (const [index, paragraph] of of_english.entries()) {
        const is_table_or_link = paragraph.startsWith("  ");
        assert.equal(own[index]!.startsWith("  "), is_table_or_link, `${language}: ${paragraph}`);
        if (!is_table_or_link) assert.notEqual(own[index], paragraph);
      }
      assert.doesNotMatch(text, /\b(the|you|your|this|with|and)\b/i);
      assert.match(text, marks[language as Exclude<Language, "en">]);
    }
  }
});

test("what a mail calls a thing of the sign-in page is called so there", () => {
  const panel = path.join(import.meta.dirname, "../../../../panel/src/locales");
  for (const language of languages) {
    const page = JSON.parse(readFileSync(path.join(panel, language, "sign-in.json"), "utf8"));
    const shell = JSON.parse(readFileSync(path.join(panel, language, "shell.json"), "utf8"));
    for (const [role, name] of Object.entries(shell.role as Record<string, string>)) {
      const facts = { ...tried["account.invited"][0]!, role: role as "learner" };
      const { text } = letterOf("account.invited", language, facts, envelope);
      assert.ok(text.toLowerCase().includes(name.toLowerCase()), `${name} in ${text}`);
      assert.ok(text.includes(page.forgot), `${page.forgot} in ${text}`);
      assert.ok(text.toLowerCase().includes(page.tenant_code.toLowerCase()), `${page.tenant_code} in ${text}`);
    }
  }
});

test("a name with lines of its own adds no line to a mail", () => {
  for (const one of cases) {
    const usual = lettersOf(one);
    const evil = "Eve\r\nYour account is locked:\u2028https://evil.example";
    const facts = Object.fromEntries(
      Object.entries(one.facts).map(([name, value]) => [
        name,
        name === "lines"
          ? (value as object[]).map((line) => ({ ...line, title: evil }))
          : ["inviter", "name", "named", "by", "client", "title", "location", "reason"].includes(name) && value
            ? evil
            : value,
      ]),
    );
    for (const [index, language] of languages.entries()) {
      const { subject, text } = letterOf(one.kind, language, facts as never, { ...envelope, name: evil, organisation: evil });
      assert.equal(text.split(/[\r\n\u2028]/).length, usual[index]!.text.split(/[\r\n\u2028]/).length, text);
      assert.doesNotMatch(subject, /[\r\n\u2028]/);
    }
  }
});

function paragraphsOf(text: string): string[] {
  return text.split("\n\n");
}
