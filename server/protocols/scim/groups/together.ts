// Providers that synchronise groups send their members one by one, on several connections. Each such change takes its group's row, and
// would wait for the commit of the one before. So those of a client that wait in a process at the same moment share a transaction
// (features/groups/change-together.ts), with their rows of the sync log; the next one begins when it has committed. It waits for
// nobody: where another transaction has the group, the change joins those that wait for this group, which share a transaction,
// too. Each is answered by itself. What is more than some members who come and go, or finds something that is not as usual, goes
// its own way (write.ts), which also says what is wrong with it; so does each of a transaction that fails.
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

/** Changes that share a transaction, at most, and that wait for the next one. */
const together_max = 50;
const waiting_max = 250;
/** Operations of a request, and values of an operation: more is a large change, which is read once. */
const operations_max = 10;
const values_max = 100;
/** People whom those name who join the first of a transaction: each may be assigned courses, and all are held until its end. */
const people_max = 200;

type Asked = MemberOperation & {
  exchange: Exchange;
  notes: readonly Note[];
  describe: (answer: ScimAnswer) => LoggedExchange;
};

type Outcome = ScimAnswer | NotDone;
type Waiting = Asked & Traced & PromiseWithResolvers<Outcome>;

/** Who waits behind a transaction that is under way, by client, or by client and group. */
const lines = new WeakMap<Pool, Map<string, Waiting[]>>();

/** Carries out a PATCH of a few members together with others. Null: nothing was done, and it goes its own way. */
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
  const tried = await inLine(client, asked, false);
  const outcome = tried === "held" ? await inLine(`${client} ${group_id}`, asked, true) : tried;
  return typeof outcome === "string" ? null : outcome;
}

/** Resolves when a transaction has committed that has carried out the change, or has met a reason not to. */
function inLine(key: string, asked: Asked, waits: boolean): Promise<Outcome> {
  const { pool } = asked.exchange;
  const open = lines.get(pool) ?? new Map<string, Waiting[]>();
  lines.set(pool, open);
  const line = open.get(key);
  const waiting: Waiting = { ...asked, within: AsyncLocalStorage.snapshot(), ...Promise.withResolvers<Outcome>() };
  if (line === undefined) {
    open.set(key, [waiting]);
    void serve(pool, open, key, waits);
  } else if (line.length < waiting_max) line.push(waiting);
  else waiting.resolve("other");
  return waiting.promise;
}

/** Whether it costs next to nothing to read a body twice. */
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

/** What the body says of members; null where it says more, or where it is wrong. */
function planOf({ profile }: Exchange, id: string, body: unknown): Pick<Asked, "add" | "remove" | "notes"> | null {
  try {
    const { operations, notes } = normalisePatch(body, { type: group_type, profile, id });
    const { add, remove, replace, others } = planMembership(operations);
    if (replace !== null || others.length > 0 || add.length + remove.length === 0) return null;
    if (![...add, ...remove].every(isUuid)) return null;
    const [adding, removing] = [add, remove].map((ids) => [...new Set(ids.map((each) => each.toLowerCase()))]) as [
      string[],
      string[],
    ];
    return removing.some((each) => adding.includes(each)) ? null : { add: adding, remove: removing, notes };
  } catch {
    return null;
  }
}

/** Works off a line, and closes it; it never rejects. */
async function serve(pool: Pool, open: Map<string, Waiting[]>, key: string, waits: boolean): Promise<void> {
  const line = open.get(key)!;
  for (let batch = takeFrom(line); batch.length > 0; batch = takeFrom(line)) {
    try {
      const outcomes = await traceOf(batch)(() => change(pool, batch, waits));
      batch.forEach((one, place) => one.resolve(outcomes[place]!));
    } catch (error) {
      for (const one of batch) {
        if (isOfAll(error)) one.reject(error);
        else one.resolve("other");
      }
    }
  }
  open.delete(key);
}

/** Whether each of a transaction would meet the same error, or whether it is unknown if it has committed. */
function isOfAll(error: unknown): boolean {
  return error instanceof Unavailable && codeOf(error.cause) !== lock_not_available;
}

const lock_not_available = "55P03";

/** Takes those out of a line who come next, name different people and not too many; the others wait on, in their order. */
function takeFrom(line: Waiting[]): Waiting[] {
  const named = new Set<string>();
  const batch: Waiting[] = [];
  let people = 0;
  for (const waiting of line.splice(0)) {
    const ids = [...waiting.add, ...waiting.remove];
    const more = batch.length === 0 ? 0 : people + ids.length;
    if (batch.length < together_max && more <= people_max && ids.every((id) => !named.has(id))) {
      batch.push(waiting);
      people = more;
    } else line.push(waiting);
    // Also of those who wait on: who comes later does not overtake them.
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

/** RFC 7644 §3.5.2: 204 for a request that names no attributes. */
function answerOf({ exchange, group_id, notes }: Asked, { name, version, ...moved }: MembersChanged): ScimAnswer {
  const headers = { etag: etagOfVersion(version), location: exchange.site.groups_url + group_id };
  const log = logOf({ id: group_id, name }, notes, [], moved);
  return { status: 204, body: null, headers, is_logged: true, ...(log === undefined ? {} : { log }) };
}
