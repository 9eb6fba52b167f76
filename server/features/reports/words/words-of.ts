// What reports say beside what was found: headings, codes, and what was left out.
import type { SubjectName } from "../schema.ts";
import type { Vocabulary } from "../subjects/subject.ts";

export type Words = OwnWords & { codes: Record<"flag", Readonly<Record<string, string>>> };

/** What stands in the file of a language: all but the names of flags. */
export type OwnWords = {
  locale: string;
  subject: Record<SubjectName, string>;
  /** Headings by the name of the column. */
  column: Readonly<Record<string, string>>;
  codes: Record<Exclude<Vocabulary, "flag">, Readonly<Record<string, string>>>;
  yes: string;
  no: string;
  /** Of a group whose rows have no value. */
  none: string;
  /** Of all groups that are not shown by themselves. */
  others: string;
  /** Heading of the numbers of groups. */
  rows: string;
  /** The last line of a file that leaves rows out. */
  cut: (rows: number) => string;
  /** Below the title of a PDF. */
  read_at: (at: string) => string;
  page: (page: number) => string;
};
