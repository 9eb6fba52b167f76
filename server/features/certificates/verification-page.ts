import { escapeHtml, htmlPage, pagePolicy } from "../../platform/http/html.ts";
import { language_names, languages, locales, type Language } from "../../platform/languages.ts";
import type { CertificateStatus } from "./schema.ts";
import type { PublicFacts } from "./sql.ts";
import { words } from "./words/words.ts";

const style = `
:root { color-scheme: light dark; --ink: #1d2430; --quiet: #5b626d; --line: #dfe3ea; --ground: #f6f7fb; --card: #fff; --accent: #4c5fd5;
  --good: #1b6e3c; --bad: #a5211a; --dull: #4d5561 }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0; color: var(--ink); background: var(--ground) }
header, main, footer { max-width: 40rem; margin: 0 auto; padding: 0 1rem }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem; padding-top: 1.25rem; padding-bottom: 1.25rem; font-weight: 650 }
header nav { margin-left: auto; font-weight: 400; display: flex; flex-wrap: wrap; gap: .25rem 1rem }
a { color: var(--accent) }
main > section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.5rem; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem }
.verdict { display: inline-block; font-weight: 650; border-radius: 999px; padding: .2rem .85rem; color: #fff; background: var(--dull) }
.verdict.good { background: var(--good) } .verdict.bad { background: var(--bad) }
.quiet { color: var(--quiet) } .note { border-left: 4px solid var(--accent); padding-left: .9rem }
dl { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .5rem 1.5rem; margin: 1.25rem 0 0 }
dt { color: var(--quiet) } dd { margin: 0; font-weight: 550 }
footer { color: var(--quiet); font-size: .875rem; padding-top: 1rem; padding-bottom: 2rem }
@media (max-width: 26rem) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .6rem } }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --quiet: #a5adba; --line: #2c333e; --ground: #12161c; --card: #1a1f27;
  --accent: #9aa8ff } }
`;

/** Allows this one style sheet, by its hash; no scripts and no images. */
export const verification_page_policy = pagePolicy(style);

const tones: Record<CertificateStatus, string> = {
  valid: "good",
  expiring: "good",
  expired: "bad",
  superseded: "",
  revoked: "bad",
};

/** The page for holders of a code: the certificate's status today, and its owner. */
export function verificationPage(facts: PublicFacts, language: Language): string {
  const say = words[language];
  const { organisation, is_sandbox, source, status, issuer, holder, course_title, number, valid_from, valid_until } = facts;
  const external = source === "external" && issuer !== null;
  const rows: [string, string][] = [
    [say.field.holder, holder === null ? say.erased : escapeHtml(holder)],
    [say.field.course, escapeHtml(course_title)],
    ...(external ? [[say.field.issuer, escapeHtml(issuer)] satisfies [string, string]] : []),
    [external ? say.field.recorded_by : say.field.organisation, escapeHtml(organisation)],
    [say.field.number, escapeHtml(number)],
    [say.field.valid_from, day(valid_from, language)],
    [say.field.valid_until, valid_until === null ? say.no_end : day(valid_until, language)],
  ];
  const verdict = is_sandbox ? say.trial : say.verdict[status];
  const content = `<h1>${say.title[source]}</h1>
<p><span class="verdict ${is_sandbox ? "bad" : tones[status]}">${verdict}</span> <span class="quiet">${say.as_of(day(facts.today, language))}</span></p>
<p>${is_sandbox ? say.trial_text : say.verdict_text[status]}</p>
${external ? `<p class="note">${escapeHtml(say.evidence_text(issuer, organisation))}</p>\n` : ""}<dl>
${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join("\n")}
</dl>`;
  return page(say.title[source], content, language, escapeHtml(say.kept_by(organisation)));
}

export function unknownCodePage(language: Language): string {
  const { unknown, unknown_text } = words[language];
  return page(unknown, `<h1>${unknown}</h1>\n<p>${unknown_text}</p>`, language, "");
}

export function notNowPage(language: Language): string {
  const { not_now, not_now_text } = words[language];
  return page(not_now, `<h1>${not_now}</h1>\n<p>${not_now_text}</p>`, language, "");
}

function page(title: string, content: string, language: Language, footer: string): string {
  const links = languages.map((one) =>
    one === language
      ? `<span aria-current="true">${language_names[one]}</span>`
      : `<a href="?language=${one}" hreflang="${one}" lang="${one}">${language_names[one]}</a>`,
  );
  const body = `<header>
<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#4c5fd5"/><path d="M8 22V11l8 6 8-6v11" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>
<span>Muster</span>
<nav aria-label="${words[language].language}">${links.join(" ")}</nav>
</header>
<main><section>
${content}
</section></main>
<footer>${footer}</footer>`;
  return htmlPage(`${title} · Muster`, style, body, language);
}

function day(date: string, language: Language): string {
  const text = new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" });
  return `<time datetime="${date}">${text.format(new Date(`${date}T00:00:00Z`))}</time>`;
}
