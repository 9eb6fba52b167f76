import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const locales = path.join(import.meta.dirname, "..", "..", "..", "panel", "src", "locales");
type Texts = { [key: string]: string | Texts };

/** How the panel calls a thing: in English, in Polish, and in no other Polish word. */
const glossary: { term: RegExp; polish: RegExp; never?: RegExp }[] = [
  { term: /\bcontractors?\b/i, polish: /podwykonawc/i, never: /kontrahen|(?<!pod)wykonawc/i },
  { term: /\bexempt/i, polish: /zwoln\S+ .*z kurs(?:u|ów)|zwolnieni\S+ z kurs(?:u|ów)/i },
  { term: /\benroll?ments?\b/i, polish: /przydział/i, never: /\bzapis(y|ów|u|om)\b/i },
  { term: /\bassign(ed|s|ments?)?\b/i, polish: /przydz/i },
  { term: /\blicen[cs]es?\b/i, polish: /licencj/i },
  { term: /\bseats?\b/i, polish: /miejsc/i },
  { term: /\blearning paths?\b/i, polish: /ścież\S+ szkoleniow/i, never: /ścieżk\S* (?:szkoleń|nauki|edukacyjn)/i },
  { term: /\bcertificates?\b/i, polish: /certyfikat/i },
  { term: /\bevidence\b/i, polish: /zaświadcze/i, never: /dow[oó]d/i },
  { term: /\baudit log\b/i, polish: /dziennik\S* audytu/i, never: /dziennik\S* zdarzeń/i },
  { term: /\brules?\b/i, polish: /reguł/i },
  { term: /\bgroups?\b/i, polish: /grup/i },
  { term: /\bdepartments?\b/i, polish: /dzia[łl]/i, never: /\boddział|wydział/i },
  { term: /\bdue dates?\b/i, polish: /termin/i },
  { term: /\bunmatched\b/i, polish: /niedopasowan/i },
  { term: /\bdeliver(y|ies)\b/i, polish: /dostarcz/i, never: /\bdosta(wa|wy|w|wach|wom)\b/i },
  { term: /\bmatrix\b/i, polish: /macierz/i },
];

function pairs(): { key: string; english: string; polish: string }[] {
  return globSync("en/*.json", { cwd: locales }).flatMap((file) => {
    const name = path.basename(file, ".json");
    const [english, polish] = [textsOf("en", name), textsOf("pl", name)];
    return [...polish].map(([key, text]) => {
      const other = english.get(key) ?? english.get(key.replace(/_(few|many)$/, "_other"));
      return { key: `${name}:${key}`, english: other!, polish: text };
    });
  });
}

test("a term of the glossary has one translation in the whole panel", () => {
  const all = pairs();
  assert.ok(all.length > 1_000, `saw only ${all.length} texts`);
  const faults = glossary.flatMap(({ term, polish, never }) => {
    const named = all.filter(({ english }) => term.test(english));
    assert.ok(named.length > 0, `${term} stands nowhere: take it out of the glossary`);
    return [
      ...named.filter((text) => !polish.test(text.polish)).map((text) => `${text.key} lacks ${polish}: ${text.polish}`),
      ...all.filter((text) => never?.test(text.polish)).map((text) => `${text.key} says ${never}: ${text.polish}`),
    ];
  });
  assert.deepEqual(faults, []);
});

/** Endings of a verb or a participle that make the reader, or a person who is spoken of, a man or a woman. */
const gendered =
  /(?<!\p{L})(?!hasłem|(?:przy|od)?działem|kanałem)\p{L}+(?:łem|łam|łeś|łaś)(?!\p{L})|(?<!\p{L})(?:zaproszon|zalogowan|wylogowan)[ya](?!\p{L})/iu;

test("no Polish text makes the reader or a person a man or a woman", () => {
  const faults = pairs().filter(({ polish }) => gendered.test(polish));
  assert.deepEqual(
    faults.map(({ key, polish }) => `${key}: ${polish}`),
    [],
  );
});

function textsOf(language: "en" | "pl", name: string): Map<string, string> {
  const texts = JSON.parse(readFileSync(path.join(locales, language, `${name}.json`), "utf8")) as Texts;
  const found = new Map<string, string>();
  const walk = (part: Texts, before: string) => {
    for (const [key, value] of Object.entries(part))
      if (typeof value === "string") found.set(before + key, value);
      else walk(value, `${before}${key}.`);
  };
  walk(texts, "");
  return found;
}
