// Managers that a file gives to people.
//
// A file may name a manager who follows in a later row, and two people may exchange places, so only the whole file shows whether
// a person would be above themselves. The file is therefore checked before its first row is carried out. Managers are set after
// all rows, those at the top first, in batches like the rows. A dry run does not set them: the rows have reported them.
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { caseNorm } from "../../platform/text.ts";
import type { RowFault, SyncRow } from "../employment/judge-row.ts";
import { linkManagers, type Link } from "../employment/managers/link-managers.ts";
import { numberOf, synchronised_max } from "../employment/synchronise.ts";
import { judgeTree } from "../people/managers/circle.ts";
import { listManagers } from "../people/managers/managers-sql.ts";
import { pointerOfManager, wordsOfCircle, type Managers } from "../people/managers/resolve.ts";
import { loadStanding, partsOf } from "../people/managers/standing.ts";
import { inBatch, type Run } from "./batch.ts";
import type { FileFacts } from "./files/read-file.ts";
import { addReportFaults, listInvalidLines } from "./report-sql.ts";

export type FileManagers = {
  /** People who would be above themselves, by employee number. */
  faults: ReadonlyMap<string, RowFault>;
  /** All people to whom the file gives a manager, those at the top first. */
  links: readonly Link[];
};

export async function judgeManagers({ pool, tenant_id }: Run, { managers }: FileFacts): Promise<FileManagers> {
  if (managers.size === 0) return { faults: new Map(), links: [] };
  const given = [...managers.values()];
  const numbers = given.flatMap(({ manager_employee_no }) => manager_employee_no ?? []);
  const ids = given.flatMap(({ manager_id }) => manager_id ?? []);
  const standing = await withTenant(pool, tenant_id, (db) => loadStanding(db, tenant_id, { numbers, ids }));
  const said = new Map(
    [...managers].map(([person, { manager_id, manager_employee_no }]) => {
      const number = manager_employee_no ?? standing.numbers.get(manager_id ?? "");
      return [person, number === undefined ? null : caseNorm(number)] as const;
    }),
  );
  const { circles, order } = judgeTree(said, standing.above);
  const faults = [...circles].map(([person, circle]): [string, RowFault] => {
    const pointer = pointerOfManager(managers.get(person)!);
    return [person, { pointer, code: "BELOW_ITSELF", detail: wordsOfCircle(circle) }];
  });
  const links = order.flatMap((person) => {
    const manager = said.get(person) ?? null;
    return manager === null || circles.has(person) ? [] : [{ employee_no: person, manager_employee_no: manager }];
  });
  return { faults: new Map(faults), links };
}

/** The row, or a row with a fault if the file would put its person above themselves. */
export function refuseCircle(row: SyncRow, { faults }: FileManagers): SyncRow {
  const fault = faults.get(numberOf(row) ?? "");
  return fault === undefined ? row : { ...row, faults: [...row.faults, fault] };
}

/** People whom these rows name as managers: existing people, and people in the file. */
export async function managersNamed(
  db: Db,
  tenant_id: string,
  rows: readonly SyncRow[],
  { lines, managers }: FileFacts,
): Promise<Managers> {
  const given = rows.flatMap((row) => managers.get(numberOf(row) ?? "") ?? []);
  const numbers = given.flatMap(({ manager_employee_no }) => manager_employee_no ?? []);
  const ids = given.flatMap(({ manager_id }) => manager_id ?? []);
  const found = numbers.length + ids.length === 0 ? [] : await listManagers(db, tenant_id, { numbers, ids });
  const by_id = new Map(found.map((one) => [one.id, one]));
  const by_number = new Map(found.map((one) => [caseNorm(one.employee_no ?? ""), one]));
  return {
    find: async (id) => by_id.get(id),
    findByNumber: async (employee_no) => {
      const number = caseNorm(employee_no);
      return by_number.get(number) ?? (lines.has(number) ? { id: null, employee_no } : undefined);
    },
  };
}

/**
 * Sets the managers that the file gives; rows that were refused give none. A manager who cannot be set is added to the row's
 * report.
 */
export async function bringManagers(run: Run, { rows, lines }: FileFacts, { links }: FileManagers): Promise<void> {
  const { tenant_id, work, batch_id } = run;
  if (work.dry_run) return;
  for (const part of partsOf(links, synchronised_max)) {
    await inBatch(run, { before: rows, after: rows }, async (db, context) => {
      const lineOf = (employee_no: string) => lines.get(employee_no)!;
      const refused_lines = await listInvalidLines(
        db,
        tenant_id,
        work.id,
        part.map(({ employee_no }) => lineOf(employee_no)),
      );
      const taken = part.filter(({ employee_no }) => !refused_lines.has(lineOf(employee_no)));
      const refused = await linkManagers(db, context, batch_id, taken);
      const faults = refused.map(({ employee_no, fault }) => ({ row_number: lineOf(employee_no), fault }));
      if (faults.length > 0) await addReportFaults(db, tenant_id, work.id, faults);
      return { outcomes: [], report: [] };
    });
  }
}
