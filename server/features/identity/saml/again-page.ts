import { createHash } from "node:crypto";
import { escapeHtml, htmlPage, pagePolicy } from "../../../platform/http/html.ts";
import type { Language } from "../../../platform/languages.ts";

// The provider sends its answer with a form from its own site, and browsers do not send our cookies with such a request
// (SameSite=Lax). So this page sends the same form again from our site; then the browser sends its cookie, by which it is
// recognised.
const style =
  "body{font:1rem system-ui,sans-serif;margin:3rem auto;max-width:30rem;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}";
const script = "document.forms[0].submit()";

export const again_policy = `${pagePolicy(style, { forms: true })}; script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** The reader's language is unknown, so the word is shown in every language. */
const continue_words = (
  [
    ["en", "Continue"],
    ["pl", "Dalej"],
    ["de", "Weiter"],
    ["fr", "Continuer"],
    ["es", "Continuar"],
    ["uk", "Далі"],
  ] as const satisfies [Language, string][]
)
  .map(([language, word]) => `<span lang="${language}">${word}</span>`)
  .join(" · ");

/** A page with the form; it has a button for browsers without scripts. */
export function againPage(fields: Readonly<Record<string, string>>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const content = `<form method="post" action="?again=1">
${inputs.join("\n")}
<noscript><p><button type="submit">${continue_words}</button></p></noscript>
</form>
<script>${script}</script>`;
  return htmlPage("Muster", style, content);
}
