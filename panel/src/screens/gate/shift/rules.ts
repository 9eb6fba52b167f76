// How a downloaded list answers, and when it is refused. The result depends only on the list, the question and the time.
import type { components } from "../../../api/schema.d.ts";
import type { Check } from "../badge/verify.ts";

export type List = components["schemas"]["GateList"];
type Entry = List["people"][number];

/** A list as the phone stores it, with the data that verifies badges. */
export type Shift = {
  list: List;
  /** The department of the list; null: all people. */
  department_id: string | null;
  check: Check;
  /** How far the organisation's clock was ahead of the phone's when the list was made. */
  ahead_ms: number;
  /** The latest time that the phone's clock has shown, by which a clock set back is noticed. */
  latest_ms: number;
};

export type ListAnswer =
  | { kind: "told"; entry: Entry; allowed: boolean; until: string | null }
  | { kind: "unknown" | "too_old" | "clock" | "other_work" };

/** A network that corrects the phone's clock may set it back by at most this much. */
const clock_back_max_ms = 300_000;

/** Why a list does not answer at present; null: it answers. `clock_ms`: the phone's clock. */
export function refusalOf({ list, ahead_ms, latest_ms }: Shift, clock_ms: number): "too_old" | "clock" | null {
  if (clock_ms < latest_ms - clock_back_max_ms) return "clock";
  return clock_ms + ahead_ms >= Date.parse(list.ends_at) ? "too_old" : null;
}

/** The answer for a number on a day, for the list's work or for all that is required of the person. */
export function answerByList(
  shift: Shift,
  { number, course_code, today }: { number: string; course_code: string; today: string },
  clock_ms: number,
): ListAnswer {
  const refusal = refusalOf(shift, clock_ms);
  if (refusal !== null) return { kind: refusal };
  const { list } = shift;
  if (course_code !== "" && course_code !== list.course_code) return { kind: "other_work" };
  const wanted = number.normalize("NFC").trim().toLowerCase();
  const entry = list.people.find((one) => one.number === wanted);
  if (entry === undefined) return { kind: "unknown" };
  return { kind: "told", entry, ...answerOn(course_code === "" ? entry.any : entry.work, today) };
}

/** The list's entry for the holder of a badge; undefined: the list has none. */
export function entryOf({ list }: Shift, user_id: string): Entry | undefined {
  return list.people.find((one) => one.user_id === user_id);
}

export function answerOn(last_day: string | null | false, today: string): { allowed: boolean; until: string | null } {
  if (last_day === false || (last_day !== null && last_day < today)) return { allowed: false, until: null };
  return { allowed: true, until: last_day };
}
