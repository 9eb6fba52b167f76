/** Names and values in two columns, as a paragraph. */
export function table(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join("\n");
}

/** An instant in the given time zone. */
export function instantIn(locale: string, at: string, time_zone: string): string {
  const options = { dateStyle: "long", timeStyle: "short", timeZone: time_zone } as const;
  return new Intl.DateTimeFormat(locale, options).format(new Date(at));
}

/** A date without a time zone. */
export function dateIn(locale: string, date: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}
