import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { asFailure, codeOf, isLost, isRetryable, Unavailable, unavailable } from "./failures.ts";
import { limitHere, limited_role, setDepartments, type Limit } from "./limit/limit.ts";
import type { Pool } from "./pool.ts";
import type { Result } from "./driver.ts";
import { queryAfter, sendPacket, type Waiting } from "./packet.ts";
import { actAs, actFor, actForFew, actForMoved, actForPart, actOnFew, begin, type Opening } from "./prelude.ts";
import { plannedEachTime, type Statement } from "./sql.ts";

/** A use case's access to the database: one open transaction of one tenant. */
export type Db = {
  /** All rows of a statement. */
  rows<Row>(statement: Statement): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(statement: Statement): Promise<Row | undefined>;
  /** How many rows a statement changed. */
  count(statement: Statement): Promise<number>;
  /** Sends a statement without waiting for its result. The commit waits for the statement, and fails if it fails. */
  send: (statement: Statement) => void;
  /**
   * Commits the statements so far: the commit is sent in the packet of this turn and costs no extra round trip. The work may wait
   * for answers afterwards, but may send no more statements.
   */
  commit: () => void;
  /** Runs an action after the transaction has committed, and not at all if it does not commit. The action must not throw. */
  afterCommit: (action: (pool: Pool) => void) => void;
};

/**
 * What the statements of a transaction read or write: a few rows found by an index, a part of many such rows, or any number
 * (prelude.ts).
 */
export type About = "any_rows" | "few_rows" | "part_of_many";

/** Tries of a transaction that fails with a deadlock or a serialization failure. */
const tries_max = 3;
const retry_pause_max_ms = 30;

/**
 * Runs `work` in one transaction in which row-level security shows only `tenant_id`. The work may run again after a deadlock, so
 * it must have no effects outside the database. `few_rows`: each statement is about a few rows found by an index, and its plan is
 * kept (prelude.ts). `part_of_many`: about some hundred rows, planned each time. Within a limit (limit/limit.ts) the statements
 * see only what it allows. Throws Unavailable when the database is the cause or the outcome of the commit is unknown, and NotHere
 * when the organisation is moving or has moved.
 */
export async function withTenant<T>(
  pool: Pool,
  tenant_id: string,
  work: (db: Db) => Promise<T>,
  about: About = "any_rows",
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      const limit = limitHere();
      if (limit !== undefined) return await attempt(pool, [asLimited(pool, tenant_id, limit)], limited(limit, work));
      return await attempt(pool, [asTenant(pool, tenant_id, about)], work);
    } catch (error) {
      if (!isRetryable(error) || tried === tries_max) throw asFailure(error);
      await sleep(Math.random() * retry_pause_max_ms);
    }
  }
}

/** Runs one statement for a tenant, in a transaction of its own and in one packet. `few_rows`: as in `withTenant`. */
export function readTenant<Row>(pool: Pool, tenant_id: string, statement: Statement, about: About = "any_rows"): Promise<Row[]> {
  if (limitHere() !== undefined) return withTenant(pool, tenant_id, (db) => db.rows<Row>(statement));
  return runAlone(pool, [asTenant(pool, tenant_id, about)], statement);
}

/** Maximum number of reads of one organisation in one packet, so that a packet takes a few milliseconds. */
const together_max = 16;
const gathered = new WeakMap<Pool, Map<string, Waiting[]>>();

/**
 * Reads a few rows of a tenant, found by an index. Reads of one tenant in the same turn of the event loop share a packet, a
 * connection and a transaction, because opening a transaction costs as much as a read. A failing read does not fail the others:
 * the reads behind it are sent again, so the statement must not change anything.
 */
export async function readFew<Row>(pool: Pool, tenant_id: string, statement: Statement): Promise<Row[]> {
  if (limitHere() !== undefined) return readTenant(pool, tenant_id, statement);
  const answer = new Promise<Result>((resolve, reject) => {
    gather(pool, tenant_id, asTenant(pool, tenant_id, "few_rows"), { statement, resolve, reject });
  });
  try {
    return (await watched(pool, statement, answer)).rows as Row[];
  } catch (error) {
    throw asFailure(error);
  }
}

function gather(pool: Pool, tenant_id: string, opening: Opening, read: Waiting): void {
  const open = gathered.get(pool) ?? new Map<string, Waiting[]>();
  gathered.set(pool, open);
  const reads = open.get(tenant_id) ?? [];
  const leave = () => {
    if (open.get(tenant_id) !== reads) return;
    open.delete(tenant_id);
    void readTogether(pool, opening, reads);
  };
  if (reads.push(read) === 1) {
    open.set(tenant_id, reads);
    process.nextTick(leave);
  }
  if (reads.length === together_max) leave();
}

