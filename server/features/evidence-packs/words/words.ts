// The texts of a pack's pages, in every language.
import type { Language } from "../../../platform/languages.ts";
import { german } from "./de.ts";
import { english } from "./en.ts";
import { spanish } from "./es.ts";
import { french } from "./fr.ts";
import { polish } from "./pl.ts";
import { ukrainian } from "./uk.ts";
import type { Words } from "./words-of.ts";

export const words: Readonly<Record<Language, Words>> = {
  en: english,
  pl: polish,
  de: german,
  fr: french,
  es: spanish,
  uk: ukrainian,
};
