import type { Language } from "../../platform/languages.ts";
import { english } from "./words-en.ts";
import type { Words } from "./words-of.ts";
import { polish } from "./words-pl.ts";

export const words: Readonly<Record<Language, Words>> = { en: english, pl: polish };
