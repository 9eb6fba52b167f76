// Reads a file as text. UTF-8 (with or without a byte order mark) and UTF-16 with a mark are recognised. Windows-1250, which HR
// programs in Poland write, is read only on request, because it cannot be told with certainty from similar encodings. A file with
// lines in two encodings is always refused: one of them would be corrupted silently.
import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { usageFault } from "./exit.ts";

export const encodings = ["utf-8", "utf-16le", "windows-1250"] as const;
export type Encoding = (typeof encodings)[number];

const newline = 0x0a;
const line_max_bytes = 1_048_576;

/** The encoding of a file: the requested one, if the file can have it, or the detected one. Reads the whole file. */
export async function encodingOf(file: string, asked: string | undefined): Promise<Encoding> {
  if (asked !== undefined && !encodings.includes(asked as Encoding))
    throw usageFault(`There is no encoding "${asked}"; there are ${encodings.join(", ")}.`);
  const mark = await firstBytes(file);
  if (mark[0] === 0xff && mark[1] === 0xfe) return "utf-16le";
  if (mark[0] === 0xfe && mark[1] === 0xff) throw usageFault(`${file} is UTF-16 with the high byte first; save it as UTF-8.`);
  if (asked === undefined && (mark[0] === 0 || mark[1] === 0))
    throw usageFault(`${file} looks like UTF-16 without its mark; say --encoding utf-16le, or save it as UTF-8.`);
  if (mark[0] === 0x50 && mark[1] === 0x4b)
    throw usageFault(`${file} is a workbook (XLSX) or an archive; save its sheet as CSV, UTF-8.`);
  if (asked === "utf-16le") return asked;
  const { utf8_line, other_line } = await surveyLines(file);
  if (asked === "windows-1250") {
    if (other_line !== null && utf8_line !== null)
      throw usageFault(
        `${file} mixes encodings: line ${utf8_line} is UTF-8, line ${other_line} is not. Save the whole file in one of them.`,
      );
    if (utf8_line !== null) throw usageFault(`${file} is UTF-8 (line ${utf8_line} shows it); leave --encoding out.`);
    return asked;
  }
  if (other_line === null) return "utf-8";
  const mixed = utf8_line === null ? "" : ` Line ${utf8_line} is UTF-8: the file mixes encodings.`;
  throw usageFault(
    `Line ${other_line} of ${file} is not UTF-8.${mixed} Save the file as UTF-8${mixed ? "" : ", or say --encoding windows-1250 if that is what it is"}.`,
  );
}

/** The first line with non-ASCII characters that is valid UTF-8, and the first one that is not. */
async function surveyLines(file: string): Promise<{ utf8_line: number | null; other_line: number | null }> {
  const found = { utf8_line: null as number | null, other_line: null as number | null };
  let line = 0;
  for await (const bytes of linesOf(file)) {
    line += 1;
    if (!bytes.some((byte) => byte > 0x7f)) continue;
    // Decided without the byte order mark, which says nothing about the following characters.
    if (isUtf8(bytes)) found.utf8_line ??= line;
    else found.other_line ??= line;
  }
  return found;
}

async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      yield bytes.subarray(start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > line_max_bytes) throw usageFault(`${file} has a line of more than ${line_max_bytes} bytes.`);
  }
  if (rest.length > 0) yield rest;
}

async function firstBytes(file: string): Promise<Uint8Array> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw usageFault(`${file} could not be opened: ${error.code === "ENOENT" ? "there is no such file" : error.message}.`);
  });
  try {
    const bytes = new Uint8Array(4);
    if ((await handle.stat()).isDirectory()) throw usageFault(`${file} is a folder.`);
    const { bytesRead } = await handle.read(bytes, 0, 4, 0);
    if (bytesRead === 0) throw usageFault(`${file} is empty.`);
    return bytes;
  } finally {
    await handle.close();
  }
}

/** The file's text in pieces, without a byte order mark. */
export async function* readText(file: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decoded = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw usageFault(`${file} is cut off or damaged: its bytes are not ${encoding}.`);
    }
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const text = decoded(chunk);
    if (text !== "") yield text;
  }
  const rest = decoded();
  if (rest !== "") yield rest;
}
