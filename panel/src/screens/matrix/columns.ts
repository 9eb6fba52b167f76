import type { components } from "../../api/schema.d.ts";
import { type Flag, worst_first } from "../../components/values/flags.ts";
import type { MatrixRow } from "./use-matrix.ts";

type Choices = components["schemas"]["ComplianceMatrixChoices"];

export type CourseColumn = { code: string; title: string };
/** The courses of a learning path, side by side; `code` null: those without a path. */
export type ColumnGroup = { code: string | null; title: string; courses: readonly CourseColumn[]; folded: boolean };

/** If more courses are required than this, only those that a person on the page must take have a column. */
const courses_max = 60;

/**
 * The matrix's columns: the required courses, sorted by code and grouped by learning path. A course of several paths stands in
 * the first of them. Without paths there is one group.
 */
export function columnGroups(
  rows: readonly MatrixRow[],
  choices: Pick<Choices, "courses" | "paths"> | undefined,
  { course_code, folded }: { course_code: string; folded: ReadonlySet<string> },
): ColumnGroup[] {
  const titles = new Map(choices?.courses.map(({ code, title }) => [code, title]));
  const needed = rows.flatMap((row) => Object.keys(row.courses));
  const codes = new Set(titles.size <= courses_max ? [...titles.keys(), ...needed] : needed);
  const is_shown = (code: string) => course_code === "" || code.toLowerCase() === course_code.toLowerCase();
  const left = new Set([...codes].filter(is_shown).toSorted());
  const take = (codes: Iterable<string>) =>
    [...codes].filter((code) => left.delete(code)).map((code) => ({ code, title: titles.get(code) ?? code }));
  const paths = choices?.paths.map(({ code, title, courses }) => ({
    code,
    title,
    courses: take(courses),
    folded: folded.has(code),
  }));
  const groups: ColumnGroup[] = (paths ?? []).filter(({ courses }) => courses.length > 0);
  const rest = take([...left]);
  return rest.length === 0 ? groups : [...groups, { code: null, title: "", courses: rest, folded: false }];
}

/** How many columns a group has. */
export function widthOf({ folded, courses }: ColumnGroup): number {
  return folded ? 1 : courses.length;
}

/** The worst flag of a person among some courses; null: none of them is required. */
export function worstOf(row: Pick<MatrixRow, "courses">, courses: readonly CourseColumn[]): Flag | null {
  const found = new Set(courses.map(({ code }) => row.courses[code]?.status));
  return worst_first.find((flag) => found.has(flag)) ?? null;
}
