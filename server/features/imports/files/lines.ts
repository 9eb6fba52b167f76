import { isUtf8 } from "node:buffer";
import { FileFault } from "./file-fault.ts";

/** Complete lines of a file, and the number of the first one. */
export type Piece = { text: string; line: number };

/** The longest line. A row describes one person, so a longer line is not a row. */
export const line_max_bytes = 1_048_576;

const newline = 0x0a;
const byte_order_mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Regroups chunks of UTF-8 so that each piece ends with a line, and removes a byte order mark. */
export async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Piece> {
  let line = 1;
  let rest = Buffer.alloc(0);
  let is_first = true;
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(newline) + 1;
    rest = bytes.subarray(end);
    if (rest.length > line_max_bytes) throw new FileFault(line + linesIn(bytes.subarray(0, end)), too_long);
    if (end === 0) continue;
    yield pieceOf(bytes.subarray(0, end), line, is_first);
    line += linesIn(bytes.subarray(0, end));
    is_first = false;
  }
  if (rest.length > 0) yield pieceOf(rest, line, is_first);
}

const too_long = `The line has more than ${line_max_bytes} bytes.`;

function pieceOf(bytes: Buffer, line: number, is_first: boolean): Piece {
  const has_mark = is_first && bytes.subarray(0, byte_order_mark.length).equals(byte_order_mark);
  const plain = has_mark ? bytes.subarray(byte_order_mark.length) : bytes;
  if (isUtf8(plain)) return { text: plain.toString("utf8"), line };
  throw new FileFault(line + linesBeforeFault(plain), "The line is not valid UTF-8.");
}

function linesBeforeFault(bytes: Buffer): number {
  for (let at = 0, count = 0; ; count += 1) {
    const end = bytes.indexOf(newline, at);
    if (end === -1 || !isUtf8(bytes.subarray(at, end))) return count;
    at = end + 1;
  }
}

function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}
