import { flags } from "../../components/values/flags.ts";
import type { MatrixRow } from "../matrix/use-matrix.ts";

/** The course that a person has to complete or renew first, with its day; null: none. */
export function nextOf({ courses }: Pick<MatrixRow, "courses">): { code: string; date: string } | null {
  const due = Object.entries(courses).flatMap(([code, { status, due_date, valid_until }]) => {
    const date = !flags[status].open ? null : flags[status].covered ? valid_until : (due_date ?? valid_until);
    return date === null ? [] : [{ code, date }];
  });
  return due.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))[0] ?? null;
}
