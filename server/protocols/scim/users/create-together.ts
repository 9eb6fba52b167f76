// New people share transactions. Providers that synchronise send people one by one, on several connections. New people of one
// client that wait in this process at the same moment are created in one transaction (platform/db/shared/together.ts), together
// with their documents and their rows of the sync log. A person with anything unusual is created alone (write.ts), which also
// reports what is wrong.
import { provisionTogether, type Created } from "../../../features/employment/provisioning/provision-together.ts";
import { boundLockWaits, type Outcome } from "../../../platform/db/shared/together.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { insertEmails, insertUserDocuments } from "../documents-sql.ts";
import type { Exchange, LoggedExchange, ScimAnswer } from "../exchange.ts";
import { normalForm } from "../filter/normal-form.ts";
import { asKept } from "../groups/membership.ts";
import { listAwaited } from "../groups/waiting-sql.ts";
import type { Note } from "../normalise/request.ts";
import { findChanges, type Change } from "../patch/changes.ts";
import type { JsonObject } from "../patch/merge-json.ts";
import type { Projection } from "../patch/project.ts";
import { insertionOfExchanges } from "../sync-log/sql.ts";
import { rowsOf } from "../sync-log/sync-log.ts";
import { ownKeys, type MappedUser } from "./map.ts";
import { showUser } from "./show.ts";
import { findUsers, type UserRow } from "./sql.ts";
import { answerUser } from "./users.ts";

/** A person to be created by a request. */
export type AskedUser = {
  exchange: Exchange;
  mapped: MappedUser;
  notes: readonly Note[];
  projection: Projection;
  describe: ((answer: ScimAnswer) => LoggedExchange) | undefined;
};

/**
 * Whether a person may be created with others: company and manager need not be looked up, and the size of a sandbox need not be
 * checked.
 */
export function isOrdinary({ exchange, mapped, describe }: AskedUser): boolean {
  const { contractor_id, contractor_name, worker_type } = mapped.said;
  const has_company = contractor_id != null || contractor_name != null || worker_type === "b2b_contractor";
  const has_manager = Object.keys(mapped.manager).length > 0;
  return describe !== undefined && !has_company && !has_manager && exchange.caller.tenant.kind !== "sandbox";
}

/** Creates people in one transaction, except those that have to be created alone. */
export function createAll(pool: Pool, some: readonly AskedUser[]): Promise<Outcome<ScimAnswer>[]> {
  return withTenant(pool, some[0]!.exchange.site.tenant_id, (db) => createIn(db, some), "few_rows");
}

/** A request that has to wait longer for a lock is carried out alone. */
const lock_timeout_ms = 250;

async function createIn(db: Db, some: readonly AskedUser[]): Promise<Outcome<ScimAnswer>[]> {
  const { tenant_id } = some[0]!.exchange.site;
  boundLockWaits(db, lock_timeout_ms);
  const names = some.map(({ mapped }) => mapped.said.external_id).map((name) => (name === null ? null : asKept(name)));
  const listOurs = () =>
    listAwaited(
      db,
      tenant_id,
      names.filter((name) => name !== null),
    );
  const looking = listOurs().then((awaited) => (place: number) => awaited.includes(names[place] ?? ""));
  const wanted = some.map(({ exchange: { caller }, mapped: { said } }) => {
    return { context: caller, said: { ...said, active: said.active ?? true, manager_id: null } };
  });
  const { created, beside, joined_groups } = await provisionTogether(db, wanted, looking, async (ids) => {
    const [kept, , awaited] = await Promise.all([
      keepAll(db, tenant_id, some, ids),
      keepEmails(db, tenant_id, some, ids),
      listOurs(),
    ]);
    // Since the first look a group has named one of them. The transaction is rolled back, and each person is created alone and
    // joins the groups.
    if (names.some((name, place) => ids[place] !== null && name !== null && awaited.includes(name)))
      throw new Error("a new user is awaited by a group");
    return kept;
  });
  const documents = new Map(beside?.map(({ id, document }) => [id, document]));
  const found = joined_groups ? await findUsers(db, tenant_id, [...documents.keys()]) : [];
  const grouped = new Map(found.map((row) => [row.id, row]));
  const made = created.flatMap((one, place) => {
    return one === null ? [] : [{ asked: some[place]!, after: grouped.get(one.id) ?? userOf(one, documents.get(one.id)!) }];
  });
  const answers = answerNew(db, made);
  db.commit();
  const places = new Map(made.map(({ after }, place) => [after.id, place]));
  return created.map((one) => (one === null ? null : answers[places.get(one.id)!]!));
}

/** A new person as it would be read: without company, manager and groups. */
function userOf({ row, department_name, ...stamped }: Created, document: JsonObject): UserRow {
  return { ...row, ...stamped, contractor_name: null, manager_name: null, department_name, groups: [], document };
}

function keepAll(db: Db, tenant_id: string, some: readonly AskedUser[], ids: readonly (string | null)[]) {
  const documents = ids.flatMap((id, place) => {
    const { mapped, exchange } = some[place]!;
    return id === null ? [] : [{ id, document: mapped.document, normal: normalForm(mapped.document, exchange.user_type) }];
  });
  return insertUserDocuments(db, tenant_id, documents);
}

async function keepEmails(db: Db, tenant_id: string, some: readonly AskedUser[], ids: readonly (string | null)[]): Promise<void> {
  const emails = ids.flatMap((person_id, place) => {
    return person_id === null ? [] : some[place]!.mapped.emails.map((value) => ({ person_id, value }));
  });
  if (emails.length > 0) await insertEmails(db, tenant_id, emails);
}

/** The answers for new people; also writes their rows of the sync log in the transaction. */
export function answerNew(db: Db, made: readonly { asked: AskedUser; after: UserRow }[]): ScimAnswer[] {
  const answers = made.map(({ asked: { exchange, notes, projection, describe }, after }) => {
    const user = show(exchange, after);
    const answer = { ...answerUser(exchange, 201, user, projection), log: logOf(after, notes, findChanges({}, user)) };
    const logged = describe === undefined ? [] : rowsOf(exchange, [describe(answer)]);
    return { answer: describe === undefined ? answer : { ...answer, is_logged: true }, logged };
  });
  const logged = answers.flatMap((each) => each.logged);
  if (logged.length > 0) db.send(insertionOfExchanges(made[0]!.asked.exchange.site.tenant_id, logged));
  return answers.map(({ answer }) => answer);
}

export function show({ site, user_type }: Exchange, row: UserRow): JsonObject {
  return showUser(row, site, ownKeys(user_type));
}

export function logOf({ id, login }: UserRow, notes: readonly Note[], changes: readonly Change[]): ScimAnswer["log"] {
  return { resource_type: "User", resource_id: id, resource_name: login, notes, changes };
}
