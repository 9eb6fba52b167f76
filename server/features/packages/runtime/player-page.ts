import { createHash } from "node:crypto";
import { escapeHtml } from "../../../platform/http/html.ts";
import type { Language } from "../../../platform/languages.ts";
import type { PackageItem, Standard } from "../manifest/item.ts";
import type { ItemStatus } from "./outcome.ts";
import { player_words } from "./words.ts";

const style = `
:root { color-scheme: light dark; --ink: #1d2430; --quiet: #4d5561; --line: #dfe3ea; --ground: #f6f7fb; --accent: #3b4cc0 }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ee; --quiet: #a5adba; --line: #2c333e; --ground: #12161c; --accent: #9aa8ff } }
* { box-sizing: border-box }
html, body { height: 100%; margin: 0 }
body { display: flex; flex-direction: column; font: 15px/1.4 system-ui, sans-serif; color: var(--ink); background: var(--ground) }
header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; padding: .4rem .75rem; border-bottom: 1px solid var(--line) }
h1 { font-size: 1rem; margin: 0; flex: 1 1 12rem; overflow-wrap: anywhere }
#state { margin: 0; color: var(--quiet) }
nav { border-bottom: 1px solid var(--line) }
nav ol { display: flex; gap: .25rem; margin: 0; padding: .3rem .75rem; list-style: none; overflow-x: auto }
nav button { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 8px; padding: .35rem .7rem; min-height: 2.25rem; white-space: nowrap }
nav button[aria-current] { border-color: var(--accent); color: var(--accent) }
main { flex: 1; min-height: 0; display: flex }
iframe { flex: 1; border: 0; background: #fff }
`;

/** The data with which the player's script starts; it reads them from the page. */
export type Boot = {
  standard: Standard;
  items: { id: string; title: string; speaks: boolean; href: string; status: ItemStatus | null }[];
  /** The position of the item to open first. */
  first: number;
  panel_origin: string;
  words: (typeof player_words)[Language];
};

type Page = { title: string; language: Language; script: string; boot: Boot };

/** The page in which the content runs. */
export function playerPage({ title, language, script, boot }: Page): string {
  const { contents, content, loading } = player_words[language];
  // In JSON within HTML, a < could end the script block.
  const json = JSON.stringify(boot).replaceAll("<", String.raw`\u003c`);
  const nav = boot.items.length > 1 ? `<nav aria-label="${contents}"><ol id="items"></ol></nav>\n` : "";
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
<script type="application/json" id="boot">${json}</script>
<script type="module" src="${script}"></script>
</head>
<body>
<header><h1>${escapeHtml(title)}</h1><p id="state" role="status">${loading}</p></header>
${nav}<main><iframe id="content" title="${content}"></iframe></main>
</body>
</html>
`;
}

export function gonePage(language: Language): string {
  return plainPage(language, player_words[language].gone);
}

/** A page with one sentence. */
export function plainPage(language: Language, sentence: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${sentence}</title>
<style>${style}</style>
</head>
<body><header><h1>${sentence}</h1></header></body>
</html>
`;
}

/** Allows only our own script and style sheet, and content of this origin in the frame. */
export function playerPolicy(panel_origin: string): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${hash}'`,
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${panel_origin}`,
  ].join("; ");
}

/**
 * The policy for a package's files. Inline scripts are allowed, because packages are written with them. No resource may come from
 * another origin, and no data may be sent to one.
 */
export function contentPolicy(panel_origin: string): string {
  return [
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'",
    "connect-src 'self' data: blob:",
    "form-action 'self'",
    "base-uri 'self'",
    "object-src 'self'",
    `frame-ancestors 'self' ${panel_origin}`,
  ].join("; ");
}

export function firstItem(items: readonly PackageItem[], status: (id: string) => ItemStatus | null): number {
  const open = items.findIndex(({ id }) => status(id) === "incomplete" || status(id) === null);
  return Math.max(open, 0);
}
