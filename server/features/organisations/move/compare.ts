// Whether both sides of a move are equal: the number of rows and a sum of their hashes, for each table. Hashing is what takes long, so
// it is done before the pause, in parts, while everybody works; in the pause each side is looked through once more:
//
// A horizon is an id of a transaction of one server: all below it have ended. A version of a row that was written below it is old. No old
// version comes into being any more, and none changes, because an update makes a new version: from then on they can only become fewer.
// So as long as a part of a table has as many old versions as when it was summed, it has the same ones, and their sum holds. The pause
// counts them, hashes the others (which were written since), and sums anew the parts that have lost one. What was summed before was never
// compared by itself; what is compared are the sums of all rows in the pause, as if all had been hashed there.
//
// That holds for each side by itself, and for rows that are changed at the target by hand.
import { isDeepStrictEqual } from "node:util";
import type { Session } from "../../../platform/db/moving/session.ts";
import type { Budget } from "../../../platform/jobs/budget.ts";
import type { Table } from "../transfer/transfer-sql.ts";
import { cancellable } from "./course.ts";
import { countOld, findHorizon, findSum, listSummable, setFrugal, type Range, type Sum, type Summable } from "./compare-sql.ts";
import { findEnd, type Key, type Span } from "./parts-sql.ts";

/** The old rows of a part of a table. */
type Part = Span & { sum: Sum };

/** What a side had of a table below a horizon, in parts. */
export type Summed = Summable & { horizon: string; parts: readonly Part[] };

/** Rows that are hashed by one statement before the pause. */
const part_rows_max = 4_000;

/** Sums up one side while everybody works. */
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

/** The number of rows and the sum of hashes of each table as they are now: in the pause, where nobody writes. */
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

/** The tables in which two sides differ. */
export function differing(there: ReadonlyMap<string, Sum>, here: ReadonlyMap<string, Sum>): string[] {
  return [...there.keys()].filter((name) => !isDeepStrictEqual(there.get(name), here.get(name)));
}
