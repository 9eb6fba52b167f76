// Which statements an AU may send in a session (cmi5 §9): pure functions. Each statement is judged by what the session and the
// registration have received before.
import { recordNotAllowed } from "../../learning-records/errors.ts";
import type { Statement } from "../../learning-records/statement/check.ts";
import type { Au, MoveOn } from "../manifest/item.ts";

const category_cmi5 = "https://w3id.org/xapi/cmi5/context/categories/cmi5";
const category_move_on = "https://w3id.org/xapi/cmi5/context/categories/moveon";
const extension = "https://w3id.org/xapi/cmi5/context/extensions/";
const result_extension = "https://w3id.org/xapi/cmi5/result/extensions/";
export const cmi5 = { category_cmi5, category_move_on, extension, result_extension };

const verbs: ReadonlyMap<string, "initialized" | "completed" | "passed" | "failed" | "terminated"> = new Map([
  ["http://adlnet.gov/expapi/verbs/initialized", "initialized"],
  ["http://adlnet.gov/expapi/verbs/completed", "completed"],
  ["http://adlnet.gov/expapi/verbs/passed", "passed"],
  ["http://adlnet.gov/expapi/verbs/failed", "failed"],
  ["http://adlnet.gov/expapi/verbs/terminated", "terminated"],
]);

/** What a session has received so far. */
export type Heard = { initialized: boolean; completed: boolean; judged: boolean; terminated: boolean };
/** What an AU has achieved in a registration. */
export type Achieved = { completed: boolean; passed: boolean; failed: boolean; score: number | null; time: string | null };
export type Progress = { heard: Heard; achieved: Achieved };
export type Judged = { session_id: string; activity_id: string; au: Au };

/** Session and registration after a statement. Throws 403 and names the rule that the statement breaks. */
export function judge({ heard, achieved }: Progress, of: Judged, statement: Statement): Progress {
  refuseForeign(of, statement);
  const verb = verbs.get(statement.verb.id);
  const is_defined = categoriesOf(statement).includes(category_cmi5);
  if (heard.terminated) refuse("nothing follows terminated in a session (§9.3)");
  if (!heard.initialized && !(is_defined && verb === "initialized")) refuse("initialized comes first in a session (§9.3)");
  if (!is_defined) {
    if (categoriesOf(statement).includes(category_move_on))
      refuse("the category moveon is for cmi5 defined statements (§9.6.2.2)");
    return { heard, achieved };
  }
  if (verb === undefined) refuse("this verb is the LMS's to say, or none that cmi5 defines (§9.3)");
  refuseForm(of, verb, statement);
  const scaled = statement.result?.score?.scaled;
  const score = scaled === undefined ? achieved.score : Math.max(0, Math.floor(scaled * 100 + 1e-9));
  switch (verb) {
    case "initialized":
      if (heard.initialized) refuse("initialized is said once in a session (§9.3)");
      return { heard: { ...heard, initialized: true }, achieved };
    case "completed":
      if (heard.completed || achieved.completed) refuse("completed is said once in a registration (§9.3)");
      return { heard: { ...heard, completed: true }, achieved: { ...achieved, completed: true } };
    case "passed":
      if (heard.judged) refuse("of passed and failed one is said in a session (§9.3)");
      if (achieved.passed) refuse("passed is said once in a registration (§9.3)");
      return { heard: { ...heard, judged: true }, achieved: { ...achieved, passed: true, score } };
    case "failed":
      if (heard.judged) refuse("of passed and failed one is said in a session (§9.3)");
      if (achieved.passed) refuse("failed does not follow passed (§9.3)");
      return { heard: { ...heard, judged: true }, achieved: { ...achieved, failed: true, score } };
    default:
      return { heard: { ...heard, terminated: true }, achieved: { ...achieved, time: statement.result?.duration ?? null } };
  }
}

/** §9.1, §9.6, §9.7: rules for every statement of a session. */
function refuseForeign({ session_id, au }: Judged, { id, context, timestamp }: Statement): void {
  if (id === undefined) refuse("the AU gives each statement its id (§9.1)");
  if (context?.extensions?.[`${extension}sessionid`] !== session_id)
    refuse("the session id of the context template is missing (§9.6.3.1)");
  if (!(context.contextActivities?.["grouping"] ?? []).some((one) => one.id === au.publisher_id))
    refuse("the publisher's id of the context template is missing in grouping (§9.6.2.3)");
  if (timestamp === undefined || !/(Z|[+-]00:?00)$/i.test(timestamp)) refuse("the timestamp is missing, or is not UTC (§9.7)");
}

function refuseForm({ activity_id, au }: Judged, verb: string, { object, result, context }: Statement): void {
  if ((object as { id?: string }).id !== activity_id) refuse("the object is not the AU that was launched (§9.4)");
  const { success, completion, score, duration } = result ?? {};
  const is_judged = verb === "passed" || verb === "failed";
  if (is_judged && success !== (verb === "passed")) refuse(`success is ${verb === "passed"} in ${verb} (§9.5.2)`);
  if (!is_judged && success !== undefined) refuse(`${verb} has no success (§9.5.2)`);
  if ((verb === "completed") !== (completion === true)) refuse("completion is true in completed, and nowhere else (§9.5.3)");
  if (score !== undefined && !is_judged) refuse(`${verb} has no score (§9.5.1)`);
  if (score?.raw !== undefined && (score.min === undefined || score.max === undefined))
    refuse("a raw score needs min and max (§9.5.1)");
  if (score?.scaled !== undefined && score.scaled < 0) refuse("a scaled score is from 0 to 1 (§9.5.1)");
  if (verb !== "initialized" && duration === undefined) refuse(`${verb} needs a duration (§9.5.4)`);
  const counts = success !== undefined || completion !== undefined;
  const categories = (context?.contextActivities?.["category"] ?? []).map(({ id }) => id);
  if (counts !== categories.includes(category_move_on))
    refuse("the category moveon stands with success and completion only (§9.6.2.2)");
  if (au.mastery_score === null || score?.scaled === undefined) return;
  if (verb === "passed" && score.scaled < au.mastery_score)
    refuse(`the score of passed is below the mastery score ${au.mastery_score} (§9.3.4)`);
  if (verb === "failed" && score.scaled >= au.mastery_score)
    refuse(`the score of failed reaches the mastery score ${au.mastery_score} (§9.3.5)`);
}

function categoriesOf({ context }: Statement): string[] {
  return (context?.contextActivities?.["category"] ?? []).map(({ id }) => id);
}

type Toward = Pick<Achieved, "completed" | "passed">;
/** §13.1.4: when an AU is satisfied, by its moveOn criterion. */
const met: Readonly<Record<MoveOn, (achieved: Toward) => boolean>> = {
  Passed: ({ passed }) => passed,
  Completed: ({ completed }) => completed,
  CompletedAndPassed: ({ completed, passed }) => completed && passed,
  CompletedOrPassed: ({ completed, passed }) => completed || passed,
  NotApplicable: () => true,
};

export function isSatisfied({ move_on }: Pick<Au, "move_on">, achieved: Toward): boolean {
  return met[move_on](achieved);
}

function refuse(rule: string): never {
  throw recordNotAllowed(`A rule of cmi5 is broken: ${rule}.`);
}
