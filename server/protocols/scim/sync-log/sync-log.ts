// The sync log: for each request that writes or is refused, what it asked for and what happened, so that it answers why a person
// was, or was not, changed. It is written after the answer is known, by a statement of its own, or in the transaction of the
// change (groups/together.ts, users/write.ts). A request that failed because of the database has changed nothing and may be
// missing here.
import { readTenant } from "../../../platform/db/transaction.ts";
import { isUuid, newId } from "../../../platform/ids.ts";
import { ScimError } from "../errors.ts";
import type { Exchange, LoggedExchange, ScimAnswer } from "../exchange.ts";
import { asLine } from "../line.ts";
import { isObject, memberOf } from "../patch/merge-json.ts";
import type { Change } from "../patch/changes.ts";
import { insertionOfExchanges, type NewExchange } from "./sql.ts";

export type Asked = { method: string; path: string; body: unknown };

const path_max = 500;
const name_max = 255;
/** Maximum number of characters of one value, before or after. */
const value_max = 1_000;
/** Maximum number of changes that one row lists. */
const changes_max = 200;

/** The log entry of a request and its answer or error. */
export function describe({ method, path, body }: Asked, result: ScimAnswer | ScimError): Omit<LoggedExchange, "duration_ms"> {
  const error = result instanceof ScimError ? result : null;
  const log = result instanceof ScimError ? undefined : result.log;
  const [, endpoint, id] = /^\/(Users|Groups)(?:\/([^/]+))?/.exec(path) ?? [];
  const named = endpoint === "Users" ? ("User" as const) : endpoint === "Groups" ? ("Group" as const) : null;
  return {
    method,
    path: path.slice(0, path_max),
    resource_type: log?.resource_type ?? named,
    resource_id: log?.resource_id ?? (id !== undefined && isUuid(id) ? id.toLowerCase() : null),
    resource_name: log ? log.resource_name : nameIn(body),
    status: result.status,
    scim_type: error?.scimType ?? null,
    detail: error?.detail ?? null,
    notes: log?.notes ?? [],
    changes: (log?.changes ?? []).slice(0, changes_max).map(shortened),
  };
}

function nameIn(body: unknown): string | null {
  if (!isObject(body)) return null;
  const name = memberOf(body, "userName") ?? memberOf(body, "displayName");
  return typeof name === "string" ? asLine(name).slice(0, name_max) : null;
}

function shortened({ path, before, after }: Change): Change {
  return { path, before: short(before), after: short(after) };
}

function short(value: Change["before"]): Change["before"] {
  const text = JSON.stringify(value);
  // Cutting may leave half of a surrogate pair, which is no valid text.
  return text.length <= value_max ? value : `${text.slice(0, value_max).toWellFormed()}…`;
}

/** Whether a request belongs in the log; reads and searches only if they are refused. */
export function isLogged({ method, path }: Asked, status: number): boolean {
  return status >= 400 || (method !== "GET" && !path.endsWith("/.search"));
}

export async function keepLog(exchange: Exchange, logged: readonly LoggedExchange[]): Promise<void> {
  const { pool, caller } = exchange;
  if (logged.length === 0) return;
  await readTenant(pool, caller.tenant.id, insertionOfExchanges(caller.tenant.id, rowsOf(exchange, logged)));
}

/** The log rows of a request. */
export function rowsOf({ caller, profile }: Exchange, logged: readonly LoggedExchange[]): NewExchange[] {
  const { client, request_id, now } = caller;
  const asked = { client_id: client.id, request_id: request_id ?? "", profile: profile.name, at: now.toString() };
  return logged.map((each) => ({ id: newId(), ...asked, ...each }));
}
