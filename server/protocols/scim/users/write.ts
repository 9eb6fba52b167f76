// POST, PUT, PATCH and DELETE of people: reads the request, compares it with the current person, and applies it by the use cases
// of features/employment/provision.ts. Each request is one transaction.
import { changeProvisioned, provisionPerson, releasePerson } from "../../../features/employment/provision.ts";
import { changeProvisionedGroup } from "../../../features/groups/provision.ts";
import { listProvisionedGroupsOfForChange } from "../../../features/groups/provisioned-sql.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { inSharedTransactions } from "../../../platform/db/shared/together.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import { answerChange, checkVersion, documentChange, type ChangeRequest } from "../change-request.ts";
import { deleteDocument, keepDocument, replaceEmails } from "../documents-sql.ts";
import { scimError } from "../errors.ts";
import { normalForm } from "../filter/normal-form.ts";
import type { Exchange, LoggedExchange, Preconditions, ScimAnswer } from "../exchange.ts";
import { inTransaction } from "../in-transaction.ts";
import { isSame, type JsonObject } from "../patch/merge-json.ts";
import { normalisePatch } from "../normalise/normalise.ts";
import type { Note } from "../normalise/request.ts";
import type { Change } from "../patch/changes.ts";
import { patchResource } from "../patch/patch.ts";
import { parseProjection, type ProjectionRequest } from "../patch/project.ts";
import { readResource, replaceResource } from "../patch/replace.ts";
import { settleManager, type SettledUser } from "./manager.ts";
import { contractorIdIn, managerIn, mapUser, withUnknownCompany } from "./map.ts";
import { answerNew, createAll, isOrdinary, logOf, show, type AskedUser } from "./create-together.ts";
import { answerUser, noSuchUser, ofPersonAlone } from "./users.ts";
import { findUser, findUserForChange, type UserRow } from "./sql.ts";
import { joinWaiting } from "../groups/waiting.ts";

/** `describe` makes the row of the sync log, which is then written in the transaction; without it the caller writes the row. */
export async function createUser(
  exchange: Exchange,
  body: unknown,
  shown: ProjectionRequest,
  describe?: (answer: ScimAnswer) => LoggedExchange,
): Promise<ScimAnswer> {
  const { user_type, profile } = exchange;
  const { resource, notes } = readResource(body, { type: user_type, profile });
  const mapped = mapUser(resource, user_type, null);
  const asked: AskedUser = { exchange, mapped, notes, projection: parseProjection(shown, user_type), describe };
  const { pool, caller } = exchange;
  return isOrdinary(asked) ? createTogether(pool, `${caller.tenant.id}/${caller.client.id}`, asked) : createAlone(pool, asked);
}

const createTogether = inSharedTransactions<AskedUser, ScimAnswer>({
  together_max: 16,
  is_patient: false,
  carryOut: createAlone,
  carryOutAll: createAll,
});

/** Creates a person in a transaction of its own. */
async function createAlone(_pool: Pool, asked: AskedUser): Promise<ScimAnswer> {
  const { exchange, mapped } = asked;
  const create = async (db: Db) => {
    const settled = await settleManager(db, exchange, mapped, null);
    const said = { ...settled.said, active: settled.said.active ?? true };
    const made = await provisionPerson(db, exchange.caller, said, exchange, (id) => keep(db, exchange, id, settled));
    // The answer was read together with the writing. If the person has joined groups since, it is read again to show them.
    const after = made.joined_groups ? (await findUser(db, exchange.site.tenant_id, made.id, true))! : made.beside;
    return answerNew(db, [{ asked, after }])[0]!;
  };
  return inTransaction(exchange, create, "few_rows");
}

export function replaceUser(
  exchange: Exchange,
  id: string,
  body: unknown,
  shown: ProjectionRequest,
  preconditions: Preconditions,
): Promise<ScimAnswer> {
  const { user_type: type, profile } = exchange;
  return change(exchange, { id, shown, preconditions, status: 200 }, (current) =>
    replaceResource(current, body, { type, profile }),
  );
}

export function patchUser(
  exchange: Exchange,
  id: string,
  body: unknown,
  shown: ProjectionRequest,
  preconditions: Preconditions,
): Promise<ScimAnswer> {
  const { user_type: type, profile } = exchange;
  // RFC 7644 §3.5.2: a request that names attributes gets them in the answer.
  const status = shown.attributes === undefined ? profile.user_patch_status : 200;
  return change(exchange, { id, shown, preconditions, status }, (current) => {
    const { operations, notes } = normalisePatch(body, { type, profile, id: current["id"] as string });
    return { ...patchResource(current, operations, type, profile), notes };
  });
}

