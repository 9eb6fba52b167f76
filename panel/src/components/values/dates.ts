/** Every way in which a date or time is written, by what it is for. */
const styles = {
  /** 22 Nov 2026 */
  day: { dateStyle: "medium" },
  /** 22 Nov: where the year is plain. */
  short: { day: "numeric", month: "short" },
  month: { month: "long" },
  clock: { hour: "2-digit", minute: "2-digit" },
  time: { timeStyle: "medium" },
  minute: { dateStyle: "medium", timeStyle: "short" },
  /** Mon 2 Mar 2026, 09:00: where and when people meet. */
  meeting: { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  exact: { dateStyle: "medium", timeStyle: "medium" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Making a format takes longer than using it a hundred times, and a list uses it for every row. */
const made = new Map<string, Intl.DateTimeFormat>();

/**
 * The one way to write dates and times: in the page's language, as the reader's browser writes that language (22 Nov 2026 for
 * en-GB, Nov 22, 2026 for en-US). Days without a time are of UTC.
 */
export function dateFormat(style: keyof typeof styles, language: string, timeZone = "UTC"): Intl.DateTimeFormat {
  const key = `${style} ${language} ${timeZone}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...styles[style], timeZone });
  made.set(key, format);
  return format;
}

/** The page's language with the reader's region; of English that a browser does not ask for, Europe's. */
export function localeOf(language: string): string {
  const base = language.slice(0, 2);
  return navigator.languages.find((wanted) => wanted.toLowerCase().startsWith(`${base}-`)) ?? (base === "en" ? "en-GB" : base);
}