async function readTogether(pool: Pool, opening: Opening, reads: readonly Waiting[]): Promise<void> {
  let client: pg.PoolClient;
  try {
    client = await checkOut(pool);
  } catch (error) {
    for (const { reject } of reads) reject(error as Error);
    return;
  }
  const failure = await new Promise<{ place: number; error: Error } | null>((end) => {
    let answered = 0;
    sendPacket(
      client,
      [opening],
      reads.map(({ statement, resolve }, place) => ({
        statement,
        resolve(result) {
          resolve(result);
          answered += 1;
          if (answered === reads.length) end(null);
        },
        // The reads behind the failed one are rejected with the same error, after it.
        reject: (error) => end({ place, error }),
      })),
    );
  });
  const lost = failure !== null && isLost(failure.error);
  client.release(lost ? failure.error : undefined);
  if (failure === null) return;
  const [failed, ...behind] = reads.slice(failure.place);
  failed!.reject(failure.error);
  for (const read of behind) {
    if (lost) read.reject(failure.error);
    else void readTogether(pool, opening, [read]);
  }
}

/** Runs `work` in a transaction without a tenant: for tables of the infrastructure only. */
export async function withInfrastructure<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await attempt(pool, [actAs(pool.bounds)], work);
  } catch (error) {
    throw asFailure(error);
  }
}

/**
 * Runs one statement by itself, without a tenant: for the definer functions of schema `infra`. `few_rows`: as in `withTenant`.
 */
export function readInfrastructure<Row>(pool: Pool, statement: Statement, about: About = "any_rows"): Promise<Row[]> {
  return runAlone(pool, [about === "few_rows" && !pool.embedded ? actOnFew(pool.bounds) : actAs(pool.bounds)], statement);
}

/**
 * Runs one short statement on the connection that other statements with the same key are using, pipelined behind them. For
 * statements that take the same row lock: on separate connections they would wait for each other inside the database.
 */
export async function readInTurn<Row>(pool: Pool, key: string, statement: Statement): Promise<Row[]> {
  const open = lanesOf(pool);
  const lane = open.get(key) ?? { client: checkOut(pool), in_flight: 0, lost: null, answered_ms: performance.now() };
  if (lane.in_flight >= lane_queue_max) throw unavailable("too many statements of one kind wait");
  open.set(key, lane);
  lane.in_flight += 1;
  try {
    return (await watched(pool, statement, queryAfter(await lane.client, [actAs(pool.bounds)], statement))).rows as Row[];
  } catch (error) {
    if (isLost(error)) lane.lost ??= error as Error;
    throw asFailure(error);
  } finally {
    lane.in_flight -= 1;
    lane.answered_ms = performance.now();
    if ((lane.in_flight === 0 || lane.lost) && open.get(key) === lane) open.delete(key);
    if (lane.in_flight === 0) {
      lane.client.then(
        (client) => client.release(lane.lost ?? undefined),
        () => undefined,
      );
    }
  }
}

/** A connection that statements of one key share; the last one returns it to the pool. */
type Lane = { client: Promise<pg.PoolClient>; in_flight: number; lost: Error | null; answered_ms: number };
const lane_queue_max = 250;
const lanes = new WeakMap<Pool, Map<string, Lane>>();

/** Whether a lane of a pool has received an answer lately; true if there are no lanes. */
export function lanesAnswer(pool: Pool, within_ms: number): boolean {
  const open = [...lanesOf(pool).values()];
  return open.length === 0 || open.some(({ answered_ms }) => performance.now() - answered_ms < within_ms);
}

function lanesOf(pool: Pool): Map<string, Lane> {
  const open = lanes.get(pool) ?? new Map<string, Lane>();
  lanes.set(pool, open);
  return open;
}

const uuid_pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The embedded database does not collect statistics by itself, so its plans are those of empty tables in any case. */
function asTenant(pool: Pool, tenant_id: string, about: About = "any_rows"): Opening {
  if (!uuid_pattern.test(tenant_id)) throw new TypeError("a tenant id is a lower-case uuid");
  if (pool.enters_moved) return actForMoved(pool.bounds, tenant_id);
  if (about === "any_rows" || pool.embedded) return actFor(pool.bounds, tenant_id);
  return about === "few_rows" ? actForFew(pool.bounds, tenant_id) : actForPart(pool.bounds, tenant_id);
}

/** Throws when the limit belongs to another organisation. */
function asLimited(pool: Pool, tenant_id: string, limit: Limit): Opening {
  if (tenant_id !== limit.tenant_id || !uuid_pattern.test(tenant_id))
    throw new TypeError("a limit holds in its own organisation");
  return actFor({ ...pool.bounds, role: limited_role }, tenant_id);
}

/**
 * Statements within a limit are planned each time: they are rare, and the plans that connections keep are those of unlimited
 * transactions.
 */
function limited<T>(limit: Limit, work: (db: Db) => Promise<T>): (db: Db) => Promise<T> {
  return (db) => {
    db.send(setDepartments(limit));
    return work({
      ...db,
      rows: (statement) => db.rows(plannedEachTime(statement)),
      row: (statement) => db.row(plannedEachTime(statement)),
      count: (statement) => db.count(plannedEachTime(statement)),
      send: (statement) => db.send(plannedEachTime(statement)),
    });
  };
}

