import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Language } from "../../../panel/src/app/languages.ts";

const locales = path.join(import.meta.dirname, "..", "..", "..", "panel", "src", "locales");
type Texts = { [key: string]: string | Texts };

/** The panel's word for each term: in English, in Polish, and Polish words that may not be used for it. */
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

function pairs(language: Language): { key: string; english: string; own: string }[] {
  return globSync("en/*.json", { cwd: locales }).flatMap((file) => {
    const name = path.basename(file, ".json");
    const [english, translated] = [textsOf("en", name), textsOf(language, name)];
    return [...translated].map(([key, text]) => {
      const other = english.get(key) ?? english.get(key.replace(/_(few|many)$/, "_other"));
      return { key: `${name}:${key}`, english: other!, own: text };
    });
  });
}

test("a term of the glossary has one translation in the whole panel", () => {
  const all = pairs("pl");
  assert.ok(all.length > 1_000, `saw only ${all.length} texts`);
  const faults = glossary.flatMap(({ term, polish, never }) => {
    const named = all.filter(({ english }) => term.test(english));
    assert.ok(named.length > 0, `${term} stands nowhere: take it out of the glossary`);
    return [
      ...named.filter(({ own }) => !polish.test(own)).map(({ key, own }) => `${key} lacks ${polish}: ${own}`),
      ...all.filter(({ own }) => never?.test(own)).map(({ key, own }) => `${key} says ${never}: ${own}`),
    ];
  });
  assert.deepEqual(faults, []);
});

/** The same in the other languages, for the terms on which users act. */
const terms: { term: RegExp; words: Record<Exclude<Language, "en" | "pl">, RegExp> }[] = [
  { term: /\bcontractors?\b/i, words: { de: /fremdfirm/i, fr: /prestataire|externe/i, es: /contrat|extern/i, uk: /підрядник/i } },
  { term: /\bexempt/i, words: { de: /befrei/i, fr: /dispens/i, es: /exen|exim|exent/i, uk: /звільн/i } },
  { term: /\benroll?ments?\b/i, words: { de: /zuweis|zugewies/i, fr: /affect/i, es: /asigna/i, uk: /признач/i } },
  { term: /\blicen[cs]es?\b/i, words: { de: /lizen/i, fr: /licence/i, es: /licencia/i, uk: /ліценз/i } },
  { term: /\blearning paths?\b/i, words: { de: /lernpfad/i, fr: /parcours/i, es: /itinerario/i, uk: /шлях/i } },
  { term: /\bcertificates?\b/i, words: { de: /zertifikat/i, fr: /certificat/i, es: /certificado/i, uk: /сертифікат/i } },
  {
    term: /\baudit log\b/i,
    words: { de: /audit-/i, fr: /journal d’audit/i, es: /registro de auditoría/i, uk: /журнал\S* аудиту/i },
  },
  { term: /\brules?\b/i, words: { de: /regel/i, fr: /règle/i, es: /regla/i, uk: /правил/i } },
  { term: /\bgroups?\b/i, words: { de: /grupp/i, fr: /groupe/i, es: /grupo/i, uk: /груп/i } },
  { term: /\bdepartments?\b/i, words: { de: /abteilung/i, fr: /service/i, es: /departamento/i, uk: /підрозділ/i } },
  { term: /\bdue dates?\b/i, words: { de: /frist/i, fr: /échéance/i, es: /vencim/i, uk: /термін/i } },
  { term: /\bmatrix\b/i, words: { de: /matrix/i, fr: /matrice/i, es: /matriz/i, uk: /матриц/i } },
  {
    term: /\brecovery codes?\b/i,
    words: {
      de: /wiederherstellungscode/i,
      fr: /codes? de récupération/i,
      es: /códigos? de recuperación/i,
      uk: /код\S* відновлення/i,
    },
  },
  {
    term: /\btenant code\b/i,
    words: { de: /organisationscode/i, fr: /code d’organisation/i, es: /código de organización/i, uk: /код\S* організації/i },
  },
];

for (const language of ["de", "fr", "es", "uk"] as const)
  test(`a term has one translation in the whole panel, in ${language}`, () => {
    const all = pairs(language);
    assert.ok(all.length > 1_000, `saw only ${all.length} texts`);
    const faults = terms.flatMap(({ term, words }) =>
      all
        .filter(({ english, own }) => term.test(english) && !words[language].test(own))
        .map(({ key, own }) => `${key} lacks ${words[language]}: ${own}`),
    );
    assert.deepEqual(faults, []);
  });

/** Forms of address that are too familiar in each language. */
const familiar: Record<"de" | "fr" | "es", RegExp> = {
  de: /(?<!\p{L})(?:du|dich|dir|dein\p{L}*)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:tu|toi|ton|tes)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:tú|tu|tus|contigo|vosotros)(?!\p{L})/iu,
};

test("German says Sie, French vous and Spanish usted", () => {
  const faults = (["de", "fr", "es"] as const).flatMap((language) =>
    pairs(language)
      .filter(({ own }) => familiar[language].test(own))
      .map(({ key, own }) => `${language} ${key}: ${own}`),
  );
  assert.deepEqual(faults, []);
});

/** Endings of Polish verbs and participles that make the reader, or another person, a man or a woman. */
const gendered =
  /(?<!\p{L})(?!hasłem|(?:przy|od)?działem|kanałem)\p{L}+(?:łem|łam|łeś|łaś)(?!\p{L})|(?<!\p{L})(?:zaproszon|zalogowan|wylogowan)[ya](?!\p{L})/iu;

test("no Polish text makes the reader or a person a man or a woman", () => {
  const faults = pairs("pl").filter(({ own }) => gendered.test(own));
  assert.deepEqual(
    faults.map(({ key, own }) => `${key}: ${own}`),
    [],
  );
});

/** A language may lack a new screen's file for a while (scripts/untranslated.ts). */
function textsOf(language: Language, name: string): Map<string, string> {
  const file = path.join(locales, language, `${name}.json`);
  const texts = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Texts) : {};
  const found = new Map<string, string>();
  const walk = (part: Texts, before: string) => {
    for (const [key, value] of Object.entries(part))
      if (typeof value === "string") found.set(before + key, value);
      else walk(value, `${before}${key}.`);
  };
  walk(texts, "");
  return found;
}
