import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { isUuid } from "../../../platform/ids.ts";
import { type SyncRow } from "../../employment/judge-row.ts";
import { numberOf } from "../../employment/synchronise.ts";
import type { GivenManager } from "../../people/managers/resolve.ts";
import { listAttributeDefinitions } from "../../people/sql.ts";
import { FileFault } from "./file-fault.ts";
import { wholeLines } from "./lines.ts";
import { readCsv } from "./read-csv.ts";
import { readNdjson } from "./read-ndjson.ts";
import { findChunk, type Work } from "../sql.ts";

/** The rows of a stored file, in order. Throws FileFault at the first place that cannot be read. */
export async function* readRows(
  pool: Pool,
  tenant_id: string,
  { id, format }: Pick<Work, "id" | "format">,
): AsyncGenerator<SyncRow> {
  const lines = wholeLines(chunksOf(pool, tenant_id, id));
  if (format === "ndjson") yield* readNdjson(lines);
  else yield* readCsv(lines, await withTenant(pool, tenant_id, (db) => listAttributeDefinitions(db, tenant_id)));
}

/** Facts about a file that was read to its end. */
export type FileFacts = {
  rows: number;
  last_line: number;
  /** By employee number, the line of its first row. */
  lines: ReadonlyMap<string, number>;
  /** Numbers of the people whom the file marks as left. */
  left: ReadonlySet<string>;
  /** By employee number, the manager whom the file gives: an employee number as written there, or an id. */
  managers: ReadonlyMap<string, GivenManager>;
};

/**
 * Reads a file to its end before anything is carried out, so that a file with an unreadable row changes nothing. `today`: in the
 * organisation's calendar.
 */
export async function surveyFile(rows: AsyncIterable<SyncRow>, rows_max: number, today: string): Promise<FileFacts> {
  const lines = new Map<string, number>();
  const left = new Set<string>();
  const managers = new Map<string, GivenManager>();
  let count = 0;
  let last_line = 0;
  for await (const row of rows) {
    if (count === rows_max) throw new FileFault(row.row, `The file may have at most ${rows_max} rows.`);
    count += 1;
    last_line = row.row;
    const number = numberOf(row);
    if (number === null || lines.has(number)) continue;
    lines.set(number, row.row);
    if (saysLeft(row, today)) left.add(number);
    const manager = managerOf(row);
    if (manager !== undefined) managers.set(number, manager);
  }
  if (count === 0) throw new FileFault(null, "The file has no rows.");
  return { rows: count, last_line, lines, left, managers };
}

/** The manager in a row, if it can be read; faults are found when the row is judged. */
function managerOf({ body: { manager_id, manager_employee_no } }: SyncRow): GivenManager | undefined {
  if (typeof manager_id === "string" && isUuid(manager_id)) return { manager_id: manager_id.toLowerCase() };
  if (typeof manager_employee_no === "string") return { manager_employee_no };
  return manager_id === null || manager_employee_no === null ? { manager_employee_no: null } : undefined;
}

/**
 * An employment that ended in the past counts as left. Otherwise the next midnight would deactivate the person, who would not
 * count towards the limit on leavers.
 */
function saysLeft({ body: { active, employment_end_date: end } }: SyncRow, today: string): boolean {
  return active === false || (typeof end === "string" && /^\d{4}-\d\d-\d\d$/.test(end) && end < today);
}

/** The row, or a row with a fault if an earlier one names the same person. */
export function refuseRepetition(row: SyncRow, { lines }: FileFacts): SyncRow {
  const first = lines.get(numberOf(row) ?? "");
  if (first === undefined || first === row.row) return row;
  const detail = `is that of line ${first} already`;
  return { ...row, faults: [{ pointer: "#/employee_no", code: "PERSON_ALREADY_EXISTS", detail }] };
}

async function* chunksOf(pool: Pool, tenant_id: string, import_id: string): AsyncGenerator<Buffer> {
  for (let number = 1; ; number += 1) {
    const bytes = await findChunk(pool, tenant_id, import_id, number);
    if (bytes === undefined) return;
    yield bytes;
  }
}
