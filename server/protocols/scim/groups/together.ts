// Small changes of members share transactions. Providers that synchronise groups send their members one by one, on several
// connections. Each change locks its group's row and would wait for the commit of the previous one. So the changes of one client
// that wait in this process at the same moment share a transaction (features/groups/change-together.ts), which also writes their
// rows of the sync log. The next transaction begins when it has committed. It waits for no lock: if another transaction has
// locked the group, the change joins the changes that wait for this group, and these share a transaction too. Each change gets
// its own answer. A change of many members, or one with an unusual finding, is carried out alone (write.ts), which also reports
// what is wrong with it. So is each change of a transaction that fails.
import { AsyncLocalStorage } from "node:async_hooks";
import {
  changeMembersTogether,
  type MemberOperation,
  type MembersChanged,
  type NotDone,
} from "../../../features/groups/change-together.ts";
import { codeOf, Unavailable } from "../../../platform/db/failures.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { traceOf, type Traced } from "../../../platform/db/shared/together.ts";
import { withTenant, type Db } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import { etagOfVersion, type Exchange, type LoggedExchange, type ScimAnswer } from "../exchange.ts";
import type { ScimInput } from "../mount.ts";
import { normalisePatch } from "../normalise/normalise.ts";
import type { Note } from "../normalise/request.ts";
import type { ProjectionRequest } from "../patch/project.ts";
import { group_type } from "../schemas.ts";
import { insertionOfExchanges } from "../sync-log/sql.ts";
import { rowsOf } from "../sync-log/sync-log.ts";
import { planMembership } from "./membership.ts";
import { sendNoMoreWaiting } from "./waiting-sql.ts";
import { logOf } from "./write.ts";

/** Maximum number of changes in one transaction, and of changes that wait for the next one. */
const together_max = 50;
const waiting_max = 250;
/**
 * Maximum number of operations of a request, and of values of an operation. A larger request is carried out alone, so that it is
 * read only once.
 */
const operations_max = 10;
const values_max = 100;
/**
 * Maximum number of people named by the changes that join the first one of a transaction: each person may be assigned courses,
 * and all are locked until its end.
 */
const people_max = 200;

type Asked = MemberOperation & {
  exchange: Exchange;
  notes: readonly Note[];
  describe: (answer: ScimAnswer) => LoggedExchange;
};

type Outcome = ScimAnswer | NotDone;
type Waiting = Asked & Traced & PromiseWithResolvers<Outcome>;

/** Changes that wait for the running transaction, by client, or by client and group. */
const queues = new WeakMap<Pool, Map<string, Waiting[]>>();

/**
 * Carries out a PATCH of a few members together with others. Null: nothing was done, and the PATCH has to be carried out alone.
 */
export async function patchTogether(
  exchange: Exchange,
  { id, body, preconditions, describe }: ScimInput,
  shown: ProjectionRequest,
): Promise<ScimAnswer | null> {
  const { if_match, if_none_match } = preconditions;
  if ([shown.attributes, shown.excludedAttributes, if_match, if_none_match].some((said) => said !== undefined)) return null;
  const group_id = id.toLowerCase();
  const planned = isUuid(id) && isSmall(body) ? planOf(exchange, group_id, body) : null;
  if (planned === null) return null;
  const asked = { exchange, context: exchange.caller, group_id, ...planned, describe };
  const client = `${exchange.site.tenant_id} ${exchange.caller.client.id}`;
  const tried = await enqueue(client, asked, false);
  const outcome = tried === "held" ? await enqueue(`${client} ${group_id}`, asked, true) : tried;
  return typeof outcome === "string" ? null : outcome;
}

/** Resolves when a transaction has carried out the change and committed, or has found a reason not to. */
function enqueue(key: string, asked: Asked, waits: boolean): Promise<Outcome> {
  const { pool } = asked.exchange;
  const open = queues.get(pool) ?? new Map<string, Waiting[]>();
  queues.set(pool, open);
  const queue = open.get(key);
  const waiting: Waiting = { ...asked, within: AsyncLocalStorage.snapshot(), ...Promise.withResolvers<Outcome>() };
  if (queue === undefined) {
    open.set(key, [waiting]);
    void serve(pool, open, key, waits);
  } else if (queue.length < waiting_max) queue.push(waiting);
  else waiting.resolve("other");
  return waiting.promise;
}

