// How statements are queried (xAPI 1.0.3, Communication 2.1.3), and the formats of the answer.
import type { Db } from "../../platform/db/transaction.ts";
import { isUuid } from "../../platform/ids.ts";
import { notFound } from "../../platform/http/problem.ts";
import { recordRefused } from "./errors.ts";
import { keyOf } from "./keys.ts";
import { page_max, settle_max_ms } from "./limits.ts";
import type { Speaker } from "./speaker.ts";
import {
  findStatement,
  isSettled,
  listAttachments,
  listDefinitions,
  listStatements,
  readNow,
  type Cursor,
  type FoundStatement,
  type StatementFilter,
} from "./sql.ts";
import { agentOrGroup, identifierOf, type Agent } from "./statement/agent.ts";
import type { Activity, Statement } from "./statement/check.ts";
import { instantOf, isIri, isObject } from "./statement/forms.ts";

/** The parameters of a request by their names, each once. */
export type Parameters = Readonly<Record<string, string>>;
export type Format = "exact" | "ids" | "canonical";

export type Asked = {
  id: string | null;
  voided: boolean;
  filter: Omit<StatementFilter, "only">;
  ascending: boolean;
  limit: number;
  format: Format;
  attachments: boolean;
  after: Cursor | null;
};

const of_one = ["statementId", "voidedStatementId", "format", "attachments"];
const of_many = [
  "agent",
  "verb",
  "activity",
  "registration",
  "related_activities",
  "related_agents",
  "since",
  "until",
  "limit",
  "ascending",
];

/** Throws 400 where a parameter is unknown or cannot be read. */
export function readAsked(parameters: Parameters): Asked {
  const unknown = Object.keys(parameters).find((name) => ![...of_one, ...of_many].includes(name));
  if (unknown !== undefined) throw recordRefused(`The parameter ${unknown} is not known here.`);
  const { statementId, voidedStatementId } = parameters;
  if (statementId !== undefined || voidedStatementId !== undefined) {
    const other = Object.keys(parameters).find((name) => !of_one.includes(name));
    if (other !== undefined || (statementId !== undefined && voidedStatementId !== undefined))
      throw recordRefused("statementId and voidedStatementId stand alone, or with format and attachments.");
  }
  const id = statementId ?? voidedStatementId ?? null;
  if (id !== null && !isUuid(id)) throw recordRefused("The statement's id must be a UUID.");
  const { registration } = parameters;
  if (registration !== undefined && !isUuid(registration)) throw recordRefused("registration must be a UUID.");
  return {
    id: id?.toLowerCase() ?? null,
    voided: voidedStatementId !== undefined,
    filter: {
      keys: keysAsked(parameters),
      registration: registration?.toLowerCase() ?? null,
      since_ms: instantIn(parameters, "since"),
      until_ms: instantIn(parameters, "until"),
    },
    ascending: flagIn(parameters, "ascending"),
    limit: limitIn(parameters["limit"]),
    format: formatIn(parameters["format"]),
    attachments: flagIn(parameters, "attachments"),
    after: null,
  };
}

function keysAsked(parameters: Parameters): string[] {
  const { agent, verb, activity } = parameters;
  const keys: string[] = [];
  const [of_agents, of_activities] = [flagIn(parameters, "related_agents"), flagIn(parameters, "related_activities")];
  if (agent !== undefined) {
    const identifier = identifierOf(agentIn(agent));
    if (identifier === null) throw recordRefused("agent must be an agent, or a group with a name of its own.");
    keys.push(keyOf(of_agents ? "related_agent" : "agent", identifier));
  }
  for (const [name, value] of [
    ["verb", verb],
    ["activity", activity],
  ] as const)
    if (value !== undefined && !isIri(value)) throw recordRefused(`${name} must be an IRI.`);
  if (verb !== undefined) keys.push(keyOf("verb", verb));
  if (activity !== undefined) keys.push(keyOf(of_activities ? "related_activity" : "activity", activity));
  return keys;
}

