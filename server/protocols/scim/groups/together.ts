// Providers that synchronise a group send its members one by one, on several connections. Each such change takes the group's row, and
// would wait for the commit of the one before. So those of one group that wait in a process at the same moment share a transaction
// (features/groups/change-together.ts), with their rows of the sync log; the next one begins when it has committed. Each is
// answered by itself. What is more than some members who come and go, or finds something that is not as usual, goes its own
// way (write.ts), which also says what is wrong with it; so does each of a transaction that fails.
import { changeMembersTogether, type MemberOperation, type MembersChanged } from "../../../features/groups/change-together.ts";
import { codeOf, Unavailable } from "../../../platform/db/failures.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
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

type Asked = MemberOperation & {
  exchange: Exchange;
  notes: readonly Note[];
  describe: (answer: ScimAnswer) => LoggedExchange;
};

type Waiting = Asked & PromiseWithResolvers<ScimAnswer | null>;

/** Who waits behind a transaction that is under way, by client and group. */
const lines = new WeakMap<Pool, Map<string, Waiting[]>>();

/** Carries out a PATCH of a few members together with others. Null: nothing was done, and it goes its own way. */
export async function patchTogether(
  exchange: Exchange,
  { id, body, preconditions, describe }: ScimInput,
  shown: ProjectionRequest,
): Promise<ScimAnswer | null> {
  const { if_match, if_none_match } = preconditions;
  if ([shown.attributes, shown.excludedAttributes, if_match, if_none_match].some((said) => said !== undefined)) return null;
  const planned = isUuid(id) && isSmall(body) ? planOf(exchange, id.toLowerCase(), body) : null;
  if (planned === null) return null;
  const { pool, site, caller } = exchange;
  const open = lines.get(pool) ?? new Map<string, Waiting[]>();
  lines.set(pool, open);
  const key = `${site.tenant_id} ${caller.client.id} ${id.toLowerCase()}`;
  const line = open.get(key);
  const waiting: Waiting = { exchange, context: caller, ...planned, describe, ...Promise.withResolvers<ScimAnswer | null>() };
  if (line === undefined) {
    open.set(key, [waiting]);
    void serve(pool, id.toLowerCase(), open, key);
  } else if (line.length < waiting_max) line.push(waiting);
  else return null;
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
async function serve(pool: Pool, group_id: string, open: Map<string, Waiting[]>, key: string): Promise<void> {
  const line = open.get(key)!;
  for (let batch = takeFrom(line); batch.length > 0; batch = takeFrom(line)) {
    try {
      const answers = await change(pool, group_id, batch);
      batch.forEach((one, place) => one.resolve(answers[place]!));
    } catch (error) {
      for (const one of batch) {
        if (isOfAll(error)) one.reject(error);
        else one.resolve(null);
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

/** Takes those out of a line who come next and name different people; the others wait on, in their order. */
function takeFrom(line: Waiting[]): Waiting[] {
  const named = new Set<string>();
  const batch: Waiting[] = [];
  for (const waiting of line.splice(0)) {
    const ids = [...waiting.add, ...waiting.remove];
    if (batch.length < together_max && ids.every((id) => !named.has(id))) batch.push(waiting);
    else line.push(waiting);
    // Also of those who wait on: who comes later does not overtake them.
    for (const id of ids) named.add(id);
  }
  return batch;
}

async function change(pool: Pool, group_id: string, batch: readonly Waiting[]): Promise<(ScimAnswer | null)[]> {
  const { site } = batch[0]!.exchange;
  const { tenant_id } = site;
  return withTenant(
    pool,
    tenant_id,
    async (db) => {
      const changed = await changeMembersTogether(db, tenant_id, group_id, batch);
      const answers = batch.map((asked, place) => answerOf(group_id, asked, changed[place] ?? null));
      const done = batch.filter((_, place) => answers[place] !== null);
      const removed = done.flatMap(({ remove }) => remove);
      if (removed.length > 0) sendNoMoreWaiting(db, tenant_id, group_id, removed);
      const logged = batch.flatMap((asked, place) => {
        const answer = answers[place];
        return answer ? rowsOf(asked.exchange, [asked.describe(answer)]) : [];
      });
      if (logged.length > 0) db.send(insertionOfExchanges(tenant_id, logged));
      return answers;
    },
    "few_rows",
  );
}

/** RFC 7644 §3.5.2: 204 for a request that names no attributes. */
function answerOf(group_id: string, { exchange, notes }: Asked, changed: MembersChanged | null): ScimAnswer | null {
  if (changed === null) return null;
  const headers = { etag: etagOfVersion(changed.version), location: exchange.site.groups_url + group_id };
  const log = logOf({ id: group_id, name: changed.name }, notes, [], changed);
  return { status: 204, body: null, headers, is_logged: true, ...(log === undefined ? {} : { log }) };
}
