import type { Table } from "./read-table.ts";

const dates = new Set(["employment_start_date", "employment_end_date"]);
/** The usual form of dates in European spreadsheets. */
const european_date = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const yes = new Set(["yes", "y", "1", "tak", "t"]);
const no = new Set(["no", "n", "0", "nie"]);

/**
 * The table in the form that the server reads: its own column names, UTF-8 and commas. `names`: the server's name of each column;
 * null: the column is left out. Each row begins on the same line as in the file, so that the report names lines that the user can
 * find.
 */
export function csvOf({ header, rows }: Table, names: readonly (string | null)[]): string {
  const columns = header.flatMap((_, index) => (names[index] ? [{ index, name: names[index] }] : []));
  let text = `${columns.map(({ name }) => cellOf(name)).join(",")}\n`;
  let line = 2;
  for (const row of rows) {
    for (; line < row.line; line += 1) text += "\n";
    const cells = columns.map(({ index, name }) => cellOf(valueOf(name, row.cells[index] ?? "")));
    const record = cells.join(",");
    text += `${record === "" ? '""' : record}\n`;
    line += record.split("\n").length;
  }
  return text;
}

function valueOf(name: string, cell: string): string {
  const text = cell.trim();
  if (dates.has(name))
    return text.replace(european_date, (_, day: string, month: string, year: string) => dateOf(year, month, day));
  if (name === "active" && yes.has(text.toLowerCase())) return "true";
  return name === "active" && no.has(text.toLowerCase()) ? "false" : cell;
}

function dateOf(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function cellOf(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
