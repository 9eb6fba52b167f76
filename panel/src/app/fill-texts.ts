type Texts = { [key: string]: string | Texts };

const plural = /_(?:zero|one|two|few|many|other)$/;

/**
 * Fills a namespace of a language with English texts where its own are missing, in all plural forms that the language needs. The
 * build calls it, so that a page loads the texts of its own language only. (test/panel/every-screen/texts.test.ts requires that
 * no text is missing.)
 */
export function fillTexts(texts: Texts, english: Texts, language: string): Texts {
  const filled: Texts = { ...texts };
  const has = new Set(Object.keys(texts).map((key) => key.replace(plural, "")));
  for (const [key, value] of Object.entries(english)) {
    const base = key.replace(plural, "");
    if (typeof value !== "string") {
      const own = texts[key];
      filled[key] = fillTexts(typeof own === "object" ? own : {}, value, language);
    } else if (!has.has(base)) {
      if (base === key) filled[key] = value;
      else
        for (const form of new Intl.PluralRules(language).resolvedOptions().pluralCategories)
          filled[`${base}_${form}`] = (english[`${base}_${form}`] ?? english[`${base}_other`])!;
    }
  }
  return filled;
}
