/** Those that the product speaks, in its pages and in its mails. */
export const languages = ["en", "pl"] as const;

export type Language = (typeof languages)[number];

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
