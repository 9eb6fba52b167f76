import { createHash } from "node:crypto";
import { escapeHtml, htmlPage } from "../../../platform/http/html.ts";
import type { Language } from "../../../platform/languages.ts";

const style =
  "body{font:1rem system-ui,sans-serif;margin:3rem auto;max-width:30rem;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}";
const script = "document.forms[0].submit()";
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * Allows only this page's own style and script. `form-action` is open, because a tool may redirect the browser to another origin.
 */
export const form_policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; frame-ancestors 'none'`;
export const refusal_policy = `default-src 'none'; style-src ${hashOf(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** OAuth 2.0 Form Post Response Mode 1.0 §2: a page that sends the answer to the tool. Without scripts it shows a button. */
export function formPage(action: string, fields: Readonly<Record<string, string>>, language: Language): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const content = `<form method="post" action="${escapeHtml(action)}">
${inputs.join("\n")}
<noscript><p><button type="submit">${words[language].go_on}</button></p></noscript>
</form>
<script>${script}</script>`;
  return htmlPage("Muster", style, content, language);
}

/** The page for the learner when nothing can be sent to the tool; `code` is for the tool's administrator. */
export function refusalPage(code: string, language: Language): string {
  const { title, text } = words[language];
  return htmlPage(title, style, `<h1>${title}</h1>\n<p>${text}</p>\n<p><code>${escapeHtml(code)}</code></p>`, language);
}

const words: Readonly<Record<Language, { go_on: string; title: string; text: string }>> = {
  en: {
    go_on: "Continue",
    title: "The tool could not be opened",
    text: "Close this page and open the tool again in your course. If that does not help, show your administrator the word below.",
  },
  pl: {
    go_on: "Dalej",
    title: "Nie udało się otworzyć narzędzia",
    text: "Zamknij tę stronę i otwórz narzędzie ponownie w swoim kursie. Jeśli to nie pomoże, pokaż administratorowi słowo poniżej.",
  },
  de: {
    go_on: "Weiter",
    title: "Das Werkzeug konnte nicht geöffnet werden",
    text: "Schließen Sie diese Seite und öffnen Sie das Werkzeug in Ihrem Kurs noch einmal. Hilft das nicht, zeigen Sie der Administration das Wort unten.",
  },
  fr: {
    go_on: "Continuer",
    title: "L’outil n’a pas pu être ouvert",
    text: "Fermez cette page et ouvrez de nouveau l’outil dans votre formation. Si cela ne suffit pas, montrez à votre administrateur le mot ci-dessous.",
  },
  es: {
    go_on: "Continuar",
    title: "No se pudo abrir la herramienta",
    text: "Cierre esta página y vuelva a abrir la herramienta en su curso. Si no sirve, muestre a su administrador la palabra de abajo.",
  },
  uk: {
    go_on: "Далі",
    title: "Не вдалося відкрити інструмент",
    text: "Закрийте цю сторінку й відкрийте інструмент знову у своєму курсі. Якщо це не допоможе, покажіть адміністратору слово нижче.",
  },
};
