import { createHash } from "node:crypto";
import type { Language } from "../languages.ts";

/** A page for people. Its policy allows nothing but its one style sheet. `content` is HTML. */
export function htmlPage(title: string, style: string, content: string, language: Language = "en"): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${content}
</body>
</html>
`;
}

/**
 * The Content-Security-Policy of a page: allows this style sheet, and no scripts. `forms`: whether forms may send to this
 * service.
 */
export function pagePolicy(style: string, { forms = false } = {}): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action ${forms ? "'self'" : "'none'"}; frame-ancestors 'none'`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
