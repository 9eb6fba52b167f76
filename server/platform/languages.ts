/** Those that the product speaks, in its pages, mails and documents. The panel's list (panel/src/app/languages.ts) is held equal by a test. */
export const languages = ["en", "pl", "de", "fr", "es", "uk"] as const;

export type Language = (typeof languages)[number];

/** Languages by their own names. */
export const language_names: Readonly<Record<Language, string>> = {
  en: "English",
  pl: "Polski",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  uk: "Українська",
};

/** How dates and numbers of a language are written; English as Europe writes it. */
export const locales: Readonly<Record<Language, string>> = {
  en: "en-GB",
  pl: "pl-PL",
  de: "de-DE",
  fr: "fr-FR",
  es: "es-ES",
  uk: "uk-UA",
};

/** The first supported language among the wanted ones, each a language tag or a list of them as in Accept-Language. */
export function languageAmong(wanted: readonly (string | null)[]): Language | undefined {
  return wanted
    .flatMap((list) => list?.split(",") ?? [])
    .map(languageOfTag)
    .find((language) => language !== undefined);
}

/** Of `pl`, `pl-PL` or `PL_pl;q=0.8` the language; regions do not matter to us. */
function languageOfTag(tag: string): Language | undefined {
  const [language] = tag.trim().toLowerCase().split(/[-_;]/);
  return languages.find((known) => known === language);
}
