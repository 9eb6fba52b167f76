import type { Language } from "../../platform/languages.ts";
import type { Envelope, Facts, Letter, MailKind, Texts } from "./facts.ts";
import { english } from "./letters-en.ts";
import { polish } from "./letters-pl.ts";

export const texts: Readonly<Record<Language, Texts>> = { en: english, pl: polish };

/** A letter as it is sent. */
export function letterOf<Kind extends MailKind>(kind: Kind, language: Language, facts: Facts[Kind], envelope: Envelope): Letter {
  const { letters, frame } = texts[language];
  const about = inOneLine(envelope);
  const { subject, text } = letters[kind](inOneLine(facts), about);
  return { subject, text: frame(text, about) };
}

/** Names come from outside: with lines of their own they could tell the reader anything. */
function inOneLine<Value extends object>(value: Value): Value {
  const entries = Object.entries(value).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === "string" ? member.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ") : member,
  ]);
  return Object.fromEntries(entries) as Value;
}
