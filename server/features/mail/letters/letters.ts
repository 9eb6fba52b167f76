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

/** The letter of a kind of mail, in a language. */
export function letterOf<Kind extends MailKind>(kind: Kind, language: Language, facts: Facts[Kind], envelope: Envelope): Letter {
  const { letters, frame } = texts[language];
  const about = inOneLine(envelope);
  const { subject, text } = letters[kind](inOneLine(facts), about);
  return { subject, text: frame(text, about) };
}

/**
 * Removes line breaks from values, because names come from outside, and a name with lines of its own could add any text to a
 * mail.
 */
function inOneLine<Value>(value: Value): Value {
  if (typeof value === "string") return value.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ") as Value;
  if (Array.isArray(value)) return value.map(inOneLine) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inOneLine(member as unknown)])) as Value;
}
