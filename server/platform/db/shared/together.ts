// Requests of one kind that wait at the same moment are carried out in one transaction: they share its statements, its round trips and its
// commit, and each is judged and answered as if it had come by itself.
//
// - The first one does not wait for others: what arrives while transactions are under way goes together in the next one. Beside one that is under way
//   the second begins when half as many wait: those who have just been answered ask again one by one, and each would have a transaction of its own.
// - What is not as usual, and every one of a transaction that fails, is carried out by itself. So no request fails with another one.
// - A failure after which it is not known whether the transaction has committed is everybody's: nothing is done twice.
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers";
import { isLockTimeout, isLost, unavailable } from "../failures.ts";
import type { Pool } from "../pool.ts";
import { sql } from "../sql.ts";
import type { Db } from "../transaction.ts";

/** Answers, or what a request is refused with; null: it is to be carried out by itself. */
export type Outcome<Answer> = Answer | Error | null;

export type Shared<Asked, Answer> = {
  /** Requests of one transaction, at most: its answer should not be waited for longer than a single one's is. */
  together_max: number;
  /**
   * `carryOutAll` waits for no lock longer than a moment. So a single request is tried by it first, and one that has to wait does so
   * by itself, while the others of its key go on.
   */
  is_patient?: false;
  /** Two or more, or a single one that may not wait for locks here, in one transaction. */
  carryOutAll(pool: Pool, some: readonly Asked[]): Promise<readonly Outcome<Answer>[]>;
  carryOut(pool: Pool, asked: Asked): Promise<Answer>;
};

/** Transactions of one key under way at once, and requests that wait for the next one, at most. */
const at_once_max = 2;
const waiting_max = 250;

type Waiting<Asked, Answer> = PromiseWithResolvers<Answer> & Traced & { asked: Asked };
/** `requests`: those of the transactions under way. */
type Line<Asked, Answer> = { waiting: Waiting<Asked, Answer>[]; under_way: number; requests: number };

/** A request with the trace that it is in; made where it comes. */
export type Traced = { within: ReturnType<typeof AsyncLocalStorage.snapshot> };

const outsideRequests = AsyncLocalStorage.snapshot();

/** Statements for one request belong to its trace, and those for many to that of none. */
export function traceOf(some: readonly Traced[]): Traced["within"] {
  return some.length === 1 ? some[0]!.within : outsideRequests;
}

/** Carries requests out together with those of the same key. */
export function inSharedTransactions<Asked, Answer>(
  shared: Shared<Asked, Answer>,
): (pool: Pool, key: string, asked: Asked) => Promise<Answer> {
  const lines = new WeakMap<Pool, Map<string, Line<Asked, Answer>>>();
  const serve = (pool: Pool, open: Map<string, Line<Asked, Answer>>, key: string, line: Line<Asked, Answer>) => {
    if (line.under_way === at_once_max || line.waiting.length === 0 || 2 * line.waiting.length < line.requests) return;
    const some = line.waiting.splice(0, shared.together_max);
    line.under_way += 1;
    line.requests += some.length;
    void carryOut(shared, pool, some).finally(() => {
      line.under_way -= 1;
      line.requests -= some.length;
      if (line.under_way === 0 && line.waiting.length === 0) open.delete(key);
      else serve(pool, open, key, line);
    });
  };
  return (pool, key, asked) => {
    const open = lines.get(pool) ?? new Map<string, Line<Asked, Answer>>();
    lines.set(pool, open);
    const line = open.get(key) ?? { waiting: [], under_way: 0, requests: 0 };
    if (line.waiting.length >= waiting_max) return Promise.reject(unavailable("too many requests of one kind wait"));
    open.set(key, line);
    const waiting = { asked, within: AsyncLocalStorage.snapshot(), ...Promise.withResolvers<Answer>() };
    line.waiting.push(waiting);
    // Requests that were admitted in the same turn join it.
    setImmediate(() => serve(pool, open, key, line));
    return waiting.promise;
  };
}

/** Answers those that have waited together; it never rejects, and does not wait for those that are carried out by themselves. */
async function carryOut<Asked, Answer>(
  shared: Shared<Asked, Answer>,
  pool: Pool,
  some: readonly Waiting<Asked, Answer>[],
): Promise<void> {
  const alone = ({ asked, within, resolve, reject }: Waiting<Asked, Answer>) =>
    within(() => shared.carryOut(pool, asked)).then(resolve, reject);
  if (some.length === 1 && shared.is_patient !== false) return alone(some[0]!);
  try {
    const all = some.map(({ asked }) => asked);
    const outcomes = await traceOf(some)(() => shared.carryOutAll(pool, all));
    for (const [place, outcome] of outcomes.entries()) {
      const one = some[place]!;
      if (outcome === null) void alone(one);
      else if (outcome instanceof Error) one.reject(outcome);
      else one.resolve(outcome);
    }
  } catch (error) {
    for (const one of some) {
      if (isLost(error) && !isLockTimeout(error)) one.reject(error);
      else void alone(one);
    }
  }
}

/** From now on the transaction waits no longer than this for what another one holds: those of a shared one go on alone then. */
export function boundLockWaits(db: Db, timeout_ms: number): void {
  db.send(sql`select set_config('lock_timeout', ${`${timeout_ms}ms`}, true)`);
}
