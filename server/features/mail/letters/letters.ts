import type { Language } from "../../../platform/languages.ts";
import type { Envelope, Facts, Letter, MailKind, Texts } from "../facts.ts";
import { german } from "./de.ts";
import { english } from "./en.ts";
import { spanish } from "./es.ts";
import { french } from "./fr.ts";
import { polish } from "./pl.ts";
import { ukrainian } from "./uk.ts";

export const texts: Readonly<Record<Language, Texts>> = {
  en: english,
  pl: polish,
  de: german,
  fr: french,
  es: spanish,
  uk: ukrainian,
};

/** A letter as it is sent. */
export function letterOf<Kind extends MailKind>(kind: Kind, language: Language, facts: Facts[Kind], envelope: Envelope): Letter {
  const { letters, frame } = texts[language];
  const about = inOneLine(envelope);
  const { subject, text } = letters[kind](inOneLine(facts), about);
  return { subject, text: frame(text, about) };
}

/** Names come from outside: with lines of their own they could tell the reader anything. */
function inOneLine<Value>(value: Value): Value {
  if (typeof value === "string") return value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ") as Value;
  if (Array.isArray(value)) return value.map(inOneLine) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inOneLine(member as unknown)])) as Value;
}
