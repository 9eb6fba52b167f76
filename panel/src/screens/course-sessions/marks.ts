import type { Attendee } from "./session-data.ts";

/** What was marked for a person and is not saved yet. */
export type Mark = { attended: boolean | null; result: "" | "passed" | "failed"; score: number | string };

export function markOf({ attended }: Pick<Attendee, "attended">): Mark {
  return { attended, result: "", score: "" };
}

/** The rows to save: people whose marks differ from what is stored. */
export function rowsOf(people: readonly Attendee[], marks: Readonly<Record<string, Mark>>) {
  return people.flatMap((person) => {
    const { attended, result, score } = marks[person.person_id] ?? markOf(person);
    if (attended === null || (result === "" && attended === person.attended)) return [];
    const passed = result === "" ? null : result === "passed";
    return [{ person_id: person.person_id, attended, passed, score: passed === null || score === "" ? null : Number(score) }];
  });
}
