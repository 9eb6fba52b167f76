// The texts of reports besides their data: headings, codes, and remarks about rows that are left out.
import type { SubjectName } from "../schema.ts";
import type { Vocabulary } from "../subjects/subject.ts";

export type Words = OwnWords & { codes: Record<"flag", Readonly<Record<string, string>>> };

/** The texts in the file of a language; the names of flags are elsewhere. */
export type OwnWords = {
  locale: string;
  subject: Record<SubjectName, string>;
  /** Headings by the names of columns. */
  column: Readonly<Record<string, string>>;
  codes: Record<Exclude<Vocabulary, "flag">, Readonly<Record<string, string>>>;
  yes: string;
  no: string;
  /** The title of the group of rows without a value. */
  none: string;
  /** The title of the group that joins all groups which are not shown. */
  others: string;
  /** The heading of the numbers of groups. */
  rows: string;
  /** The last line of a file that leaves rows out. */
  cut: (rows: number) => string;
  /** The line below the title of a PDF. */
  read_at: (at: string) => string;
  page: (page: number) => string;
};
