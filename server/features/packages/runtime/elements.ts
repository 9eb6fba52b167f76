// The elements of the data model that an item may set, each with its largest length (SCORM 1.2 Run-Time Environment §3.4; SCORM
// 2004 4th Edition RTE §4.2). Elements that an item cannot set, such as the learner's name, are ignored; values that do not fit
// are refused.
import { commitRefused } from "../errors.ts";
import type { Standard } from "../manifest/item.ts";

/** Values by the names of elements, such as `cmi.suspend_data`. */
export type Elements = Readonly<Record<string, string>>;

/** The most elements of one item. A test of some hundred questions has a few thousand. */
export const elements_max = 10_000;
const decimal = /^-?\d{1,12}(\.\d{1,12})?$/;

type Rule = { name: RegExp; letters_max: number; value?: RegExp };

const rules_12: readonly Rule[] = [
  { name: /^cmi\.suspend_data$/, letters_max: 4_096 },
  { name: /^cmi\.comments$/, letters_max: 4_096 },
  { name: /^cmi\.core\.lesson_location$/, letters_max: 255 },
  {
    name: /^cmi\.core\.lesson_status$/,
    letters_max: 20,
    value: /^(passed|completed|failed|incomplete|browsed|not attempted)$/,
  },
  { name: /^cmi\.core\.exit$/, letters_max: 20, value: /^(time-out|suspend|logout)$/ },
  { name: /^cmi\.core\.session_time$/, letters_max: 20, value: /^\d{2,4}:\d{2}:\d{2}(\.\d{1,2})?$/ },
  { name: /^cmi\.core\.score\.(raw|min|max)$/, letters_max: 30, value: decimal },
  { name: /^cmi\.student_preference\.(audio|language|speed|text)$/, letters_max: 255 },
  { name: /^cmi\.objectives\.\d{1,4}\.(id|status|score\.(raw|min|max))$/, letters_max: 255 },
  {
    name: /^cmi\.interactions\.\d{1,4}\.(id|time|type|weighting|student_response|result|latency|(objectives|correct_responses)\.\d{1,3}\.(id|pattern))$/,
    letters_max: 255,
  },
];

const rules_2004: readonly Rule[] = [
  { name: /^cmi\.suspend_data$/, letters_max: 64_000 },
  { name: /^cmi\.location$/, letters_max: 1_000 },
  { name: /^cmi\.completion_status$/, letters_max: 20, value: /^(completed|incomplete|not attempted|unknown)$/ },
  { name: /^cmi\.success_status$/, letters_max: 20, value: /^(passed|failed|unknown)$/ },
  { name: /^cmi\.exit$/, letters_max: 20, value: /^(time-out|suspend|logout|normal)$/ },
  {
    name: /^cmi\.session_time$/,
    letters_max: 60,
    value: /^P(?=[\dT])(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d{1,2})?S)?)?$/,
  },
  { name: /^cmi\.progress_measure$/, letters_max: 30, value: decimal },
  { name: /^cmi\.score\.(scaled|raw|min|max)$/, letters_max: 30, value: decimal },
  { name: /^cmi\.learner_preference\.(audio_level|language|delivery_speed|audio_captioning)$/, letters_max: 250 },
  { name: /^cmi\.comments_from_learner\.\d{1,4}\.(comment|location|timestamp)$/, letters_max: 4_000 },
  {
    name: /^cmi\.objectives\.\d{1,4}\.(id|description|success_status|completion_status|progress_measure|score\.(scaled|raw|min|max))$/,
    letters_max: 4_000,
  },
  {
    name: /^cmi\.interactions\.\d{1,4}\.(id|type|timestamp|weighting|learner_response|result|latency|description|objectives\.\d{1,3}\.id|correct_responses\.\d{1,3}\.pattern)$/,
    letters_max: 16_000,
  },
];

/** Those of the given elements that an item may set. Throws 422 when a value does not fit. */
export function elementsOf(standard: Standard, given: Readonly<Record<string, unknown>>): Elements {
  const rules = standard === "scorm_1.2" ? rules_12 : rules_2004;
  const names = Object.keys(given);
  if (names.length > elements_max) throw commitRefused(`An item may set at most ${elements_max} elements.`);
  const kept: Record<string, string> = {};
  for (const name of names) {
    const rule = rules.find((one) => one.name.test(name));
    const value = textOf(given[name]);
    if (rule === undefined || value === "") continue;
    if (value.length > rule.letters_max)
      throw commitRefused(`${name} has ${value.length} characters; at most ${rule.letters_max} are kept.`);
    if (rule.value !== undefined && !rule.value.test(value)) throw commitRefused(`${name} cannot be ${JSON.stringify(value)}.`);
    kept[name] = value;
  }
  return kept;
}

function textOf(value: unknown): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return "";
  // PostgreSQL can store neither NUL nor half of a surrogate pair.
  return value.replaceAll("\u0000", "").toWellFormed();
}
