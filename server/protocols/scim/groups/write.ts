// POST, PUT, PATCH and DELETE of groups. Members are rows; statements add and remove those that a request names, without reading
// the list of members. Each request is one transaction.
import type { MemberChange, Moved } from "../../../features/groups/provision-members.ts";
import { changeProvisionedGroup, provisionGroup, releaseGroup } from "../../../features/groups/provision.ts";
import {
  findProvisionedGroupForChange,
  listUnknownPeople,
  type ProvisionedGroup,
  type SaidGroup,
} from "../../../features/groups/provisioned-sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import { isLongerThan } from "../../../platform/text.ts";
import { answerChange, checkVersion, documentChange, type ChangeRequest } from "../change-request.ts";
import { deleteDocument, keepDocument } from "../documents-sql.ts";
import { scimError } from "../errors.ts";
import { normalForm } from "../filter/normal-form.ts";
import { type Exchange, type Preconditions, type ScimAnswer } from "../exchange.ts";
import { answerGroup, noSuchGroup, showGroup, showsMembers } from "./groups.ts";
import { findGroup, type GroupRow } from "./sql.ts";
import { inTransaction } from "../in-transaction.ts";
import { planMembership } from "./membership.ts";
import { isObject, isSame, memberOf, withMember, type JsonObject } from "../patch/merge-json.ts";
import { normalisePatch, type PatchRequest } from "../normalise/normalise.ts";
import type { Note } from "../normalise/request.ts";
import { findChanges, type Change } from "../patch/changes.ts";
import { patchResource, schemasOf } from "../patch/patch.ts";
import { parseProjection, type ProjectionRequest } from "../patch/project.ts";
import { readResource, replaceByRead } from "../patch/replace.ts";
import { group_type } from "../schemas.ts";
import { keepWaiting, namesOf } from "./waiting.ts";
import { deleteOtherWaiting } from "./waiting-sql.ts";

export async function createGroup(exchange: Exchange, body: unknown, shown: ProjectionRequest): Promise<ScimAnswer> {
  const { profile, caller, site } = exchange;
  const { resource, members, notes } = readResource(body, { type: group_type, profile });
  emptyBody(body);
  const { said, document } = mapGroup(resource);
  const projection = parseProjection(shown, group_type);
  const { row, moved, waiting } = await inTransaction(exchange, async (db) => {
    const people = await knownPeople(db, exchange, members ?? []);
    const { id, ...moved } = await provisionGroup(db, caller, said, people.known);
    await keep(db, exchange, id, document);
    const waiting = await keepWaiting(db, exchange, id, { unknown: people.unknown, remove: [], is_replaced: false });
    const row = (await findGroup(db, site.tenant_id, id, showsMembers(projection)))!;
    return { row, moved, waiting };
  });
  const changes = findChanges({}, showGroup({ ...row, members: null }, site));
  return {
    ...answerGroup(201, showGroup(row, site), projection),
    log: logOf(row, [...notes, ...waiting], changes, moved),
  };
}

export function replaceGroup(
  exchange: Exchange,
  id: string,
  body: unknown,
  shown: ProjectionRequest,
  preconditions: Preconditions,
): Promise<ScimAnswer> {
  const request = { type: group_type, profile: exchange.profile };
  const reading = readEarly(() => readResource(body, request));
  emptyBody(body);
  return change(exchange, { id, shown, preconditions, status: 200 }, (current) => {
    const replaced = replaceByRead(current, reading(), request);
    // RFC 7644 §3.5.1 allows attributes that are not mentioned to stay. A request without `members` keeps the members.
    return { ...replaced, members: { add: [], remove: [], replace: replaced.members } };
  });
}

