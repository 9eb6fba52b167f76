// How an organisation moves to another node (docs/decisions/0051). It is on the source until the source's row in infra.placement
// says `moved`, and on the target from then on. One statement in one database decides.
//
//   copy      copies the rows of one moment while requests continue; the target refuses requests (`moving_in`)
//   follow    a subscription replicates later changes, until the end
//   sum       both sides compute checksums in parts for the comparison (compare.ts)
//   close     no new background work starts; running work ends
//   pause     no new transactions start; running ones end; the target receives the last changes
//   compare   compares numbers of rows and checksums, table by table
//   commit    the source says `moved`
//   take in   the target takes over the data outside the tables and removes its row in infra.placement
//
// If the move is aborted before the commit, the source continues first, and then the copied rows are removed. If the command is
// killed, the next command does that: the source's row shows what is left to do.
import type { Keyring } from "../../../platform/crypto/keyring.ts";
import { codeOf } from "../../../platform/db/failures.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withInfrastructure, withTenant } from "../../../platform/db/transaction.ts";
import { openBudget, type Budget } from "../../../platform/jobs/budget.ts";
import { insertRetiredKeys } from "../../keys/sql.ts";
import { insertJobs } from "../transfer/import.ts";
import {
  beginEpochAbove,
  findEpoch,
  findKept,
  findNumbers,
  insertKept,
  listTables,
  raiseNumbers,
  raiseNumbersTo,
  setTriggersAside,
  type Table,
} from "../transfer/transfer-sql.ts";
import {
  deleteComing,
  deleteCopied,
  deleteLeaving,
  deleteTakenIn,
  deleteWork,
  findBaggage,
  findKnown,
  insertComing,
  insertLeaving,
  isUnderWay,
  listRunning,
  updateBaggage,
  updateMoved,
  updateState,
} from "./move-sql.ts";
import { differing, findTotals, sumInParts } from "./compare.ts";
import { copyRows } from "./copy.ts";
import { cancellable, courseOf, type Course, type Step } from "./course.ts";
import { askBoth, withNewSession, type Moving } from "./place.ts";
import { NotMoved, refusePresent, refuseUnfit, type Fitting } from "./refuse.ts";
import { endCopying, findLogEnd, hasFollowed, isFollowing, subscribe, unpublish, unsubscribe } from "./replication-sql.ts";

export type MoveOptions = {
  keyring: Keyring;
  /** Aborts the move, as long as it has not been committed. */
  signal: AbortSignal;
  /** Called before each step and awaited. */
  onStep?: (step: Step) => void | Promise<void>;
  /** Determines the pauses for requests; opened by the move if none is given. */
  budget?: Budget;
};

export type Moved = { rows: number; tables: number; paused_ms: number; epoch: number };

/** How long to wait for running background work. */
const close_max_ms = 15_000;
/** How long to wait for transactions that were running when the pause began, and for the last changes to arrive. */
const pause_max_ms = 5_000;
const look_interval_ms = 50;
const look_in_pause_ms = 5;
/** The target is close enough if it has received all changes that are older than this. */
const behind_max_ms = 500;

/** Moves an organisation from the first step on. Rejects with NotMoved, or the signal's reason, if it stays at the source. */
export async function move(moving: Moving, options: MoveOptions): Promise<Moved> {
  const { source, target, code, tenant_id } = moving;
  const course = courseOf(options.signal, options.onStep);
  await course.begin({ step: "check" });
  const fitting = await refuseUnfit(moving, options.keyring);
  let paused_ms = 0;
  let sums = { rows: 0, tables: 0 };
  try {
    await course.begin({ step: "clean" });
    await clean(moving);
    await refusePresent(moving);
    await insertComing(target.session, code, tenant_id, source.name);
    await insertLeaving(source.session, code, tenant_id, target.name);
    const budget = options.budget ?? (await openBudget(() => askBoth(moving), options.signal));
    const tables = await copy(moving, course, fitting, budget);
    await course.begin({ step: "follow" });
    await follow(moving, course);
    await course.begin({ step: "sum" });
    const summed = await sumBoth(moving, course, tables, budget);
    await follow(moving, course);
    await course.begin({ step: "close" });
    await updateState(source.session, code, "copying", "closing");
    await underWay(moving, course);
    await course.begin({ step: "pause" });
    paused_ms = performance.now();
    await updateState(source.session, code, "closing", "paused");
    await standStill(moving, course);
    await course.begin({ step: "compare" });
    sums = await compare(moving, summed);
    await course.begin({ step: "compared", ...sums });
    await course.begin({ step: "detach" });
    await detach(moving);
    await hand(moving, fitting);
    await course.begin({ step: "commit" });
    await commit(moving);
  } catch (error) {
    if (await giveUp(moving, error)) throw error;
    // The commit had succeeded, but its answer was lost.
  }
  await options.onStep?.({ step: "take_in" });
  const { epoch } = await takeIn(moving);
  return { ...sums, paused_ms: performance.now() - paused_ms, epoch };
}

