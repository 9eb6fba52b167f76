/** Every format of a date or time, by its use. */
const styles = {
  /** 22 Nov 2026 */
  day: { dateStyle: "medium" },
  /** 22 Nov: where the year is obvious. */
  short: { day: "numeric", month: "short" },
  month: { month: "long" },
  clock: { hour: "2-digit", minute: "2-digit" },
  time: { timeStyle: "medium" },
  minute: { dateStyle: "medium", timeStyle: "short" },
  /** Mon 2 Mar 2026, 09:00: where and when people meet. */
  meeting: { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  exact: { dateStyle: "medium", timeStyle: "medium" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Creating a format takes longer than using it a hundred times, and a list uses it in every row. */
const made = new Map<string, Intl.DateTimeFormat>();

/**
 * The one way to format dates and times: in the page's language and the reader's region (22 Nov 2026 for en-GB, Nov 22, 2026 for
 * en-US). Days without a time are formatted in UTC.
 */
export function dateFormat(style: keyof typeof styles, language: string, timeZone = "UTC"): Intl.DateTimeFormat {
  const key = `${style} ${language} ${timeZone}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...styles[style], timeZone });
  made.set(key, format);
  return format;
}

/** The page's language with the reader's region. If the browser does not ask for English, European English is used. */
export function localeOf(language: string): string {
  const base = language.slice(0, 2);
  return navigator.languages.find((wanted) => wanted.toLowerCase().startsWith(`${base}-`)) ?? (base === "en" ? "en-GB" : base);
}
