// A statement as lists show it: pure functions.
import type { Static } from "typebox";
import { languageAmong, type Language } from "../../platform/languages.ts";
import type { outcomes, ShownStatementList } from "./panel-schema.ts";
import type { ShownRow } from "./shown-sql.ts";
import { isObject } from "./statement/forms.ts";

type Shown = Static<typeof ShownStatementList>["statements"][number];

const name_max_letters = 200;

export function shownOf({ id, stored_at, statement, voided, person, course }: ShownRow, language: Language): Shown {
  const { verb, object, result, authority } = statement;
  const activity = object.objectType === undefined || object.objectType === "Activity" ? object : null;
  const scaled = result?.score?.scaled;
  return {
    id,
    stored_at,
    person,
    verb: { id: verb.id, name: nameOf(verb.display, verb.id, language) },
    activity: activity && { id: activity.id, name: nameOf(definedName(activity), activity.id, language) },
    score_percent: scaled === undefined ? null : Math.floor(scaled * 100 + 1e-9),
    said_by: cut(authority?.name ?? authority?.account?.name ?? "–"),
    voided,
    outcome: outcomeOf(course),
    course: course && { enrollment_id: course.enrollment_id, title: course.title },
  };
}

function outcomeOf(course: ShownRow["course"]): (typeof outcomes)[number] {
  return course === null ? "record" : (course.result ?? "under_way");
}

function definedName(activity: { definition?: unknown }): unknown {
  return isObject(activity.definition) ? activity.definition["name"] : undefined;
}

/** A language map's text in the reader's language, otherwise in English, otherwise in any; without a map, the end of the IRI. */
function nameOf(map: unknown, iri: string, language: Language): string {
  const texts = isObject(map)
    ? Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === "string")
    : [];
  const textIn = (wanted: Language) => texts.find(([tag]) => languageAmong([tag]) === wanted)?.[1];
  return cut(textIn(language) ?? textIn("en") ?? texts[0]?.[1] ?? iri.split(/[/#]/).findLast((part) => part !== "") ?? iri);
}

function cut(text: string): string {
  const letters = Array.from(text);
  return letters.length <= name_max_letters ? text : `${letters.slice(0, name_max_letters - 1).join("")}…`;
}
