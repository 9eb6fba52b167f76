// Checks that both sides of a move are equal, by the number of rows and a sum of their hashes for each table. Hashing takes long,
// so it is done in parts before the pause, while requests continue. During the pause each side is read once more.
//
// The horizon is a transaction id of one server below which all transactions have ended. A row version that was written by a
// transaction below the horizon is called old. An update writes a new version, so old versions never change and none are added:
// their number can only fall. If a part of a table has as many old versions as when it was summed, they are the same ones and
// their sum is still valid. The pause counts the old versions, hashes the newer ones, and sums again the parts that have lost old
// versions. The sums of all rows at the time of the pause are compared, as if all rows had been hashed then.
//
// This holds on each side independently, and also for rows that are changed at the target by hand.
import { isDeepStrictEqual } from "node:util";
import type { Session } from "../../../platform/db/moving/session.ts";
import type { Budget } from "../../../platform/jobs/budget.ts";
import type { Table } from "../transfer/transfer-sql.ts";
import { cancellable } from "./course.ts";
import { countOld, findHorizon, findSum, listSummable, setFrugal, type Range, type Sum, type Summable } from "./compare-sql.ts";
import { findEnd, type Key, type Span } from "./parts-sql.ts";

/** A part of a table, with the sum of its old rows. */
type Part = Span & { sum: Sum };

/** A table's old rows on one side, in parts. */
export type Summed = Summable & { horizon: string; parts: readonly Part[] };

/** Rows that are hashed by one statement before the pause. */
const part_rows_max = 4_000;

/** Sums the rows of one side while requests continue. */
export async function sumInParts(
  session: Session,
  tenant_id: string,
  tables: readonly Table[],
  budget: Budget,
  signal: AbortSignal,
  rows_max = part_rows_max,
): Promise<Summed[]> {
  await setFrugal(session);
  budget.begin();
  const summed: Summed[] = [];
  for (const table of await listSummable(session, tables)) {
    const horizon = await findHorizon(session);
    const parts: Part[] = [];
    for (let after: Key | null = null, is_last = false; !is_last;) {
      const upto: Key | null = await cancellable(session, signal, findEnd(session, tenant_id, table, after, rows_max));
      const range = { after, upto, horizon };
      parts.push({ after, upto, sum: await cancellable(session, signal, findSum(session, tenant_id, table, range)) });
      await budget.spare();
      after = upto;
      is_last = upto === null;
    }
    summed.push({ ...table, horizon, parts });
  }
  return summed;
}

/** The present number of rows and sum of hashes of each table. Called in the pause, when nothing is written. */
export async function findTotals(session: Session, tenant_id: string, tables: readonly Summed[]): Promise<Map<string, Sum>> {
  const totals = new Map<string, Sum>();
  for (const table of tables) {
    const { horizon } = table;
    const whole = { after: null, upto: null, horizon };
    const { old_rows, newer } = await countOld(session, tenant_id, table, whole);
    const old = { rows: 0, hashes: 0n };
    const has_all = old_rows === table.parts.reduce((rows, { sum }) => rows + sum.rows, 0);
    for (const { sum, ...part } of table.parts) {
      const now = has_all ? sum : await sumNow(session, tenant_id, table, { ...part, horizon }, sum);
      old.rows += now.rows;
      old.hashes += now.hashes;
    }
    totals.set(table.name, { rows: old.rows + newer.rows, hashes: old.hashes + newer.hashes });
  }
  return totals;
}

async function sumNow(session: Session, tenant_id: string, table: Summable, range: Range, sum: Sum): Promise<Sum> {
  if ((await countOld(session, tenant_id, table, range)).old_rows === sum.rows) return sum;
  return findSum(session, tenant_id, table, range);
}

/** The tables in which the two sides differ. */
export function differing(there: ReadonlyMap<string, Sum>, here: ReadonlyMap<string, Sum>): string[] {
  return [...there.keys()].filter((name) => !isDeepStrictEqual(there.get(name), here.get(name)));
}
