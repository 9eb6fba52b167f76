// The format of an organisation's export: JSON lines in UTF-8.
//
//   header        kind, program version, organisation, and the keys that the file needs
//   per table     {"table": name}, then a row per line: PostgreSQL's JSON, or that JSON as a JSON string if it has line breaks
//   end           {"end": …} with the number of rows and a checksum of each table, and the data outside the tables
//   signature     HMAC-SHA-256 of all bytes before it, by the newest key of the installation that wrote it
import { createHmac, type Hmac } from "node:crypto";
import { equalBytes, type Keyring } from "../../../platform/crypto/keyring.ts";
import { isUuid } from "../../../platform/ids.ts";
import type { KeyRecord } from "../../keys/sql.ts";

export type Header = {
  what: typeof file_kind;
  format: 1;
  program: string;
  /** The last migration of the exported database. */
  schema: { number: number; name: string; sha256: string };
  organisation: { id: string; code: string; name: string };
  /** An instant in the API's format. */
  exported_at: string;
  /** The epoch in which the last rows were written (docs/decisions/0036-an-order-that-travels.md). */
  epoch: number;
  keys: KeyRecord[];
};

export type Total = { rows: number; checksum: string };
export type End = { tables: Record<string, Total>; kept: Kept };

/** Data of an organisation outside its tables: its due work and its jobs. */
export type Kept = {
  due: { kind: string; subject_id: string; due_us: number }[];
  /** `after_s`: how long the job still has to wait. */
  jobs: { name: string; data: object; after_s: number }[];
};

export const file_kind = "muster organisation";

/** The file is damaged or not an export; the message says why. */
export class BrokenFile extends Error {
  constructor(message: string) {
    super(message);
    this.name = "BrokenFile";
  }
}

/** Builds the lines of a file, and the signature over all of them. */
export function createLines(keyring: Keyring): { add(line: string): string; signature(): string } {
  const version = keyring.versions[0]!;
  const sum = signer(keyring, version);
  return {
    add(line) {
      const text = `${line}\n`;
      sum.update(text);
      return text;
    },
    signature: () => `${JSON.stringify({ signature: sum.digest("hex"), key_version: version })}\n`,
  };
}

/** One row as a line. */
export function lineOfRow(row: string): string {
  return row.includes("\n") ? JSON.stringify(row) : row;
}

export type Entry =
  | { kind: "table"; table: string }
  | { kind: "rows"; rows: string[] }
  /** The end of the file; its signature was valid. */
  | { kind: "end"; end: End };

type Signature = { signature?: unknown; key_version?: unknown };

const header_bytes_max = 1_048_576;

/** Reads the first line. It is not authenticated until the whole file has been read. */
export async function readHeader(bytes: AsyncIterable<Buffer>): Promise<Header> {
  for await (const lines of linesOf(bytes, header_bytes_max)) {
    const header = asObject(lines[0]!) as Partial<Header>;
    if (header.what !== file_kind) break;
    if (header.format !== 1) throw new BrokenFile(`It has format ${String(header.format)}; this version reads format 1.`);
    if (!isHeader(header)) throw changed();
    return header;
  }
  throw new BrokenFile("It is not the file of an organisation.");
}

/** Reads the entries after the header, rows in batches. Rejects with BrokenFile if the file was changed; the end comes last. */
export async function* readEntries(bytes: AsyncIterable<Buffer>, keyring: Keyring): AsyncGenerator<Entry> {
  let is_header = true;
  let end = null as End | null;
  let signature = null as Signature | null;
  const sums = new Map(keyring.versions.map((version) => [version, signer(keyring, version)]));
  for await (const lines of linesOf(bytes)) {
    let rows: string[] = [];
    for (const line of lines) {
      if (signature !== null) throw changed();
      if (end !== null) {
        signature = asObject(line);
        continue;
      }
      for (const sum of sums.values()) sum.update(line).update("\n");
      if (is_header) {
        is_header = false;
        continue;
      }
      const text = line.toString();
      if (!text.startsWith('{"table":') && !text.startsWith('{"end":')) {
        rows.push(text.startsWith('"') ? (JSON.parse(text) as string) : text);
        continue;
      }
      if (rows.length > 0) yield { kind: "rows", rows };
      rows = [];
      const said = asObject(line) as { table?: string; end?: End };
      if (said.end) end = said.end;
      else yield { kind: "table", table: said.table! };
    }
    if (rows.length > 0) yield { kind: "rows", rows };
  }
  if (end === null || signature === null) throw new BrokenFile("It was cut off: its end is missing.");
  const sum = sums.get(Number(signature.key_version));
  if (sum === undefined || !equalBytes(sum.digest(), Buffer.from(String(signature.signature), "hex"))) throw changed();
  yield { kind: "end", end };
}

function isHeader(header: Partial<Header>): header is Header {
  const { organisation, schema, epoch, keys } = header;
  return isUuid(organisation?.id ?? "") && schema !== undefined && Number.isInteger(epoch) && Array.isArray(keys);
}

function changed(): BrokenFile {
  return new BrokenFile("It was changed after it was written: its signature does not hold.");
}

function signer(keyring: Keyring, version: number): Hmac {
  return createHmac("sha256", keyring.key("organisation-file", version));
}

function asObject(line: Buffer): object {
  try {
    return JSON.parse(line.toString()) as object;
  } catch {
    throw new BrokenFile("It is not the file of an organisation, or was changed.");
  }
}

/**
 * Splits bytes into lines, which are returned in batches as they arrive. A last line without a line break means that the file was
 * cut off.
 */
async function* linesOf(bytes: AsyncIterable<Buffer>, line_bytes_max = 64 * 1_048_576): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = [];
  let rest_bytes = 0;
  for await (const chunk of bytes) {
    const lines: Buffer[] = [];
    let from = 0;
    for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
      lines.push(rest.length === 0 ? chunk.subarray(from, to) : Buffer.concat([...rest, chunk.subarray(from, to)]));
      rest = [];
      rest_bytes = 0;
      from = to + 1;
    }
    if (from < chunk.length) {
      rest.push(chunk.subarray(from));
      rest_bytes += chunk.length - from;
    }
    if (rest_bytes > line_bytes_max) throw new BrokenFile("It is not the file of an organisation: a line has no end.");
    if (lines.length > 0) yield lines;
  }
}
