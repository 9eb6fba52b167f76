// Reads CSV as spreadsheets write it (RFC 4180, with commas, semicolons or tabs), row by row, with the service's own rules.
// Ambiguous input is refused with the line number.
import { usageFault } from "./exit.ts";

export type Row = { line: number; cells: string[] };

const delimiters = [",", ";", "\t"] as const;
const row_max_characters = 1_048_576;

/** The rows of a text without empty lines. `name` is the file's name for error messages. */
export async function* readRows(texts: AsyncIterable<string>, name: string): AsyncGenerator<Row> {
  let text = "";
  let line = 1;
  let delimiter: string | null = null;
  for await (const piece of texts) {
    text = text === "" ? piece : text + piece;
    delimiter ??= delimiterOf(text);
    if (delimiter === null) continue;
    let at = 0;
    for (
      let row = rowAt(text, at, delimiter, line, name, false);
      row !== null;
      row = rowAt(text, at, delimiter, line, name, false)
    ) {
      if (!isEmpty(row.cells)) yield { line, cells: row.cells };
      line += row.lines;
      at = row.end;
    }
    text = text.slice(at);
    if (text.length > row_max_characters)
      throw usageFault(
        `${name}, line ${line}: the row has more than ${row_max_characters} characters; a quote may not be closed.`,
      );
  }
  for (let at = 0; at < text.length;) {
    const row = rowAt(text, at, delimiter ?? delimiterOf(`${text}\n`) ?? ",", line, name, true)!;
    if (!isEmpty(row.cells)) yield { line, cells: row.cells };
    line += row.lines;
    at = row.end;
  }
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0]!.trim() === "";
}

/** The most frequent separator outside of quotes in the first line that is not empty; null: that line is not complete yet. */
function delimiterOf(text: string): string | null {
  const header = /^[ \t]*\S[^\n]*(?=\n)/m.exec(text)?.[0];
  if (header === undefined) return null;
  const bare = header.replaceAll(/"[^"]*"/g, "");
  const counted = delimiters.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).delimiter;
}

type Found = { cells: string[]; end: number; lines: number };

/** The row that begins at a position, and its end; null: it continues beyond the text. */
function rowAt(text: string, start: number, delimiter: string, line: number, name: string, is_last: boolean): Found | null {
  const end = text.indexOf("\n", start);
  const stop = end === -1 ? text.length : end;
  if (end === -1 && !is_last) return null;
  const plain = text.slice(start, stop);
  // Most rows contain no quote.
  if (!plain.includes('"')) return { cells: withoutReturn(plain).split(delimiter), end: stop + 1, lines: 1 };
  return quotedRow(text, start, delimiter, line, name, is_last);
}

function quotedRow(text: string, start: number, delimiter: string, line: number, name: string, is_last: boolean): Found | null {
  const cells: string[] = [];
  let lines = 1;
  for (let at = start; ;) {
    if (text[at] !== '"') {
      const cell_end = endOfCell(text, at, delimiter);
      if (cell_end === -1 && !is_last) return null;
      const cell = withoutReturn(text.slice(at, cell_end === -1 ? text.length : cell_end));
      if (cell.includes('"'))
        throw usageFault(`${name}, line ${line}: a quote stands within a cell that does not begin with one.`);
      cells.push(cell);
      if (cell_end === -1 || text[cell_end] === "\n")
        return { cells, end: (cell_end === -1 ? text.length : cell_end) + 1, lines };
      at = cell_end + 1;
      continue;
    }
    const close = closingQuote(text, at);
    if (close === -1 || (close === text.length - 1 && !is_last)) {
      if (!is_last) return null;
      if (close === -1)
        throw usageFault(`${name}, line ${line}: a quote is opened in the row that begins here, and never closed.`);
    }
    const cell = text.slice(at + 1, close).replaceAll('""', '"');
    cells.push(cell);
    lines += cell.split("\n").length - 1;
    const after = text[close + 1] === "\r" ? close + 2 : close + 1;
    if (after >= text.length && !is_last) return null;
    if (after >= text.length || text[after] === "\n") return { cells, end: after + 1, lines };
    if (text[after] !== delimiter)
      throw usageFault(
        `${name}, line ${line}: a closing quote is followed by something other than a separator or the end of the line.`,
      );
    at = after + 1;
  }
}

function endOfCell(text: string, at: number, delimiter: string): number {
  const next = text.indexOf(delimiter, at);
  const end = text.indexOf("\n", at);
  return next === -1 || (end !== -1 && end < next) ? end : next;
}

function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}

function withoutReturn(cell: string): string {
  return cell.endsWith("\r") ? cell.slice(0, -1) : cell;
}

/** A line of CSV. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",")}\n`;
}

/** A cell that a spreadsheet would execute as a formula gets an apostrophe in front, as in the product's own exports. */
export function guarded(cell: string): string {
  return /^'*[=+\-@\t\r\n＝＋－＠]/.test(cell) ? `'${cell}` : cell;
}
