import { pipeline, Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import type { Pool } from "../../../platform/db/pool.ts";
import type { Span } from "../../../platform/files/ranges.ts";
import { readArchive } from "../archive/stored.ts";
import type { FileRow } from "../sql.ts";

/** A file from its archive, or a range of it, unpacked while it is sent. */
export function openFile(
  pool: Pool,
  tenant_id: string,
  { package_id, version, begins_at, packed_bytes, deflated }: FileRow & { package_id: string; version: number },
  { from, to }: Span,
): Readable {
  const end = begins_at + (deflated ? packed_bytes : to);
  const read = readArchive(pool, tenant_id, { package_id, number: version }, end);
  if (!deflated) return Readable.from(read(begins_at + from, end), { objectMode: false });
  const packed = Readable.from(read(begins_at, end), { objectMode: false });
  const unpacked = createInflateRaw();
  // A transfer that either side ends early is not an error of the service; the reader of the response notices missing bytes.
  pipeline(packed, unpacked, () => undefined);
  return Readable.from(within(unpacked, from, to), { objectMode: false });
}

async function* within(bytes: AsyncIterable<Buffer>, from: number, to: number): AsyncGenerator<Buffer> {
  let place = 0;
  for await (const piece of bytes) {
    const [first, last] = [Math.max(from - place, 0), Math.min(to - place, piece.length)];
    if (first < last) yield piece.subarray(first, last);
    place += piece.length;
    if (place >= to) return;
  }
}
