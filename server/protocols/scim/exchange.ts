import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Caller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import type { Statement } from "../../platform/db/sql.ts";
import { readFew, readTenant, type Db } from "../../platform/db/transaction.ts";
import type { ResourceType } from "./attributes.ts";
import type { Site } from "./filter/storage-sql.ts";
import type { JsonObject } from "./patch/merge-json.ts";
import type { Note } from "./normalise/request.ts";
import type { Change } from "./patch/changes.ts";
import { profiles, type Profile } from "./profile.ts";
import { userType, type OwnAttribute } from "./schemas.ts";
import { findSettings, type Settings } from "./settings-sql.ts";

export type ScimOptions = { pool: Pool; keyring: Keyring; base_url: string };

/** One request of an identity provider: its client, its organisation, and how the request is interpreted. */
export type Exchange = ScimOptions & {
  caller: Caller;
  site: Site;
  /** The URL of the organisation's resources, without a trailing `/`. */
  root_url: string;
  profile: Profile;
  own: readonly OwnAttribute[];
  user_type: ResourceType;
  create_departments: boolean;
  reader: Reader;
};

/**
 * Read-only statements, each in a packet of its own. `page`: for statements that find the rows of a page by indexes, with the
 * plan that the connection keeps. `few`: for a few rows; the statement shares a packet with reads of other requests.
 */
export type Reader = Pick<Db, "rows" | "row"> & Record<"page" | "few", Db["rows"]>;

export async function openExchange(options: ScimOptions, caller: Caller): Promise<Exchange> {
  const settings = await settingsOf(options.pool, caller.tenant.id, caller.client.id);
  const root_url = `${options.base_url}/scim/v2/${caller.tenant.code}`;
  return {
    ...options,
    caller,
    root_url,
    site: siteOf(caller.tenant.id, root_url),
    profile: profiles[settings.profile],
    own: settings.own,
    user_type: userTypeOf(settings),
    create_departments: settings.create_departments,
    reader: readerOf(options.pool, caller.tenant.id),
  };
}

/** Queries for settings that other requests may still join, by client. */
const asking = new WeakMap<Pool, Map<string, Promise<Settings>>>();

/**
 * Requests of a client that are admitted in the same turn of the event loop share one query for its settings. A request never
 * uses a query that was sent before the request arrived.
 */
function settingsOf(pool: Pool, tenant_id: string, client_id: string): Promise<Settings> {
  const open = asking.get(pool) ?? new Map<string, Promise<Settings>>();
  asking.set(pool, open);
  const key = `${tenant_id} ${client_id}`;
  const asked = open.get(key);
  if (asked !== undefined) return asked;
  const settings = findSettings(pool, tenant_id, client_id);
  open.set(key, settings);
  // The query is sent in this turn, so later requests must not join it.
  process.nextTick(() => open.delete(key));
  return settings;
}

function readerOf(pool: Pool, tenant_id: string): Reader {
  return {
    rows: <Row>(statement: Statement) => readTenant<Row>(pool, tenant_id, statement),
    row: async <Row>(statement: Statement) => (await readTenant<Row>(pool, tenant_id, statement))[0],
    page: <Row>(statement: Statement) => readTenant<Row>(pool, tenant_id, statement, "few_rows"),
    few: <Row>(statement: Statement) => readFew<Row>(pool, tenant_id, statement),
  };
}

/** An answer. `log` is for the sync log: the resource of the request, and the result. */
export type ScimAnswer = {
  status: number;
  body: object | null;
  headers?: Readonly<Record<string, string>>;
  log?: ExchangeLog;
  /** The transaction of the change has already written the sync log. */
  is_logged?: boolean;
  /** For a Bulk request instead of `log`: one entry for each step. */
  operations?: readonly LoggedExchange[];
};

export type ExchangeLog = {
  resource_type: "User" | "Group";
  resource_id: string;
  /** The person's userName or the group's displayName. */
  resource_name: string | null;
  notes: readonly Note[];
  changes: readonly Change[];
};

/** One request, or one operation of a Bulk request, in the form of the sync log. */
export type LoggedExchange = {
  method: string;
  /** The path after the organisation's code, without the query. */
  path: string;
  resource_type: "User" | "Group" | null;
  resource_id: string | null;
  /** The userName or displayName. */
  resource_name: string | null;
  status: number;
  scim_type: string | null;
  detail: string | null;
  notes: readonly Note[];
  changes: readonly Change[];
  duration_ms: number;
};

/** The preconditions of a request (RFC 7644 §3.14). */
export type Preconditions = { if_match?: string | undefined; if_none_match?: string | undefined };

/** The ETag of a version of a resource. */
export function etagOfVersion(version: number): string {
  return `W/"${version}"`;
}

/** The headers for version and location that every answer with a single resource has. */
export function resourceHeaders(resource: JsonObject): Record<string, string> {
  const meta = resource["meta"] as { location: string; version: string };
  return { etag: meta.version, location: meta.location };
}

/** Resource types are cached by their definitions, for up to a hundred organisations. */
const types = new Map<string, ResourceType>();
const types_max = 100;

function userTypeOf({ own }: Settings): ResourceType {
  const key = JSON.stringify(own);
  const known = types.get(key);
  if (known !== undefined) return known;
  if (types.size >= types_max) types.clear();
  const made = userType(own);
  types.set(key, made);
  return made;
}

/** An organisation's site is one object as long as it is remembered: what is made of it can be kept beside it. */
const sites = new Map<string, Site>();
const sites_max = 100;

function siteOf(tenant_id: string, root_url: string): Site {
  const key = `${tenant_id} ${root_url}`;
  const known = sites.get(key);
  if (known !== undefined) return known;
  if (sites.size >= sites_max) sites.clear();
  const made = { tenant_id, users_url: `${root_url}/Users/`, groups_url: `${root_url}/Groups/` };
  sites.set(key, made);
  return made;
}
