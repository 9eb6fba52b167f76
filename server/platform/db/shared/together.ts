// Requests of one kind that wait at the same moment are carried out in one transaction. They share its statements, round trips
// and commit, and each is decided and answered as if it were alone.
//
// - The first request does not wait for others. Requests that arrive while transactions are running are collected for the next
//   one. While one transaction runs, a second begins when half as many requests wait. Otherwise the clients just answered, which
//   ask again one by one, would each get a transaction of their own.
// - An unusual request is carried out alone, and so is every request of a transaction that fails. So no request fails because of
//   another one.
// - When it is unknown whether the transaction has committed, all of its requests fail with that error. None is repeated.
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers";
import { isLockTimeout, isLost, unavailable } from "../failures.ts";
import type { Pool } from "../pool.ts";
import { sql } from "../sql.ts";
import type { Db } from "../transaction.ts";

/** An answer, or the error that a request is refused with; null: the request has to be carried out alone. */
export type Outcome<Answer> = Answer | Error | null;

export type Shared<Asked, Answer> = {
  /** Maximum number of requests in one transaction. It is small enough that sharing does not delay the answer noticeably. */
  together_max: number;
  /**
   * `carryOutAll` waits for locks only for a moment. So a single request is tried by it first; if it has to wait for a lock, it
   * is carried out alone while the other requests of its key continue.
   */
  is_patient?: false;
  /** Carries out two or more requests in one transaction, or a single one if `is_patient` is false. */
  carryOutAll(pool: Pool, some: readonly Asked[]): Promise<readonly Outcome<Answer>[]>;
  carryOut(pool: Pool, asked: Asked): Promise<Answer>;
};

/** Maximum number of transactions of one key at once, and of requests that wait for the next one. */
const at_once_max = 2;
const waiting_max = 250;

type Waiting<Asked, Answer> = PromiseWithResolvers<Answer> & Traced & { asked: Asked };
/** `requests`: how many requests the running transactions have. */
type Queue<Asked, Answer> = { waiting: Waiting<Asked, Answer>[]; under_way: number; requests: number };

/** A request with the trace context of its caller; make it when the request arrives. */
export type Traced = { within: ReturnType<typeof AsyncLocalStorage.snapshot> };

const outsideRequests = AsyncLocalStorage.snapshot();

/** The trace context for statements: that of the request if there is one, none if there are several. */
export function traceOf(some: readonly Traced[]): Traced["within"] {
  return some.length === 1 ? some[0]!.within : outsideRequests;
}

/** Carries requests out together with those of the same key. */
export function inSharedTransactions<Asked, Answer>(
  shared: Shared<Asked, Answer>,
): (pool: Pool, key: string, asked: Asked) => Promise<Answer> {
  const queues = new WeakMap<Pool, Map<string, Queue<Asked, Answer>>>();
  const serve = (pool: Pool, open: Map<string, Queue<Asked, Answer>>, key: string, queue: Queue<Asked, Answer>) => {
    if (queue.under_way === at_once_max || queue.waiting.length === 0 || 2 * queue.waiting.length < queue.requests) return;
    const some = queue.waiting.splice(0, shared.together_max);
    queue.under_way += 1;
    queue.requests += some.length;
    void carryOut(shared, pool, some).finally(() => {
      queue.under_way -= 1;
      queue.requests -= some.length;
      if (queue.under_way === 0 && queue.waiting.length === 0) open.delete(key);
      else serve(pool, open, key, queue);
    });
  };
  return (pool, key, asked) => {
    const open = queues.get(pool) ?? new Map<string, Queue<Asked, Answer>>();
    queues.set(pool, open);
    const queue = open.get(key) ?? { waiting: [], under_way: 0, requests: 0 };
    if (queue.waiting.length >= waiting_max) return Promise.reject(unavailable("too many requests of one kind wait"));
    open.set(key, queue);
    const waiting = { asked, within: AsyncLocalStorage.snapshot(), ...Promise.withResolvers<Answer>() };
    queue.waiting.push(waiting);
    // Waits one turn of the event loop, so that requests admitted in the same turn join this one.
    setImmediate(() => serve(pool, open, key, queue));
    return waiting.promise;
  };
}

/**
 * Answers requests that have waited together. It never rejects, and does not wait for the requests that are carried out alone.
 */
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

/**
 * Limits how long the transaction waits for locks from now on. Requests of a shared transaction that times out are carried out
 * alone.
 */
export function boundLockWaits(db: Db, timeout_ms: number): void {
  db.send(sql`select set_config('lock_timeout', ${`${timeout_ms}ms`}, true)`);
}
