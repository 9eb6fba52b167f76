/** Those that the panel speaks; the server's list (server/platform/languages.ts) is held equal by a test. */
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

/** Of a language tag (`de-AT`) the language, where it is one of ours. */
export function languageOfTag(tag: string | null): Language | undefined {
  const [base] = tag?.toLowerCase().split(/[-_]/) ?? [];
  return languages.find((known) => known === base);
}
