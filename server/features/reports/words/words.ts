import type { Language } from "../../../platform/languages.ts";
import { flag_names } from "../../compliance/flag/names.ts";
import { german } from "./de.ts";
import { english } from "./en.ts";
import { spanish } from "./es.ts";
import { french } from "./fr.ts";
import { polish } from "./pl.ts";
import { ukrainian } from "./uk.ts";
import type { OwnWords, Words } from "./words-of.ts";

export const words: Readonly<Record<Language, Words>> = {
  en: withFlags("en", english),
  pl: withFlags("pl", polish),
  de: withFlags("de", german),
  fr: withFlags("fr", french),
  es: withFlags("es", spanish),
  uk: withFlags("uk", ukrainian),
};

function withFlags(language: Language, own: OwnWords): Words {
  return { ...own, codes: { ...own.codes, flag: flag_names[language] } };
}
