/** The languages of the panel. A test keeps them equal to the server's list (server/platform/languages.ts). */
export const languages = ["en", "pl", "de", "fr", "es", "uk"] as const;

export type Language = (typeof languages)[number];

/** Languages by their own names, so that users who cannot read the page find theirs. */
export const language_names: Readonly<Record<Language, string>> = {
  en: "English",
  pl: "Polski",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  uk: "Українська",
};

/** The language of a language tag (`de-AT`), if the panel speaks it. */
export function languageOfTag(tag: string | null): Language | undefined {
  const [base] = tag?.toLowerCase().split(/[-_]/) ?? [];
  return languages.find((known) => known === base);
}
