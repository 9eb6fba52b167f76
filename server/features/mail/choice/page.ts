import { escapeHtml, htmlPage, pagePolicy } from "../../../platform/http/html.ts";
import type { Language } from "../../../platform/languages.ts";
import type { Topic } from "./sql.ts";
import { words } from "./words.ts";

const style = `
:root { color-scheme: light dark; --ink: #1d2430; --ground: #f6f7fb; --card: #fff; --line: #dfe3ea; --accent: #3f50c4 }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0; color: var(--ink); background: var(--ground) }
main { max-width: 40rem; margin: 2rem auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem }
a { color: var(--accent) }
button { font: inherit; font-weight: 600; padding: .5rem 1rem; border-radius: 8px; border: 1px solid var(--accent); color: #fff; background: #3f50c4 }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --ground: #12161c; --card: #1a1f27; --line: #2c333e; --accent: #9aa8ff } }
`;

/** Allows only this style sheet and forms to this service, and no scripts. */
export const choice_page_policy = pagePolicy(style, { forms: true });

type Place = { language: Language; panel_url: string };
type About = Place & { topic: Topic; organisation: string };

/** A page that asks before it unsubscribes, because mail programs open links by themselves. */
export function askPage({ language, panel_url, topic, organisation }: About): string {
  const say = words[language];
  const text = `<p>${escapeHtml(say.ask_text(organisation))}</p>${button("List-Unsubscribe", "One-Click", say.refuse)}`;
  return page(say.ask(say.topic[topic]), text, { language, panel_url });
}

export function refusedPage({ language, panel_url, topic }: About): string {
  const say = words[language];
  return page(say.refused(say.topic[topic]), `<p>${say.refused_text}</p>${button("again", "yes", say.again)}`, {
    language,
    panel_url,
  });
}

export function takenUpPage({ language, panel_url, topic }: About): string {
  const say = words[language];
  return page(say.taken_up(say.topic[topic]), "", { language, panel_url });
}

export function unknownLinkPage(place: Place): string {
  const { unknown, unknown_text } = words[place.language];
  return page(unknown, `<p>${unknown_text}</p>`, place);
}

export function notNowPage(place: Place): string {
  const { not_now, not_now_text } = words[place.language];
  return page(not_now, `<p>${not_now_text}</p>`, place);
}

/** A form that posts to the page's own URL. */
function button(name: string, value: string, label: string): string {
  return `<form method="post"><input type="hidden" name="${name}" value="${value}"><button>${label}</button></form>`;
}

function page(title: string, content: string, { language, panel_url }: Place): string {
  const door = `<p><a href="${escapeHtml(panel_url)}/account">${words[language].account}</a></p>`;
  return htmlPage(`${title} · Muster`, style, `<main><h1>${title}</h1>${content}${door}</main>`, language);
}