export function patchGroup(
  exchange: Exchange,
  id: string,
  body: unknown,
  shown: ProjectionRequest,
  preconditions: Preconditions,
): Promise<ScimAnswer> {
  const { profile } = exchange;
  // RFC 7644 §3.5.2: a request that names attributes gets them in the answer.
  const status = shown.attributes === undefined ? 204 : 200;
  const reading = readEarly(() => readPatch(body, { type: group_type, profile, id: id.toLowerCase() }));
  emptyBody(body);
  return change(exchange, { id, shown, preconditions, status }, (current) => {
    const { others, members, notes } = reading();
    return { ...patchResource(current, others, group_type, profile), members, notes };
  });
}

function readPatch(body: unknown, request: PatchRequest) {
  const { operations, notes } = normalisePatch(body, request);
  const { others, ...members } = planMembership(operations);
  return { others, members, notes };
}

/**
 * Reads a request before its transaction begins: reading 100,000 members takes a while, in which the group would be locked for
 * others. Its errors are thrown when the result is requested.
 */
function readEarly<Read>(read: () => Read): () => Read {
  try {
    const result = read();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/**
 * Empties a body that has been read, because the request keeps it in memory until it is answered, and lists of members are its
 * largest part. Names stay for the sync log.
 */
function emptyBody(body: unknown): void {
  if (!isObject(body)) return;
  for (const [name, value] of Object.entries(body)) if (typeof value === "object") Reflect.deleteProperty(body, name);
}

export async function deleteGroup(exchange: Exchange, id: string, preconditions: Preconditions): Promise<ScimAnswer> {
  const { site, caller } = exchange;
  const { row, moved } = await inTransaction(exchange, async (db) => {
    const { row, group } = await load(db, exchange, id, preconditions);
    const moved = await releaseGroup(db, caller, group);
    await deleteDocument(db, site.tenant_id, row.id);
    await deleteOtherWaiting(db, site.tenant_id, row.id, []);
    return { row, moved };
  });
  return { status: 204, body: null, log: logOf(row, [], [], moved) };
}

type Wanted = { resource: JsonObject; changes: readonly Change[]; members: MemberChange; notes: readonly Note[] };

async function change(
  exchange: Exchange,
  { id, shown, preconditions, status }: ChangeRequest,
  want: (current: JsonObject) => Wanted,
): Promise<ScimAnswer> {
  const { site } = exchange;
  const projection = parseProjection(shown, group_type);
  const { row, wanted, moved, waiting } = await inTransaction(exchange, async (db) => {
    const before = await load(db, exchange, id, preconditions);
    const wanted = want(showGroup(before.row, site));
    const { is_changed, waiting, ...moved } = await applyChange(db, exchange, before, wanted);
    const with_members = status === 200 && showsMembers(projection);
    const row = is_changed || with_members ? (await findGroup(db, site.tenant_id, before.row.id, with_members))! : before.row;
    return { row, wanted, moved, waiting };
  });
  const answer = answerGroup(status, showGroup(row, site), projection);
  return answerChange(status, answer, logOf(row, [...wanted.notes, ...waiting], wanted.changes, moved));
}

type Loaded = { row: GroupRow; group: ProvisionedGroup };

async function applyChange(db: Db, exchange: Exchange, { row, group }: Loaded, { resource, changes, members }: Wanted) {
  const { said, document } = mapGroup(resource);
  const { add, remove, replace } = members;
  // Where members may wait, a list of all members is not looked up here: only the people who join are, later.
  const looks_later = replace !== null && exchange.profile.wait_for_members;
  const people = looks_later ? idsAmong(replace) : await knownPeople(db, exchange, replace ?? add);
  const joining = replace === null ? { add: people.known, replace: null } : { add: [], replace: people.known };
  const removed = remove.filter(isUuid);
  const is_kept = isSame(row.document ?? {}, document);
  const further = is_kept ? null : documentChange(changes);
  const done = await changeProvisionedGroup(db, exchange.caller, group, said, { ...joining, remove: removed }, further);
  if (!is_kept) await keep(db, exchange, row.id, document);
  const change = { unknown: [...people.unknown, ...done.missing], remove, is_replaced: replace !== null };
  const is_about_members = change.is_replaced || add.length + remove.length > 0;
  return { ...done, waiting: is_about_members ? await keepWaiting(db, exchange, row.id, change) : [] };
}

/** Known and unknown members; a strict client gets an error that names the first unknown ones. */
async function knownPeople(
  db: Db,
  { site, profile }: Exchange,
  ids: readonly string[],
): Promise<{ known: readonly string[]; unknown: string[] }> {
  const { known: asked, unknown: others } = idsAmong(ids);
  const missing = asked.length === 0 ? [] : await listUnknownPeople(db, site.tenant_id, asked);
  const unknown = [...others, ...missing];
  if (unknown.length > 0 && !profile.wait_for_members) {
    throw scimError(400, "invalidValue", `members: there is no user with the id ${namesOf(unknown)}.`);
  }
  if (missing.length === 0) return { known: asked, unknown };
  const gone = new Set(missing);
  return { known: asked.filter((id) => !gone.has(id)), unknown };
}

/** Separates ids that may be people from those that cannot. */
function idsAmong(ids: readonly string[]): { known: readonly string[]; unknown: string[] } {
  const unknown = ids.filter((id) => !isUuid(id));
  return { known: unknown.length === 0 ? ids : ids.filter(isUuid), unknown };
}

/** Loads and locks the group; checks the preconditions. */
async function load(db: Db, { site }: Exchange, id: string, preconditions: Preconditions): Promise<Loaded> {
  if (!isUuid(id)) throw noSuchGroup();
  const [group, row] = await Promise.all([
    findProvisionedGroupForChange(db, site.tenant_id, id),
    findGroup(db, site.tenant_id, id, false),
  ]);
  if (group === undefined || row === undefined) throw noSuchGroup();
  checkVersion("group", row.version, preconditions);
  if (group.kind === "dynamic") {
    throw scimError(400, "mutability", "Who belongs to this group follows from its conditions here; it cannot be changed.");
  }
  return { row, group };
}

const name_max = 200;
const external_id_max = 255;

type MappedGroup = { said: SaidGroup; document: JsonObject };

/** The attributes with columns, and the document of all other attributes that were sent. */
function mapGroup(resource: JsonObject): MappedGroup {
  const [name, external_id] = [memberOf(resource, "displayName") as string, memberOf(resource, "externalId") ?? null];
  if (isLongerThan(name, name_max)) throw tooLong("displayName", name_max);
  if (typeof external_id === "string" && isLongerThan(external_id, external_id_max)) throw tooLong("externalId", external_id_max);
  const rest = ["schemas", "id", "meta", "externalId", "displayName", "members"].reduce<JsonObject>(
    (document, each) => withMember(document, each, undefined),
    resource,
  );
  const schemas = schemasOf(rest, group_type);
  const document = schemas.length > 1 ? withMember(rest, "schemas", schemas) : rest;
  return { said: { name, external_id: external_id as string | null }, document };
}

function tooLong(name: string, max: number) {
  return scimError(400, "invalidValue", `${name} may have at most ${max} characters.`);
}

async function keep(db: Db, { site }: Exchange, id: string, document: JsonObject): Promise<void> {
  await keepDocument(db, site.tenant_id, { id, kind: "Group", document, normal: normalForm(document, group_type) });
}

/** Maximum number of members that one row of the sync log lists. */
const logged_max = 100;

export function logOf(
  { id, name }: Pick<GroupRow, "id" | "name">,
  notes: readonly Note[],
  changes: readonly Change[],
  { joined, left }: Moved,
): ScimAnswer["log"] {
  const moves = joined.length + left.length === 0 ? [] : [{ path: "members", before: some(left), after: some(joined) }];
  return { resource_type: "Group", resource_id: id, resource_name: name, notes, changes: [...changes, ...moves] };
}

function some(ids: readonly string[]): readonly string[] {
  return ids.length <= logged_max ? ids : [...ids.slice(0, logged_max), `and ${ids.length - logged_max} more`];
}