/** Copies the rows while requests continue, and starts the replication of later changes. */
async function copy(moving: Moving, course: Course, { version }: Fitting, budget: Budget): Promise<readonly Table[]> {
  const { source, target, tenant_id } = moving;
  await aboveEpoch(moving);
  await course.begin({ step: "copy" });
  const tables = await tablesOf(source.pool);
  await copyRows(moving, course, budget, tables);
  await cancellable(target.session, course.signal, subscribe(target.session, tenant_id, source.database_url, version));
  return tables;
}

/** Waits until the target is only a moment behind. */
async function follow(moving: Moving, { pause }: Course): Promise<void> {
  const { source, target, tenant_id } = moving;
  for (;;) {
    const began_ms = performance.now();
    const end = await findLogEnd(source.session);
    while (!(await hasFollowed(source.session, tenant_id, end))) {
      if (!(await isFollowing(target.session, tenant_id)))
        throw new NotMoved(`${target.name} cannot write what comes; the log of its server says why.`);
      await pause(look_interval_ms);
    }
    if (performance.now() - began_ms < behind_max_ms) return;
  }
}

/**
 * Begins an epoch at the target above that of the source, so that rows written there later come after the moved ones
 * (docs/decisions/0036). This is done before the pause, because writers wait for it.
 */
async function aboveEpoch({ source, target }: Moving): Promise<void> {
  const epoch = await withInfrastructure(source.pool, findEpoch);
  await again(() =>
    withInfrastructure(target.pool, async (db) => {
      if ((await findEpoch(db)) <= epoch) await beginEpochAbove(db, epoch);
    }),
  );
}

/** Waits for running background work. Work that does not end in time is repeated by the target. */
async function underWay({ source, tenant_id }: Moving, { pause }: Course): Promise<void> {
  const until_ms = performance.now() + close_max_ms;
  while (performance.now() < until_ms && (await isUnderWay(source.session, tenant_id))) await pause(look_interval_ms);
}

/** Waits for transactions that began before the pause, and for the target to receive all changes. */
async function standStill({ source, target, tenant_id }: Moving, { pause }: Course): Promise<void> {
  const began = new Map((await listRunning(source.session)).map((running) => [running.virtual_id, running]));
  const [ran_on, was_late] = [performance.now() + pause_max_ms, performance.now() + 2 * pause_max_ms];
  while (began.size > 0) {
    const now = new Set((await listRunning(source.session)).map(({ virtual_id }) => virtual_id));
    for (const id of began.keys()) if (!now.has(id)) began.delete(id);
    const [left] = began.values();
    if (left === undefined) break;
    if (performance.now() > ran_on)
      throw new NotMoved(
        `A transaction at ${source.name} does not end: process ${left.pid} (${left.application || "without a name"}), since ${left.since}.`,
      );
    await pause(look_in_pause_ms);
  }
  const end = await findLogEnd(source.session);
  while (!(await hasFollowed(source.session, tenant_id, end))) {
    if (performance.now() > was_late) throw new NotMoved(`${target.name} is too far behind ${source.name}.`);
    await pause(look_in_pause_ms);
  }
}

/** Computes checksums of both sides, one after the other, while requests continue. */
async function sumBoth({ source, target, tenant_id }: Moving, { signal }: Course, tables: readonly Table[], budget: Budget) {
  const there = await sumInParts(source.session, tenant_id, tables, budget, signal);
  return { there, here: await sumInParts(target.session, tenant_id, tables, budget, signal) };
}

/** Compares both sides table by table. */
async function compare(
  { source, target, tenant_id }: Moving,
  summed: Awaited<ReturnType<typeof sumBoth>>,
): Promise<{ rows: number; tables: number }> {
  const [there, here] = await Promise.all([
    findTotals(source.session, tenant_id, summed.there),
    findTotals(target.session, tenant_id, summed.here),
  ]);
  const other = differing(there, here);
  if (other.length > 0) throw new NotMoved(`${source.name} and ${target.name} differ in ${other.join(", ")}. Move it again.`);
  const rows = [...there.values()].reduce((sum, total) => sum + total.rows, 0);
  return { rows, tables: [...there.values()].filter((total) => total.rows > 0).length };
}

/** Ends the replication on both sides, so that later deletions at the source do not reach the target. */
async function detach({ source, target, tenant_id }: Moving): Promise<void> {
  await unsubscribe(target.session, tenant_id);
  await unpublish(source.session, tenant_id);
}

/**
 * Stores at the target the data outside the tables. This commit waits for the disk and comes later in the target's log than the
 * rows, so the rows are durable with it.
 */
