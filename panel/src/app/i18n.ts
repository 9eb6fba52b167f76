import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { languageOfTag, languages } from "./languages.ts";
import { storeChoice } from "./store-choice.ts";

/**
 * Texts lie in locales/<language>/<namespace>.json, one namespace for each screen. A namespace is loaded with the screen that
 * names it; `common` and `shell` are always loaded.
 */
type Texts = { [key: string]: string | Texts };

const files = import.meta.glob<{ default: Texts }>("../locales/*/*.json");

/**
 * A test language: English, made longer and with accents, which shows texts that are not translated or do not fit. It can only be
 * chosen by hand.
 */
export const pseudo_language = "en-XA";

/** The namespaces that every page needs. */
export const first_texts = ["common", "shell"];

const storage_key = "muster.language";

const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  // i18next accepts a promise where `read` takes no callback, but its types do not say so.
  // oxlint-disable-next-line typescript/no-misused-promises
  read: async (language: string, namespace: string) => {
    const pseudo = language === pseudo_language;
    const load = files[`../locales/${pseudo ? "en" : language}/${namespace}.json`];
    if (!load) throw new Error(`no texts for ${language} ${namespace}`);
    const { default: texts } = await load();
    return pseudo ? pseudoTexts(texts) : texts;
  },
};

export async function startI18n(language: string): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: [...languages, pseudo_language],
      fallbackLng: false,
      load: "currentOnly",
      ns: first_texts,
      defaultNS: "common",
      // React escapes texts itself.
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}

/** Starts with the language that was chosen on this device, otherwise with the one that the server has set in the page. */
export async function startPageLanguage(): Promise<void> {
  const { documentElement: page } = document;
  i18next.on("languageChanged", (language) => {
    page.lang = language === pseudo_language ? "en" : language;
    page.dir = i18next.dir(language);
  });
  const chosen = chosenLanguage();
  if (chosen !== null) storeChoice("language", chosen);
  await startI18n(chosen ?? languageOfTag(page.lang) ?? "en");
}

/** The language that was chosen on this device; null: none. */
function chosenLanguage(): string | null {
  const stored = localStorage.getItem(storage_key);
  return [...languages, pseudo_language].find((known) => known === stored) ?? null;
}

/**
 * Loads namespaces that are not loaded yet. Throws if one cannot be loaded: without it a page would show the keys of its texts.
 */
export async function loadTexts(language: string, names: readonly string[]): Promise<void> {
  const missing = () => names.filter((name) => !i18next.hasResourceBundle(language, name));
  if (missing().length > 0) await i18next.loadNamespaces([...names]);
  // i18next does not repeat a request that has failed.
  if (missing().length > 0) await i18next.reloadResources([language], missing());
  if (missing().length > 0) throw new Error(`the texts of ${missing().join(", ")} did not come`);
}

/** Changes the language of this device once the texts of the page are loaded. Throws if they cannot be loaded. */
export async function chooseLanguage(language: string): Promise<void> {
  await i18next.loadLanguages(language);
  await loadTexts(language, [i18next.options.ns ?? first_texts].flat());
  localStorage.setItem(storage_key, language);
  storeChoice("language", language);
  await i18next.changeLanguage(language);
}

/** The account's language applies until another one is chosen on this device. */
export async function followAccount(locale: string | null): Promise<void> {
  const language = languageOfTag(locale);
  if (language && chosenLanguage() === null && i18next.language !== language) await i18next.changeLanguage(language);
}

const accents: Record<string, string> = {
  a: "á",
  e: "é",
  i: "í",
  o: "ó",
  u: "ú",
  y: "ý",
  A: "Á",
  E: "É",
  I: "Í",
  O: "Ó",
  U: "Ú",
};
/** By this share the longest of our languages exceeds English. */
const pseudo_growth = 0.4;

function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, typeof value === "string" ? pseudoText(value) : pseudoTexts(value)]),
  );
}

function pseudoText(text: string): string {
  // {{placeholders}} and <tags> stay unchanged.
  const accented = text.replace(/(\{\{[^}]*\}\}|<[^>]*>)|([aeiouyAEIOU])/g, (_, kept, letter) => kept ?? accents[letter]);
  // Adds short words: one long word would overflow where no real language does.
  return `[${accented}${"~~~~ ".repeat(Math.ceil((text.length * pseudo_growth) / 5)).trimEnd()}]`;
}
