import type { components } from "../../api/schema.d.ts";

type Asked = Pick<components["schemas"]["Rule"], "courses" | "due_days" | "on_leave">;

/** The courses asked for, and their terms, as values of a form. */
export function askingValues({ courses, due_days, on_leave }: Partial<Asked>) {
  return {
    course_ids: (courses ?? []).map(({ id }) => id),
    due_days: (due_days ?? "") as number | string,
    on_leave: on_leave ?? ("cancel" as const),
  };
}

export type AskingValues = ReturnType<typeof askingValues>;

export function askingOf({ course_ids, due_days, on_leave }: AskingValues) {
  return { course_ids, due_days: numberOf(due_days), on_leave };
}

/** An empty field means no number; a text that is no number is sent as it is, and the server refuses it. */
export function numberOf(value: number | string): number | null {
  return value === "" ? null : Number(value);
}