async function hand({ source, target, tenant_id, code }: Moving, { retired }: Fitting): Promise<void> {
  const baggage = await withInfrastructure(source.pool, async (db) => ({
    ...(await findKept(db, tenant_id)),
    epoch: await findEpoch(db),
    numbers: await findNumbers(db, await listTables(db)),
    retired,
  }));
  await withInfrastructure(target.pool, (db) => updateBaggage(db, code, baggage));
}

/** From here on the organisation is on the target. */
async function commit({ source, code, tenant_id }: Moving): Promise<void> {
  await withInfrastructure(source.pool, async (db) => {
    if (!(await updateMoved(db, code))) throw new NotMoved(`The pause of ${code} has been ended by another command meanwhile.`);
    await deleteWork(db, tenant_id);
  });
}

/** Completes a committed move at the target. Does nothing if that was already done. */
export async function takeIn({
  target,
  code,
  tenant_id,
}: Pick<Moving, "target" | "code" | "tenant_id">): Promise<{ epoch: number }> {
  return again(() =>
    withTenant(target.pool, tenant_id, async (db) => {
      const baggage = await findBaggage(db, code);
      if (baggage === undefined) return { epoch: await findEpoch(db) };
      if (baggage.numbers) await raiseNumbersTo(db, baggage.numbers);
      else for (const table of await listTables(db)) await raiseNumbers(db, tenant_id, table);
      await insertKept(db, tenant_id, baggage);
      await insertJobs(db, baggage);
      await insertRetiredKeys(db, baggage.retired);
      await deleteTakenIn(db, code);
      const epoch = await findEpoch(db);
      return { epoch: epoch > baggage.epoch ? epoch : await beginEpochAbove(db, baggage.epoch) };
    }),
  );
}

/**
 * Aborts the move: the organisation continues at the source, then the copied rows are removed. Returns false if it had already
 * moved. Errors say what could not be done.
 */
async function giveUp(moving: Moving, error: unknown): Promise<boolean> {
  const { source, code } = moving;
  let stays: boolean;
  try {
    stays = await withNewSession(source, (session) => deleteLeaving(session, code));
  } catch (failure) {
    throw new Undecided(moving, [error, failure]);
  }
  if (!stays) return false;
  try {
    await clean(moving);
  } catch (failure) {
    throw new LeftOver(moving, [error, failure]);
  }
  return true;
}

/** The source does not answer, and only the source knows whether the organisation has moved. */
export class Undecided extends AggregateError {
  constructor({ source, target, code }: Moving, errors: unknown[]) {
    super(
      errors,
      `${source.name} does not answer (${wordsOf(errors[0])}). Nobody is served of ${code} if its pause had begun. Run "muster org move ${code} --to ${target.name}" or "--abort" once ${source.name} answers.`,
    );
    this.name = "Undecided";
  }
}

/** The move was aborted, but parts of it could not be removed. */
export class LeftOver extends AggregateError {
  constructor({ source, code }: Moving, errors: unknown[]) {
    super(
      errors,
      `${code} stays on ${source.name} (${wordsOf(errors[0])}), but not all that was copied could be removed (${wordsOf(errors.at(-1))}). A replication slot that is left at ${source.name} fills its disk: run "muster org move ${code} --abort" once both nodes answer.`,
    );
    this.name = "LeftOver";
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Lets the organisation continue at the source, and removes what was kept there for a target. */
export async function goOn({ source, code, tenant_id }: Pick<Moving, "source" | "code" | "tenant_id">): Promise<void> {
  await withNewSession(source, async (session) => {
    await deleteLeaving(session, code);
    await endCopying(session, tenant_id);
    await unpublish(session, tenant_id);
  });
}

/** Removes all that a move has left behind, for an organisation that is at the source. */
export async function clean(moving: Moving): Promise<void> {
  const { source, target, code, tenant_id } = moving;
  await withNewSession(source, (there) =>
    withNewSession(target, async (here) => {
      await deleteLeaving(there, code);
      await endCopying(here, tenant_id);
      await unsubscribe(here, tenant_id);
      await endCopying(there, tenant_id);
      await unpublish(there, tenant_id);
      if ((await findKnown(here, code))?.state !== "moving_in") return;
      for (const table of (await tablesOf(target.pool)).toReversed())
        await withTenant(target.pool, tenant_id, async (db) => {
          await setTriggersAside(db);
          await deleteCopied(db, tenant_id, table);
        });
      await deleteComing(here, code);
    }),
  );
}

function tablesOf(pool: Pool): Promise<Table[]> {
  return withInfrastructure(pool, listTables);
}

/** Repeats the work a few times: beginning an epoch waits for writing transactions, and may time out (lock_not_available). */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error) ?? codeOf((error as { cause?: unknown }).cause);
      if (code !== "55P03" || tried === tries_max) throw error;
    }
  }
}

const tries_max = 10;
