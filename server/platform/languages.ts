/**
 * Languages of the product's pages, mails and documents. A test compares them with the panel's list (panel/src/app/languages.ts).
 */
export const languages = ["en", "pl", "de", "fr", "es", "uk"] as const;

export type Language = (typeof languages)[number];

/** Each language's name in that language. */
export const language_names: Readonly<Record<Language, string>> = {
  en: "English",
  pl: "Polski",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  uk: "Українська",
};

/** Locales for dates and numbers; English in its European form. */
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

/** The language of `pl`, `pl-PL` or `PL_pl;q=0.8`; regions are ignored. */
function languageOfTag(tag: string): Language | undefined {
  const [language] = tag.trim().toLowerCase().split(/[-_;]/);
  return languages.find((known) => known === language);
}
