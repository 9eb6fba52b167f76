// Checks a statement by the rules of xAPI 1.0.3 (Data 2.0). Pure functions; a fault is thrown with its path.
import { recordRefused } from "../errors.ts";
import { statement_max_bytes } from "../limits.ts";
import { activity } from "./activity.ts";
import { agent, agentOrGroup, authority, group, type Agent } from "./agent.ts";
import {
  duration,
  extensions,
  fail,
  flag,
  instant,
  iri,
  isObject,
  language,
  languageMap,
  list,
  mediaType,
  number,
  object,
  oneOf,
  text,
  uuid,
  type Check,
} from "./forms.ts";

export const voided_verb = "http://adlnet.gov/expapi/verbs/voided";
export const signature_usage = "http://adlnet.gov/expapi/attachments/signature";

export type Activity = { objectType?: "Activity"; id: string; definition?: Record<string, unknown> };
export type Attachment = {
  usageType: string;
  display: Record<string, string>;
  contentType: string;
  length: number;
  sha2: string;
  fileUrl?: string;
};
export type StatementObject =
  | Activity
  | (Agent & { objectType: "Agent" | "Group" })
  | { objectType: "StatementRef"; id: string }
  | (Statement & { objectType: "SubStatement" });
export type Statement = {
  id?: string;
  actor: Agent;
  verb: { id: string; display?: Record<string, string> };
  object: StatementObject;
  result?: {
    score?: { scaled?: number; raw?: number; min?: number; max?: number };
    success?: boolean;
    completion?: boolean;
    duration?: string;
    response?: string;
    extensions?: Record<string, unknown>;
  };
  context?: {
    registration?: string;
    instructor?: Agent;
    team?: Agent;
    contextActivities?: Record<string, Activity[]>;
    extensions?: Record<string, unknown>;
    [name: string]: unknown;
  };
  timestamp?: string;
  stored?: string;
  authority?: Agent;
  version?: string;
  attachments?: Attachment[];
};

const verb: Check = (value, at) => void object(value, at, { id: iri, display: languageMap }, ["id"]);
const reference: Check = (value, at) =>
  void object(value, at, { objectType: oneOf("StatementRef"), id: uuid }, ["objectType", "id"]);

const score: Check = (value, at) => {
  const found = object(value, at, { scaled: number, raw: number, min: number, max: number }) as Record<string, number>;
  const { scaled = 0, raw, min, max } = found;
  if (scaled < -1 || scaled > 1) fail(`${at}.scaled`, "must be from -1 to 1");
  if (min !== undefined && max !== undefined && min >= max) fail(`${at}.min`, "must be less than max");
  if (raw !== undefined && ((min !== undefined && raw < min) || (max !== undefined && raw > max)))
    fail(`${at}.raw`, "must be from min to max");
};

const result: Check = (value, at) =>
  void object(value, at, { score, success: flag, completion: flag, response: text, duration, extensions });

const activities: Check = (value, at) => (Array.isArray(value) ? list(activity)(value, at) : activity(value, at));
const contextActivities: Check = (value, at) =>
  void object(value, at, { parent: activities, grouping: activities, category: activities, other: activities });

const context: Check = (value, at) =>
  void object(value, at, {
    registration: uuid,
    instructor: agentOrGroup,
    team: group,
    contextActivities,
    revision: text,
    platform: text,
    language,
    statement: reference,
    extensions,
  });

const length: Check = (value, at) => Number.isSafeInteger(value) || fail(at, "must be a whole number");
const attachment: Check = (value, at) =>
  void object(
    value,
    at,
    { usageType: iri, display: languageMap, description: languageMap, contentType: mediaType, length, sha2: text, fileUrl: iri },
    ["usageType", "display", "contentType", "length", "sha2"],
  );

const version: Check = (value, at) =>
  (typeof value === "string" && /^1\.0(\.\d+)?$/.test(value)) || fail(at, 'must be of the form "1.0.x"');

const said = { actor: agentOrGroup, verb, result, context, timestamp: instant, attachments: list(attachment) };
const required = ["actor", "verb", "object"];

const subStatement: Check = (value, at) => {
  const part: Check = (inner, where) => {
    if (isObject(inner) && inner["objectType"] === "SubStatement") fail(where, "must not hold another SubStatement");
    objectOf(inner, where);
  };
  const found = object(value, at, { ...said, objectType: oneOf("SubStatement"), object: part }, required);
  checkTogether(found as unknown as Statement, at);
};

const objects: Readonly<Record<string, Check>> = {
  Activity: activity,
  Agent: agent,
  Group: group,
  StatementRef: reference,
  SubStatement: subStatement,
};

const objectOf: Check = (value, at) => {
  if (!isObject(value)) fail(at, "must be an object");
  const type = Object.hasOwn(value, "objectType") ? value["objectType"] : "Activity";
  const check = typeof type === "string" && Object.hasOwn(objects, type) ? objects[type]! : undefined;
  if (check === undefined) fail(`${at}.objectType`, `must be one of ${Object.keys(objects).join(", ")}`);
  check(value, at);
};

/** Rules that concern several members. */
function checkTogether(statement: Statement, at: string): void {
  const { objectType = "Activity" } = statement.object;
  for (const name of ["revision", "platform"])
    if (statement.context?.[name] !== undefined && objectType !== "Activity")
      fail(`${at}.context.${name}`, "is only for statements about an activity");
  if (statement.verb.id === voided_verb && objectType !== "StatementRef")
    fail(`${at}.object`, "must be a StatementRef where something is voided");
}

/** Returns the statement, with the activities of its context as lists. Throws 400 where it breaks a rule. */
export function checkStatement(value: unknown, at: string): Statement {
  object(value, at, { ...said, id: uuid, object: objectOf, stored: instant, authority, version }, required);
  const statement = value as Statement;
  checkTogether(statement, at);
  const size = Buffer.byteLength(JSON.stringify(statement));
  if (size > statement_max_bytes) throw recordRefused(`${at} has ${size} bytes; at most ${statement_max_bytes} are kept.`);
  return listed(statement);
}

/** Data 2.4.6.2: single activities of a context are returned as lists. */
function listed<T extends Statement>(statement: T): T {
  const { context: within, object: about } = statement;
  const found = within?.contextActivities;
  const lists = found && Object.fromEntries(Object.entries(found).map(([name, one]) => [name, Array.isArray(one) ? one : [one]]));
  return {
    ...statement,
    ...(lists === undefined ? {} : { context: { ...within, contextActivities: lists } }),
    ...(about.objectType === "SubStatement" ? { object: listed(about) } : {}),
  };
}
