import { Readable } from "node:stream";
import type { Pool } from "../../platform/db/pool.ts";
import { csvLine } from "../../platform/files/csv.ts";
import { listReportRows, type ReportRow } from "./report-sql.ts";

const columns = [
  "row",
  "employee_no",
  "action",
  "changes",
  "enrollments_assigned",
  "enrollments_cancelled",
  "errors",
  "full_name",
] as const;

const page_size = 1_000;

/** The report of an import as CSV, read page by page while it is sent. */
export function streamReport(pool: Pool, tenant_id: string, import_id: string): Readable {
  return Readable.from(pagesOf(pool, tenant_id, import_id));
}

async function* pagesOf(pool: Pool, tenant_id: string, import_id: string): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let page: ReportRow[] | undefined; page === undefined || page.length === page_size;) {
    page = await listReportRows(pool, tenant_id, import_id, page?.at(-1)?.row_number ?? 0, page_size);
    yield page.map((row) => csvLine(cellsOf(row))).join("");
  }
}

function cellsOf({ row_number, in_file, employee_no, full_name, action, changes, effects, errors }: ReportRow): string[] {
  return [
    in_file ? String(row_number) : "",
    employee_no ?? "",
    action,
    Object.entries(changes)
      .map(([field, pair]) => `${field}: ${(pair as unknown[]).map((value) => JSON.stringify(value)).join(" → ")}`)
      .join("; "),
    effects.enrollments_assigned.join(" "),
    effects.enrollments_cancelled.join(" "),
    errors.map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`).join("; "),
    full_name ?? "",
  ];
}