/** Deletes a user, who also leaves the provider's groups: a deleted resource is no member. */
export async function deleteUser(exchange: Exchange, id: string, preconditions: Preconditions): Promise<ScimAnswer> {
  const { site, caller } = exchange;
  const row = await inTransaction(exchange, async (db) => {
    // Groups are locked before their members, in the same order as in changes of groups.
    if (isUuid(id)) await listProvisionedGroupsOfForChange(db, site.tenant_id, id);
    const before = await load(db, exchange, id, preconditions);
    await releasePerson(db, caller, before.id);
    // Read again, because the user may have been added to a group before this lock.
    const groups = await listProvisionedGroupsOfForChange(db, site.tenant_id, before.id);
    const leaving = { add: [], remove: [before.id], replace: null };
    for (const group of groups) await changeProvisionedGroup(db, caller, group, group, leaving, null);
    await deleteDocument(db, site.tenant_id, before.id);
    await replaceEmails(db, site.tenant_id, before.id, []);
    return before;
  });
  return { status: 204, body: null, log: logOf(row, [], []) };
}

type Wanted = { resource: JsonObject; changes: readonly Change[]; notes: readonly Note[] };

async function change(
  exchange: Exchange,
  { id, shown, preconditions, status }: ChangeRequest,
  want: (current: JsonObject) => Wanted,
): Promise<ScimAnswer> {
  const { user_type } = exchange;
  const { after, wanted } = await inTransaction(exchange, async (db) => {
    const before = await load(db, exchange, id, preconditions);
    const wanted = want(asManaged(exchange, before));
    return { wanted, after: await applyChange(db, exchange, before, wanted) };
  });
  const user = show(exchange, after);
  const answer = answerUser(exchange, status, user, parseProjection(shown, user_type));
  return answerChange(status, answer, logOf(after, wanted.notes, wanted.changes));
}

/**
 * The person as the provider last sent it. A suspension in this platform is invisible to the provider, to which the account stays
 * active.
 */
function asManaged(exchange: Exchange, row: UserRow): JsonObject {
  return { ...show(exchange, row), active: row.state !== "deactivated" };
}

/** Applies a change and returns the person after it; the same row if nothing has changed. */
async function applyChange(db: Db, exchange: Exchange, before: UserRow, wanted: Wanted): Promise<UserRow> {
  const shown = asManaged(exchange, before);
  const sent = before.document ?? {};
  const { id, employee_no, manager_id } = before;
  const mapped = await settleManager(db, exchange, mapUser(wanted.resource, exchange.user_type, { shown, sent }), {
    id,
    employee_no,
    manager_id,
    kept: managerIn(sent),
    users_url: exchange.site.users_url,
  });
  const unknown = contractorIdIn(sent);
  const is_unknown_still = unknown !== null && unknown === mapped.said.contractor_id && before.contractor_id === null;
  const document = is_unknown_still ? withUnknownCompany(mapped.document, unknown) : mapped.document;
  // The id of an unknown company is neither in `shown` nor in `document`, so a new one has to be counted as a change here.
  const is_new_company = mapped.said.contractor_id != null && mapped.said.contractor_id !== contractorIdIn(shown);
  const is_said_already = before.document !== null && isSame(before.document, document) && !is_new_company;
  const further = is_said_already ? null : documentChange(wanted.changes);
  const is_changed = await changeProvisioned(db, exchange.caller, before.id, mapped.said, exchange, further);
  return is_changed ? keep(db, exchange, before.id, mapped) : before;
}

/**
 * Stores the request's values and reads the person, with statements that are sent together. The person is read again if it has
 * joined a group.
 */
async function keep(db: Db, exchange: Exchange, id: string, { said, document, emails }: SettledUser): Promise<UserRow> {
  const { site, user_type } = exchange;
  const unknown = said.contractor_id ? await unknownCompany(db, exchange, id, said.contractor_id) : null;
  const kept = unknown === null ? document : withUnknownCompany(document, unknown);
  const [joined, , , row] = await Promise.all([
    joinWaiting(db, exchange, { id, external_id: said.external_id }),
    keepDocument(db, site.tenant_id, { id, kind: "User", document: kept, normal: normalForm(kept, user_type) }),
    replaceEmails(db, site.tenant_id, id, emails),
    findUser(db, site.tenant_id, id, true),
  ]);
  return joined === 0 ? row! : (await findUser(db, site.tenant_id, id, true))!;
}

/** Keeps the id of an unknown company among the unmatched values; a strict client gets an error. */
async function unknownCompany(db: Db, { site, profile }: Exchange, id: string, contractor_id: string): Promise<string | null> {
  const row = await findUser(db, site.tenant_id, id, false);
  if (row!.contractor_id !== null) return null;
  if (profile.keep_unknown_companies) return contractor_id;
  throw scimError(
    400,
    "invalidValue",
    `contractorId: there is no contractor company "${contractor_id.slice(0, 100)}" of this person.`,
  );
}

/** Loads and locks the person; checks the preconditions. */
async function load(db: Db, { site }: Exchange, id: string, preconditions: Preconditions): Promise<UserRow> {
  const row = isUuid(id) ? await findUserForChange(db, site.tenant_id, id) : undefined;
  if (row === undefined) throw noSuchUser();
  checkVersion("user", row.version, ofPersonAlone(preconditions));
  return row;
}
