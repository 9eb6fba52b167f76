// Reads a chosen file as a table in the browser: spreadsheets and CSV files with columns of any name. A file that the server can
// read (UTF-8, its own column names) is sent unchanged; others are converted by write-csv.ts.
import type { CellValue } from "read-excel-file/universal";

/** A row, and the line (CSV) or row (XLSX) of the file where it begins. */
export type TableRow = { line: number; cells: string[] };
export type Table = {
  kind: "csv" | "xlsx";
  encoding: Encoding;
  header: string[];
  rows: TableRow[];
};

/** Encodings that a CSV file may have; spreadsheets on Windows do not write UTF-8. */
export const encodings = ["utf-8", "windows-1250", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number] | "utf-16le";

/** Why a file cannot be read; a key of the texts. */
export class UnreadableFile extends Error {
  readonly reason: "not_csv" | "not_xlsx" | "empty" | "too_large";
  constructor(reason: UnreadableFile["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** The largest file that the server takes, and the largest unpacked size of a workbook's parts. */
const file_bytes_max = 67_108_864;
const workbook_bytes_max = 268_435_456;

/** Reads a file; `encoding`: the one that the user has chosen for a CSV file. */
export async function readTable(file: File, encoding?: Encoding): Promise<Table> {
  if (file.size > file_bytes_max) throw new UnreadableFile("too_large");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const is_zip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const table = is_zip ? await readWorkbook(bytes) : await readCsv(bytes, encoding);
  if (table.header.length === 0) throw new UnreadableFile("empty");
  return table;
}

async function readCsv(bytes: Uint8Array, chosen?: Encoding): Promise<Table> {
  const encoding = chosen ?? encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes).replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  const { parse } = await import("csv-parse/browser/esm/sync");
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    const rows = records.map(({ record, info }) => ({ line: info.lines - breaksIn(record), cells: record }));
    return { kind: "csv", encoding, header: rows[0]?.cells ?? [], rows: rows.slice(1) };
  } catch {
    throw new UnreadableFile("not_csv");
  }
}

/**
 * The encoding by the byte order mark, otherwise UTF-8 if the file is valid UTF-8, otherwise the Windows encoding of Central
 * Europe.
 */
function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1250";
  }
}

/** The delimiter that is most frequent in the first line; the server decides the same way. */
function delimiterOf(text: string): string {
  const header = /[^\n]*/.exec(text.trimStart())![0].replaceAll(/"[^"]*"/g, "");
  return [",", ";", "\t"].reduce((most, one) => (header.split(one).length > header.split(most).length ? one : most));
}

function breaksIn(record: readonly string[]): number {
  return record.reduce((count, cell) => count + cell.split("\n").length - 1, 0);
}

/** The first sheet of a workbook. Dates are written as `YYYY-MM-DD`, in whatever format the sheet shows them. */
async function readWorkbook(bytes: Uint8Array): Promise<Table> {
  const { readSheet } = await import("read-excel-file/universal");
  let sheet: (CellValue | null)[][];
  try {
    sheet = await readSheet(await withoutPacking(bytes));
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile("not_xlsx");
  }
  const rows = sheet
    .map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  return { kind: "xlsx", encoding: "utf-8", header: rows[0]?.cells ?? [], rows: rows.slice(1) };
}

/**
 * The workbook's texts as an archive without compression. The library would unpack large compressed parts in a worker, which the
 * CSP of the pages forbids.
 */
async function withoutPacking(bytes: Uint8Array): Promise<ArrayBuffer> {
  const { unzipSync, zipSync } = await import("fflate");
  let size = 0;
  const parts = unzipSync(bytes, {
    filter({ name, originalSize }) {
      const is_text = /\.(xml|rels)$/i.test(name);
      if (is_text) size += originalSize;
      if (size > workbook_bytes_max) throw new UnreadableFile("too_large");
      return is_text;
    },
  });
  return zipSync(parts, { level: 0 }).buffer;
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  return typeof cell === "string" ? cell.replaceAll(/\s*\n\s*/g, " ").trim() : "";
}
