import type { Static } from "typebox";
import type { Context } from "../../platform/context.ts";
import { limitHere } from "../../platform/db/limit/limit.ts";
import { withTenantOnce } from "../../platform/db/once.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { boundLockWaits, inSharedTransactions, type Outcome } from "../../platform/db/shared/together.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { retryWhenTaken } from "../../platform/db/unique.ts";
import { Problem } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { caseNorm } from "../../platform/text.ts";
import { insertAudits } from "../audit/batch-sql.ts";
import { refuseConflicts, type PersonWriter } from "../people/conflicts.ts";
import type { PersonRow } from "../people/definition.ts";
import { differencesOf } from "../people/differences.ts";
import { askedOnce, directoryOf, type Directory } from "../people/directory.ts";
import { userOf } from "../people/events.ts";
import type { PersonCreate } from "../people/schema.ts";
import { loginOf, no_person, settlePlaced } from "../people/settle.ts";
import { listKeysTaken, type Conflict, type PersonKeys } from "../people/sql.ts";
import { addNewcomers, type Newcomer } from "../people/writing/writer.ts";
import { evaluateNewcomers } from "../rules/evaluate.ts";
import { operationOf } from "./follow-up.ts";

type Body = Static<typeof PersonCreate>;

/** The id of a new person, and the record as JSON text. */
type Created = { id: string; text: string };

type Asked = { caller: PersonWriter; body: Body };

/**
 * Creates a person whose account has no password yet. Requests of the same client or administrator that wait at the same moment
 * share a transaction.
 */
export function createPerson(pool: Pool, caller: PersonWriter, body: Body): Promise<Created> {
  const { once, tenant, actor } = caller;
  // These need a transaction of their own: requests with an Idempotency-Key, administrators who are limited to departments, and
  // sandboxes, which limit the number of people.
  const is_apart = once !== undefined || limitHere() !== undefined || tenant.kind === "sandbox";
  if (is_apart) return createAlone(pool, { caller, body });
  return createTogether(pool, `${tenant.id}/${actor.type}/${actor.id}`, { caller, body });
}

/** A shared transaction waits this long for a lock; then each request is repeated alone. */
const lock_timeout_ms = 250;

const createTogether = inSharedTransactions<Asked, Created>({
  together_max: 16,
  carryOut: createAlone,
  carryOutAll: (pool, some) => withTenant(pool, some[0]!.caller.tenant.id, (db) => createAll(db, some), "few_rows"),
});

function createAlone(pool: Pool, { caller, body }: Asked): Promise<Created> {
  return retryWhenTaken(() => withTenantOnce(pool, caller, (db) => createWithin(db, caller, body), "few_rows"));
}

/**
 * Creates a person within a larger transaction. Fails with a unique violation when another transaction has taken a key; on the
 * next try its person is found (retryWhenTaken).
 */
export async function createWithin(db: Db, caller: PersonWriter, body: Body): Promise<Created> {
  const newcomer = await judgeNew(db, caller, body);
  const [created] = await write(db, caller, [{ ...newcomer, request_id: caller.request_id }]);
  return created!;
}

/** The row of a new person. Throws faults of the person and conflicts with others' keys; both are looked up at the same time. */
export async function judgeNew(db: Db, caller: PersonWriter, body: Body): Promise<Newcomer<PersonRow>> {
  const draft = draftOf(body);
  const settling = settle(directoryOf(db, caller.tenant.id), draft);
  const refusing = refuseConflicts(db, caller, draft.id, null, draft.keys);
  // Faults of the person are reported before conflicts.
  refusing.catch(() => undefined);
  const newcomer = await settling;
  await refusing;
  return newcomer;
}

/** Creates several people in one transaction. A person whose key another one of them takes is judged alone afterwards. */
async function createAll(db: Db, asked: readonly Asked[]): Promise<Outcome<Created>[]> {
  const context = asked.map(({ caller }) => caller).reduce(laterOf);
  boundLockWaits(db, lock_timeout_ms);
  const directory = askedOnce(directoryOf(db, context.tenant.id));
  const drafts = asked.map(({ body }) => draftOf(body));
  const [taken, ...settled] = await Promise.all([
    listKeysTaken(
      db,
      context.tenant.id,
      drafts.map(({ keys }) => keys),
    ),
    ...drafts.map((draft) => settle(directory, draft).catch(asRefusal)),
  ]);
  const known = new Set(taken.map(({ field, key }) => `${field} ${key}`));
  const along = new Set<string>();
  const newcomers: (Newcomer<PersonRow> & { request_id: string | null; place: number })[] = [];
  const outcomes = await Promise.all(
    settled.map(async (newcomer, place): Promise<Outcome<Created>> => {
      if (newcomer instanceof Problem) return newcomer;
      const { caller } = asked[place]!;
      const { id, keys } = drafts[place]!;
      const own = keysOf(keys);
      if (own.some((key) => known.has(key))) return refuseConflicts(db, caller, id, null, keys).then(() => null, asRefusal);
      if (own.every((key) => !along.has(key))) newcomers.push({ ...newcomer, request_id: caller.request_id, place });
      for (const key of own) along.add(key);
      return null;
    }),
  );
  if (newcomers.length === 0) return outcomes;
  const created = await write(db, context, newcomers);
  for (const [index, { place }] of newcomers.entries()) outcomes[place] = created[index]!;
  return outcomes;
}

async function write(
  db: Db,
  context: Context,
  newcomers: readonly (Newcomer<PersonRow> & { request_id: string | null })[],
): Promise<Created[]> {
  const entries = newcomers.map(({ row, request_id }) => ({
    id: newId(),
    operation: operationOf(undefined, row.state),
    target_type: "person" as const,
    target_id: row.id,
    ...differencesOf(null, row),
    request_id,
  }));
  const candidates = newcomers.map(({ row, department_name }) => ({ ...row, ...userOf(row, department_name) }));
  const { records } = await addNewcomers(db, context, newcomers, () =>
    Promise.all([insertAudits(db, context, null, entries), evaluateNewcomers(db, context, candidates)]),
  );
  return newcomers.map(({ row: { id } }) => ({ id, text: records.get(id)! }));
}

/** The person to create. In a new record null means no value, so a record that was read can be created elsewhere. */
type Draft = { id: string; given: Body; keys: PersonKeys & { login: string } };

function draftOf(body: Body): Draft {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as Body;
  const { employee_no, email = null } = given;
  return { id: newId(), given, keys: { employee_no, email, login: loginOf({ employee_no, email }) } };
}

async function settle(directory: Directory, { id, given, keys }: Draft): Promise<Newcomer<PersonRow>> {
  const { fields, department_name } = await settlePlaced(directory, no_person, given);
  return { row: { ...fields, id, login: keys.login, state: "invited", deactivated_at: null }, department_name };
}

function asRefusal(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

function keysOf(keys: PersonKeys): string[] {
  const fields: readonly Conflict["field"][] = ["employee_no", "login", "email"];
  return fields.flatMap((field) => (keys[field] === null ? [] : [`${field} ${caseNorm(keys[field])}`]));
}

function laterOf<Each extends Context>(one: Each, other: Each): Each {
  return Temporal.Instant.compare(one.now, other.now) < 0 ? other : one;
}
