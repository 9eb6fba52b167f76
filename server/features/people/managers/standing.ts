import type { Db } from "../../../platform/db/transaction.ts";
import { caseNorm } from "../../../platform/text.ts";
import { listAbove, listManagers, type Line } from "./managers-sql.ts";

/** The stored data of people whom a file names as managers. Keys are normalised employee numbers or ids. */
export type Standing = {
  /** Employee numbers in their original spelling, by id. */
  numbers: ReadonlyMap<string, string>;
  known: ReadonlySet<string>;
  /** The managers of the named people and of all people above them. */
  above: ReadonlyMap<string, string | null>;
};

/** People in one query. */
const part_size = 5_000;

export async function loadStanding(
  db: Db,
  tenant_id: string,
  named: { numbers: Iterable<string>; ids: Iterable<string> },
): Promise<Standing> {
  const numbers = new Map<string, string>();
  const lines = new Map<string, Line>();
  const look = async (part: { numbers: readonly string[]; ids: readonly string[] }) => {
    const found = await listManagers(db, tenant_id, part);
    for (const { id, employee_no } of found) if (employee_no !== null) numbers.set(id, employee_no);
    const above = await listAbove(
      db,
      tenant_id,
      found.map(({ id }) => id),
    );
    for (const line of above) lines.set(line.id, line);
  };
  for (const part of partsOf([...new Set([...named.numbers].map(caseNorm))], part_size)) await look({ numbers: part, ids: [] });
  for (const part of partsOf([...new Set(named.ids)], part_size)) await look({ numbers: [], ids: part });
  const keyOf = (id: string) => caseNorm(lines.get(id)?.employee_no ?? id);
  return {
    numbers,
    known: new Set([...numbers.values()].map(caseNorm)),
    above: new Map([...lines.values()].map(({ id, manager_id }) => [keyOf(id), manager_id && keyOf(manager_id)])),
  };
}

export function* partsOf<Of>(all: readonly Of[], size: number): Generator<Of[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
