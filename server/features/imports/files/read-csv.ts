import { CsvError, parse } from "csv-parse";
import { pipeline, Readable } from "node:stream";
import type { SyncRow } from "../../employment/judge-row.ts";
import type { AttributeDefinition } from "../../people/sql.ts";
import { columnsOf, rowOfCells, type Column } from "./cells.ts";
import { FileFault } from "./file-fault.ts";
import { line_max_bytes, type Piece } from "./lines.ts";

/** Separators of cells, the preferred one first: spreadsheets write semicolons where a comma is the decimal sign. */
const delimiters = [",", ";", "\t"] as const;
const delimiter_names = { ",": "comma", ";": "semicolon", "\t": "tab" } as const;

/**
 * Rows of CSV (RFC 4180) with a header row that names the fields. The most frequent separator in the header is used. Ambiguous
 * input is refused.
 */
export async function* readCsv(
  pieces: AsyncIterable<Piece>,
  definitions: readonly AttributeDefinition[],
): AsyncGenerator<SyncRow> {
  // Counted while parsing: at a fault, the parser drops rows that it has parsed but not delivered.
  let done_lines = 0;
  const { texts, delimiter } = await beginOf(textsOf(pieces));
  const parser = parse({
    delimiter,
    skip_empty_lines: true,
    max_record_size: line_max_bytes,
    on_record: (cells: string[], { lines }) => {
      done_lines = lines;
      return [String(lines - breaksIn(cells)), ...cells];
    },
  });
  // Errors are thrown by the loop below.
  pipeline(Readable.from(texts), parser, () => undefined);
  let columns: Column[] | undefined;
  try {
    for await (const [line, ...cells] of parser as AsyncIterable<string[]>) {
      if (columns === undefined) columns = columnsOf(cells, definitions);
      else yield rowOfCells(Number(line), columns, cells);
    }
  } catch (error) {
    throw error instanceof CsvError ? faultOf(error, done_lines + 1, delimiter_names[delimiter]) : error;
  } finally {
    parser.destroy();
  }
}

/** Normalises line ends: the parser takes those of the header for all lines, and counts other ones twice. */
async function* textsOf(pieces: AsyncIterable<Piece>): AsyncGenerator<string> {
  for await (const { text } of pieces) yield text.replaceAll("\r\n", "\n");
}

type Delimiter = (typeof delimiters)[number];

/** The same texts, and the separator found in their first line. */
async function beginOf(all: AsyncGenerator<string>): Promise<{ texts: AsyncGenerator<string>; delimiter: Delimiter }> {
  const read: string[] = [];
  for (let next = await all.next(); !next.done; next = await all.next()) {
    read.push(next.value);
    if (next.value.trim() !== "") break;
  }
  async function* texts() {
    yield* read;
    yield* all;
  }
  return { texts: texts(), delimiter: delimiterOf(/[^\r\n]*/.exec((read.at(-1) ?? "").trimStart())![0]) };
}

/** Counts separators outside of quotes. */
function delimiterOf(header: string): Delimiter {
  const bare = header.replaceAll(/"[^"]*"/g, "");
  const counted = delimiters.map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).delimiter;
}

/** Counts line breaks within quotes, because the parser reports the line on which a record ends. */
function breaksIn(record: readonly string[]): number {
  return record.reduce((count, cell) => count + (cell.match(line_break)?.length ?? 0), 0);
}

const line_break = /[\r\n]/g;

function faultOf(error: CsvError, begins_on: number, delimiter: string): FileFault {
  const line = typeof error["lines"] === "number" ? error["lines"] : null;
  switch (error.code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return new FileFault(begins_on, "A quote is opened in the row that begins here, and never closed: the file is cut off.");
    case "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH":
      return new FileFault(line, "The row has not as many cells as the header.");
    case "CSV_MAX_RECORD_SIZE":
      return new FileFault(begins_on, `The row has more than ${line_max_bytes} bytes; a quote may not be closed.`);
    case "INVALID_OPENING_QUOTE":
      return new FileFault(line, "A quote stands within a cell that does not begin with one.");
    case "CSV_INVALID_CLOSING_QUOTE":
      return new FileFault(line, `A closing quote is followed by something other than a ${delimiter} or the end of the line.`);
    default:
      return new FileFault(line, "The line is not CSV as RFC 4180 writes it.");
  }
}
