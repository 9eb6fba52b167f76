import type { Language } from "../../platform/languages.ts";
import type { Kind } from "./subjects/subject.ts";
import { words } from "./words/words.ts";

/** The reader's language, and the time zone for instants. */
export type Reading = { language: Language; time_zone: string };

/** Formats a value for the reader; null becomes an empty text. */
export type Write = (value: string | null) => string;

/** The function that formats values of a kind for a reader. */
export function writerOf(kind: Kind, { language, time_zone }: Reading): Write {
  const { locale, codes, yes, no } = words[language];
  if (typeof kind === "object") return (value) => (value === null ? "" : (codes[kind.codes][value] ?? value));
  switch (kind) {
    case "text":
      return (value) => value ?? "";
    case "number": {
      // Spreadsheets do not read grouped digits as numbers, and a year must not be grouped.
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

/** The function that formats the value of a group; a date stands for its month. */
export function groupWriterOf(kind: Kind, reading: Reading): Write {
  const { locale, none } = words[reading.language];
  if (kind === "day") {
    const format = new Intl.DateTimeFormat(locale, { year: "numeric", month: "long", timeZone: "UTC" });
    return (value) => (value === null ? none : format.format(new Date(`${value}-01T00:00:00Z`)));
  }
  const write = writerOf(kind, reading);
  return (value) => (value === null || value === "" ? none : write(value));
}

/** The time zone that a browser names, if it exists; otherwise `usual`. */
export function zoneAmong(given: string | undefined, usual: string): string {
  if (given === undefined) return usual;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    return usual;
  }
}