/** The agent in a parameter. */
export function agentIn(text: string): Agent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw recordRefused("agent must be JSON.");
  }
  agentOrGroup(value, "agent");
  return value as Agent;
}

function flagIn(parameters: Parameters, name: string): boolean {
  const value = parameters[name] ?? "false";
  if (value !== "true" && value !== "false") throw recordRefused(`${name} must be true or false.`);
  return value === "true";
}

export function instantIn(parameters: Parameters, name: string): number | null {
  const value = parameters[name];
  if (value === undefined) return null;
  const ms = instantOf(value);
  if (ms === null) throw recordRefused(`${name} must be an instant of ISO 8601.`);
  return ms;
}

function limitIn(value: string | undefined): number {
  if (value === undefined || value === "0") return page_max;
  if (!/^\d{1,9}$/.test(value)) throw recordRefused("limit must be a whole number, 0 or more.");
  return Math.min(Number(value), page_max);
}

function formatIn(value = "exact"): Format {
  if (value !== "exact" && value !== "ids" && value !== "canonical")
    throw recordRefused("format must be ids, exact or canonical.");
  return value;
}

export type File = { sha2: string; content_type: string; bytes: Buffer };
export type Found = {
  statements: Statement[];
  /** The place after which the next page begins; null: this is the last page. */
  next: Cursor | null;
  files: File[];
};

/** The statements for a query. Throws 404 when a single statement is asked for and does not exist. */
export async function findStatements(db: Db, speaker: Speaker, asked: Asked, languages: readonly string[]): Promise<Found> {
  const { tenant_id, only } = speaker;
  const { id, voided, filter, ascending, limit, after } = asked;
  let rows: FoundStatement[];
  if (id === null) rows = await listStatements(db, tenant_id, { ...filter, only }, { after, ascending, limit: limit + 1 });
  else {
    const row = await findStatement(db, tenant_id, id, voided, only);
    if (row === undefined) throw notFound("No such statement.");
    rows = [row];
  }
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)! : null;
  const ids = page.map((row) => row.id);
  const statements = page.map(({ statement, id: own }) => ({ ...statement, id: own }));
  return {
    statements: await formed(db, tenant_id, statements, asked.format, languages),
    next: last && { stored_ms: last.stored_ms, place: last.place, id: last.id },
    files: asked.attachments && ids.length > 0 ? await listAttachments(db, tenant_id, ids) : [],
  };
}

/** The instant up to which all stored statements are found. */
export async function consistentThrough(db: Db): Promise<string> {
  const now_ms = await readNow(db);
  return new Date((await isSettled(db)) ? now_ms : now_ms - settle_max_ms).toISOString();
}

async function formed(
  db: Db,
  tenant_id: string,
  statements: Statement[],
  format: Format,
  languages: readonly string[],
): Promise<Statement[]> {
  if (format === "exact") return statements;
  if (format === "ids") return statements.map((one) => asIds(one) as Statement);
  const known = new Map<string, Activity>();
  const canonicalActivity = async (activity: Activity): Promise<Activity> => {
    const found = known.get(activity.id) ?? (await describeActivity(db, tenant_id, activity.id));
    known.set(activity.id, found);
    return inLanguage(found, languages) as Activity;
  };
  const all: Statement[] = [];
  for (const statement of statements) all.push(await canonicalStatement(statement, canonicalActivity, languages));
  return all;
}

type Describe = (activity: Activity) => Promise<Activity>;

async function canonicalStatement<T extends Statement>(
  statement: T,
  describe: Describe,
  languages: readonly string[],
): Promise<T> {
  const { object, context, verb } = statement;
  const is_activity = object.objectType === undefined || object.objectType === "Activity";
  const about = is_activity
    ? await describe(object)
    : object.objectType === "SubStatement"
      ? await canonicalStatement(object, describe, languages)
      : object;
  const lists: Record<string, Activity[]> = {};
  for (const [name, list] of Object.entries(context?.contextActivities ?? {})) {
    lists[name] = [];
    for (const one of list) lists[name].push(await describe(one));
  }
  return {
    ...statement,
    verb: inLanguage(verb, languages) as T["verb"],
    object: about,
    ...(context?.contextActivities === undefined ? {} : { context: { ...context, contextActivities: lists } }),
  };
}

