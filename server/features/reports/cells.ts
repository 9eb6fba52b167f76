import type { Language } from "../../platform/languages.ts";
import type { Kind } from "./subjects/subject.ts";
import { words } from "./words/words.ts";

/** Who reads: the language, and the zone of instants. */
export type Reading = { language: Language; time_zone: string };

/** Writes a value of a kind as its reader does; an empty text where there is none. */
export type Write = (value: string | null) => string;

/** How a reader writes values of a kind. */
export function writerOf(kind: Kind, { language, time_zone }: Reading): Write {
  const { locale, codes, yes, no } = words[language];
  if (typeof kind === "object") return (value) => (value === null ? "" : (codes[kind.codes][value] ?? value));
  switch (kind) {
    case "text":
      return (value) => value ?? "";
    case "number": {
      // Grouped digits would be no number for a spreadsheet, and years are no amounts.
      const format = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 2 });
      return (value) => (value === null ? "" : format.format(Number(value)));
    }
    case "day": {
      const format = new Intl.DateTimeFormat(locale, { ...digits, timeZone: "UTC" });
      return (value) => (value === null ? "" : format.format(new Date(`${value}T00:00:00Z`)));
    }
    case "instant": {
      const format = new Intl.DateTimeFormat(locale, { ...digits, hour: "2-digit", minute: "2-digit", timeZone: time_zone });
      return (value) => (value === null ? "" : format.format(new Date(value)));
    }
    case "yes_no":
      return (value) => (value === null ? "" : value === "true" ? yes : no);
    default:
      return kind satisfies never;
  }
}

const digits = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

/** How a reader writes the value by which rows were grouped: a date stands for its month. */
export function groupWriterOf(kind: Kind, reading: Reading): Write {
  const { locale, none } = words[reading.language];
  if (kind === "day") {
    const format = new Intl.DateTimeFormat(locale, { year: "numeric", month: "long", timeZone: "UTC" });
    return (value) => (value === null ? none : format.format(new Date(`${value}-01T00:00:00Z`)));
  }
  const write = writerOf(kind, reading);
  return (value) => (value === null || value === "" ? none : write(value));
}

/** The zone that a browser names, where it is one. */
export function zoneAmong(given: string | undefined, usual: string): string {
  if (given === undefined) return usual;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    return usual;
  }
}