/** Whether a body is so small that reading it twice costs almost nothing. */
function isSmall(body: unknown): boolean {
  return listsIn(body).every(
    (operations) =>
      operations.length <= operations_max &&
      operations.every((operation) => listsIn(operation).every((values) => values.length <= values_max)),
  );
}

function listsIn(value: unknown): unknown[][] {
  return typeof value === "object" && value !== null ? Object.values(value).filter(Array.isArray) : [];
}

/** The change of members in a body; null if the body contains other changes or is invalid. */
function planOf({ profile }: Exchange, id: string, body: unknown): Pick<Asked, "add" | "remove" | "notes"> | null {
  try {
    const { operations, notes } = normalisePatch(body, { type: group_type, profile, id });
    const { add, remove, replace, others } = planMembership(operations);
    if (replace !== null || others.length > 0 || add.length + remove.length === 0) return null;
    if (![...add, ...remove].every(isUuid)) return null;
    return { add, remove, notes };
  } catch {
    return null;
  }
}

/** Works off a queue and deletes it; it never rejects. */
async function serve(pool: Pool, open: Map<string, Waiting[]>, key: string, waits: boolean): Promise<void> {
  const queue = open.get(key)!;
  for (let batch = takeBatch(queue); batch.length > 0; batch = takeBatch(queue)) {
    try {
      const outcomes = await traceOf(batch)(() => change(pool, batch, waits));
      batch.forEach((one, place) => one.resolve(outcomes[place]!));
    } catch (error) {
      for (const one of batch) {
        if (concernsAll(error)) one.reject(error);
        else one.resolve("other");
      }
    }
  }
  open.delete(key);
}

/**
 * Whether every request of a transaction would meet the same error, or whether it is unknown if the transaction has committed.
 */
function concernsAll(error: unknown): boolean {
  return error instanceof Unavailable && codeOf(error.cause) !== lock_not_available;
}

const lock_not_available = "55P03";

/**
 * Takes the next changes out of a queue, as long as they name different people and not too many. The others stay in their order.
 */
function takeBatch(queue: Waiting[]): Waiting[] {
  const named = new Set<string>();
  const batch: Waiting[] = [];
  let people = 0;
  for (const waiting of queue.splice(0)) {
    const ids = [...waiting.add, ...waiting.remove];
    const more = batch.length === 0 ? 0 : people + ids.length;
    if (batch.length < together_max && more <= people_max && ids.every((id) => !named.has(id))) {
      batch.push(waiting);
      people = more;
    } else queue.push(waiting);
    // Includes the people of changes that stay in the queue, so that a later change cannot overtake them.
    for (const id of ids) named.add(id);
  }
  return batch;
}

async function change(pool: Pool, batch: readonly Waiting[], waits: boolean): Promise<Outcome[]> {
  const { tenant_id } = batch[0]!.exchange.site;
  const work = async (db: Db) => {
    const changed = await changeMembersTogether(db, tenant_id, batch, { waits });
    const done = batch.flatMap((asked, place) => {
      const change = changed[place]!;
      return typeof change === "string" ? [] : [{ asked, place, answer: answerOf(asked, change) }];
    });
    const removed = done.flatMap(({ asked: { group_id, remove } }) => remove.map((value) => ({ group_id, value })));
    if (removed.length > 0) sendNoMoreWaiting(db, tenant_id, removed);
    const logged = done.flatMap(({ asked, answer }) => rowsOf(asked.exchange, [asked.describe(answer)]));
    if (logged.length > 0) db.send(insertionOfExchanges(tenant_id, logged));
    return changed.map((change, place) =>
      typeof change === "string" ? change : done.find((one) => one.place === place)!.answer,
    );
  };
  return withTenant(pool, tenant_id, work, "few_rows");
}

/** RFC 7644 §3.5.2: 204, because the request asks for no attributes. */
function answerOf({ exchange, group_id, notes }: Asked, { name, version, ...moved }: MembersChanged): ScimAnswer {
  const headers = { etag: etagOfVersion(version), location: exchange.site.groups_url + group_id };
  const log = logOf({ id: group_id, name }, notes, [], moved);
  return { status: 204, body: null, headers, is_logged: true, ...(log === undefined ? {} : { log }) };
}