const described_by_max = 50;

/** The definition of an activity, merged from statements; later ones take precedence. */
export async function describeActivity(db: Db, tenant_id: string, id: string): Promise<Activity> {
  const statements = await listDefinitions(db, tenant_id, keyOf("related_activity", id), described_by_max);
  const definitions = statements.flatMap((one) => definitionsIn(one, id)).toReversed();
  const definition = definitions.reduce<Record<string, unknown>>((all, one) => merged(all, one), {});
  return { objectType: "Activity", id, ...(definitions.length === 0 ? {} : { definition }) };
}

function definitionsIn(value: unknown, id: string): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap((one) => definitionsIn(one, id));
  if (!isObject(value)) return [];
  if (value["id"] === id && isObject(value["definition"])) return [value["definition"]];
  return ["object", "context", "contextActivities", "parent", "grouping", "category", "other"].flatMap((name) =>
    definitionsIn(value[name], id),
  );
}

function merged(all: Record<string, unknown>, one: Record<string, unknown>): Record<string, unknown> {
  const maps = ["name", "description", "extensions"].filter((name) => isObject(all[name]) && isObject(one[name]));
  return {
    ...all,
    ...one,
    ...Object.fromEntries(maps.map((name) => [name, { ...(all[name] as object), ...(one[name] as object) }])),
  };
}

/** Reduces language maps to one language: the first preferred one that exists, otherwise any. */
function inLanguage(value: unknown, languages: readonly string[], name = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => inLanguage(one, languages));
  if (!isObject(value)) return value;
  if (["display", "name", "description"].includes(name)) {
    const tags = Object.keys(value);
    const wanted = languages.flatMap((language) => tags.find((tag) => isWithin(tag, language)) ?? []);
    const chosen = wanted[0] ?? tags[0];
    return chosen === undefined ? value : { [chosen]: value[chosen] };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === "extensions" ? one : inLanguage(one, languages, key)]),
  );
}

function isWithin(tag: string, language: string): boolean {
  const [one, other] = [tag.toLowerCase(), language.toLowerCase()];
  return one === other || one.startsWith(`${other}-`);
}

/** Reduces a statement to what identifies its agents, activities and verb. */
function asIds(statement: Statement): unknown {
  const { actor, verb, object, context, authority } = statement;
  const agent = (one: Agent): Agent => {
    const identifier = identifierOf(one);
    const { name: _, member, ...rest } = one;
    if (one.objectType !== "Group") return rest;
    return identifier === null ? { ...rest, member: (member ?? []).map(agent) } : rest;
  };
  const activity = ({ id }: Activity) => ({ id });
  const inner = (): unknown => {
    const type = object.objectType ?? "Activity";
    if (type === "Activity") return activity(object as Activity);
    if (type === "Agent" || type === "Group") return agent(object as Agent);
    return type === "SubStatement" ? asIds(object as Statement) : object;
  };
  const lists = Object.entries(context?.contextActivities ?? {}).map(([name, list]) => [name, list.map(activity)]);
  return {
    ...statement,
    actor: agent(actor),
    verb: { id: verb.id },
    object: inner(),
    ...(authority === undefined ? {} : { authority: agent(authority) }),
    ...(context === undefined
      ? {}
      : {
          context: {
            ...context,
            ...(context.instructor === undefined ? {} : { instructor: agent(context.instructor) }),
            ...(context.team === undefined ? {} : { team: agent(context.team) }),
            ...(lists.length === 0 ? {} : { contextActivities: Object.fromEntries(lists) }),
          },
        }),
  };
}