async function runAlone<Row>(pool: Pool, first: readonly Opening[], statement: Statement): Promise<Row[]> {
  const client = await checkOut(pool);
  try {
    const { rows } = await watched(pool, statement, queryAfter(client, first, statement));
    client.release();
    return rows as Row[];
  } catch (error) {
    // The statement was a transaction of its own, so only a lost connection cannot be used again.
    client.release(isLost(error) ? (error as Error) : undefined);
    throw asFailure(error);
  }
}

async function attempt<T>(pool: Pool, first: readonly Opening[], work: (db: Db) => Promise<T>): Promise<T> {
  const client = await checkOut(pool);
  const progress: Progress = { sent: [], afterwards: [] };
  const { db, end } = openDb({ pool, client }, [begin, ...first], progress);
  try {
    const result = await work(db);
    end();
    // The server does not know of a statement that could not be sent, and would commit the others.
    if (progress.failure !== undefined && !(progress.failure instanceof pg.DatabaseError)) throw progress.failure;
    progress.committed ??= client.query("commit");
    const [committed] = await Promise.all([progress.committed, ...progress.sent]);
    // After a failed statement, `commit` succeeds with the command ROLLBACK.
    if (committed.command !== "COMMIT") throw unavailable("the transaction was rolled back");
    client.release();
    for (const action of progress.afterwards) action(pool);
    return result;
  } catch (error) {
    end();
    // With concurrent statements, the first error may only be a consequence of another statement's failure.
    const cause = codeOf(error) === in_failed_transaction ? (progress.failure ?? error) : error;
    await discard(client, cause);
    // Only an error from the server proves that nothing was committed. After any other failure the outcome is unknown.
    const is_open = progress.committed !== undefined && !(cause instanceof pg.DatabaseError || cause instanceof Unavailable);
    throw is_open ? unavailable("it is not known whether the transaction has committed", cause) : cause;
  }
}

const in_failed_transaction = "25P02";
const commit_statement: Statement = { name: "muster_commit", text: "commit", values: [] };

/**
 * State of a transaction: statements sent without waiting, the commit that was sent early, actions after the commit, and the
 * first failure of a statement.
 */
type Progress = {
  sent: Promise<unknown>[];
  committed?: Promise<Result>;
  afterwards: ((pool: Pool) => void)[];
  failure?: Error;
};

/**
 * Statements sent in the same turn of the event loop leave in one packet. The openings are part of the first packet, so work
 * without a statement opens no transaction. After the end of the transaction, statements of work that is still running are
 * refused: the connection may belong to another transaction by then.
 */
function openDb(
  { pool, client }: { pool: Pool; client: pg.PoolClient },
  openings: readonly Opening[],
  progress: Progress,
): { db: Db; end: () => void } {
  let before = openings;
  let waiting: Waiting[] = [];
  let has_ended = false;
  const flush = () => {
    if (waiting.length === 0) return;
    const packet = waiting;
    waiting = [];
    sendPacket(client, before, packet);
    before = [];
  };
  const end = () => {
    flush();
    has_ended = true;
  };
  const ask = (statement: Statement) => {
    if (waiting.length === 0) process.nextTick(flush);
    return new Promise<Result>((resolve, reject) => {
      const fail = (error: Error) => {
        progress.failure ??= error;
        reject(error);
      };
      waiting.push({ statement, resolve, reject: fail });
    });
  };
  const run = (statement: Statement) => {
    if (has_ended) return Promise.reject(new Error("the transaction has ended"));
    return watched(pool, statement, ask(statement));
  };
  const commit = () => {
    if (!has_ended && (before !== openings || waiting.length > 0)) {
      progress.committed = ask(commit_statement);
      // The end of the transaction awaits this promise and reports its failure.
      progress.committed.catch(() => undefined);
    }
    end();
  };
  const db: Db = {
    async rows<Row>(statement: Statement) {
      return (await run(statement)).rows as Row[];
    },
    async row<Row>(statement: Statement) {
      return (await run(statement)).rows[0] as Row | undefined;
    },
    async count(statement: Statement) {
      return (await run(statement)).rowCount ?? 0;
    },
    send(statement) {
      const running = run(statement);
      // The end of the transaction reports this failure, or an earlier one.
      running.catch(() => undefined);
      progress.sent.push(running);
    },
    commit,
    afterCommit: (action) => void progress.afterwards.push(action),
  };
  return { db, end };
}

/** Reports a statement and its end to the pool's observer. */
function watched(pool: Pool, statement: Statement, answer: Promise<Result>): Promise<Result> {
  if (pool.observer === null) return answer;
  const ended = pool.observer.asked(statement);
  answer.then(
    () => ended(),
    (error: unknown) => ended(error),
  );
  return answer;
}

async function checkOut(pool: Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw asFailure(error);
  }
}

/** Rolls back and returns the connection to the pool; a connection that cannot roll back is destroyed. */
async function discard(client: pg.PoolClient, error: unknown): Promise<void> {
  if (isLost(error)) {
    client.release(error as Error);
    return;
  }
  try {
    await client.query("rollback");
    client.release();
  } catch (rollback_error) {
    client.release(rollback_error as Error);
  }
}
