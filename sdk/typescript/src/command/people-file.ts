// Prepares a file of people for sending. The file is read once as a whole to learn its contents, and again for each sending, when
// a digest proves that its rows are unchanged. Neither pass holds more than a piece in memory. Each row keeps its line number, so
// that the service's messages name lines of the user's file. A file that is larger than one import may be is sent in parts.
import { createHash, type Hash } from "node:crypto";
import { csvLine, readRows } from "./csv.ts";
import { encodingOf, readText, type Encoding } from "./encoding.ts";
import { mappingOf, type Mapping, type ColumnChoices } from "./columns.ts";
import { Ending, exit_codes, usageFault } from "./exit.ts";

/** Rows `first_line` to `last_line` of the file, sent as one import. */
export type Part = { first_line: number; last_line: number; rows: number; digest: string };

export type PeopleFile = {
  name: string;
  encoding: Encoding;
  rows: number;
  parts: readonly Part[];
  digest: string;
  columns: ColumnChoices;
};

/** Below the limits of an import: 64 MiB and 1,000,000 rows. */
const part_max_bytes = 60 * 1_048_576;
const part_max_rows = 900_000;
const piece_characters = 65_536;

export async function readPeopleFile(
  name: string,
  columns: ColumnChoices,
  asked_encoding: string | undefined,
  part_rows = part_max_rows,
): Promise<PeopleFile> {
  const encoding = await encodingOf(name, asked_encoding);
  const parts: Part[] = [];
  let hash: Hash = createHash("sha256");
  let [bytes, rows, first_line, last_line] = [0, 0, 0, 0];
  const end = () => {
    if (rows > 0) parts.push({ first_line, last_line, rows, digest: hash.digest("hex") });
    hash = createHash("sha256");
    [bytes, rows] = [0, 0];
  };
  for await (const { line, text, header } of linesOf({ name, encoding, columns })) {
    if (rows === part_rows || bytes + text.length * 3 > part_max_bytes) end();
    if (rows === 0) {
      first_line = line;
      hash.update(header);
    }
    hash.update(text);
    bytes += Buffer.byteLength(text);
    rows += 1;
    last_line = line;
  }
  end();
  if (parts.length === 0) throw usageFault(`${name} holds no row below its header.`);
  const digest = createHash("sha256")
    .update(parts.map((part) => part.digest).join())
    .digest("hex");
  return { name, encoding, parts, digest, columns, rows: parts.reduce((sum, part) => sum + part.rows, 0) };
}

/** The bytes of a part. Throws before the last bytes if the file has changed. */
export async function* bytesOf(file: PeopleFile, part: Part): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let held: Buffer | null = null;
  let text = "";
  let at_line = lineOffset(part) + 2;
  let begun = false;
  for await (const row of linesOf(file)) {
    if (row.line < part.first_line) continue;
    if (row.line > part.last_line) break;
    if (!begun) {
      begun = true;
      hash.update(row.header);
      text = row.header;
    }
    hash.update(row.text);
    // Empty lines are kept, so that line numbers stay the same.
    text += "\n".repeat(Math.max(0, row.line - at_line)) + row.text;
    at_line = row.line + row.text.split("\n").length - 1;
    if (text.length < piece_characters) continue;
    // The last piece is held back, so that a changed file is never sent completely.
    if (held) yield held;
    held = Buffer.from(text);
    text = "";
  }
  if (hash.digest("hex") !== part.digest)
    throw new Ending(
      exit_codes.failed,
      `${file.name} has changed since it was planned; nothing of it was sent. Run the command again.`,
    );
  if (held) yield held;
  if (text !== "") yield Buffer.from(text);
}

/** The number to add to a line of a part to get the line of the file. */
export function lineOffset({ first_line }: Part): number {
  return first_line - 2;
}

type Line = { line: number; text: string; header: string };

async function* linesOf({ name, encoding, columns }: Pick<PeopleFile, "name" | "encoding" | "columns">): AsyncGenerator<Line> {
  let mapping: Mapping | null = null;
  let header = "";
  for await (const { line, cells } of readRows(readText(name, encoding), name)) {
    if (mapping === null) {
      mapping = mappingOf(cells, columns, name);
      header = csvLine(mapping.header);
    } else yield { line, text: csvLine(mapping.cellsOf(cells, line)), header };
  }
}
