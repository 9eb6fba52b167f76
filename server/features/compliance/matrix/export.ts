import { Readable } from "node:stream";
import type { Static } from "typebox";
import { todayOf, type Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { csvLine } from "../../../platform/files/csv.ts";
import { workbookOf } from "../../../platform/files/xlsx.ts";
import { listCourseCodes } from "./export-sql.ts";
import { readMatrix } from "./matrix.ts";
import type { Matrix, MatrixExportQuery } from "../schema.ts";

export const matrix_file_types = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

const heading = ["employee_no", "full_name", "department_name", "worker_type", "status"] as const;
/** People in one page. An export with `as_of`, or of a search, reads all people for each page, so its pages are larger. */
const page_size = 1_000;
const page_size_of_all = 20_000;

type Page = Static<typeof Matrix>;

/**
 * The matrix as a file with one line for each person, read page by page while it is sent. Invalid filters are refused before the
 * first line.
 */
export async function exportMatrix(
  pool: Pool,
  context: Context,
  { format, ...filters }: Static<typeof MatrixExportQuery>,
): Promise<{ name: string; stream: Readable }> {
  const codes =
    filters.course_code === undefined
      ? await listCourseCodes(pool, context.tenant.id, filters.as_of !== undefined)
      : [filters.course_code];
  const read = (offset: number) => readPage(pool, context, filters, offset);
  const lines = linesOf(await read(0), read, codes);
  const columns = [...heading, ...codes];
  const name = `compliance-${filters.as_of?.slice(0, 10) ?? todayOf(context)}.${format}`;
  return {
    name,
    stream: Readable.from(format === "csv" ? csvOf(columns, lines) : workbookOf("Compliance", columns, lines)),
  };
}

async function readPage(
  pool: Pool,
  context: Context,
  filters: Omit<Static<typeof MatrixExportQuery>, "format">,
  offset: number,
): Promise<Page> {
  const limit = filters.as_of === undefined && filters.q === undefined ? page_size : page_size_of_all;
  const { body } = await readMatrix(pool, context, { ...filters, limit, offset });
  return JSON.parse(body.toString()) as Page;
}

async function* linesOf(
  first: Page,
  read: (offset: number) => Promise<Page>,
  codes: readonly string[],
): AsyncGenerator<string[][]> {
  // Requested codes are compared without case; rows contain the catalogue's spelling.
  const names = codes.map((code) => code.toLowerCase());
  for (let page = first, offset = 0; page.rows.length > 0; page = await read(offset)) {
    yield page.rows.map((row) => {
      const flags = new Map(Object.entries(row.courses).map(([code, { status }]) => [code.toLowerCase(), status]));
      const person = [row.employee_no, row.full_name, row.department_name, row.worker_type, row.status];
      return [...person.map((cell) => cell ?? ""), ...names.map((name) => flags.get(name) ?? "")];
    });
    offset += page.rows.length;
    if (offset >= page.pagination.total) return;
  }
}

/** Starts with a byte order mark, by which spreadsheets recognise UTF-8. */
async function* csvOf(columns: readonly string[], parts: AsyncIterable<string[][]>): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns)}`;
  for await (const part of parts) yield part.map(csvLine).join("");
}
