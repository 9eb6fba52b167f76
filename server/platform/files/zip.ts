// An archive that is compressed while it is sent: only a part of one file is in memory at a time. fflate writes the archive, and
// Node's zlib compresses. fflate's own compression takes several times as long, and would keep the tables of each file until the
// archive ends.
import { Zip, type ZipInputFile } from "fflate";
import { constants, crc32, deflateRawSync } from "node:zlib";

/** A file of an archive, part by part. `as_is`: stored without compression, for content that is compressed already. */
export type Packed = {
  name: string;
  parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  as_is?: boolean;
};

/** Compression methods (APPNOTE.TXT 6.3.10, 4.4.5). */
const [stored, deflated] = [0, 8];
/** Parts are collected and compressed together once they reach this size. */
const piece_bytes = 65_536;
/** An empty last block (RFC 1951, 3.2.3 and 3.2.6). Each compressed piece ends on a whole byte and is not marked as last. */
const end_of_pieces = Uint8Array.of(3, 0);

/** The bytes of an archive of files. */
export async function* archiveOf(files: AsyncIterable<Packed>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for await (const { name, parts, as_is = false } of files) {
    const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: as_is ? stored : deflated };
    zip.add(file);
    // fflate's types exclude shared memory; here fflate only counts the bytes and passes them on.
    const pass = (bytes: Uint8Array, is_last: boolean) => file.ondata!(null, bytes as Uint8Array<ArrayBuffer>, is_last);
    for await (const bytes of as_is ? bytesOf(parts) : piecesOf(parts)) {
      file.size += bytes.length;
      file.crc = crc32(bytes, file.crc);
      pass(as_is ? bytes : deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }), false);
      yield* chunks.splice(0);
    }
    pass(as_is ? new Uint8Array() : end_of_pieces, true);
    yield* chunks.splice(0);
  }
  zip.end();
  yield* chunks.splice(0);
}

async function* bytesOf(parts: Packed["parts"]): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield typeof part === "string" ? Buffer.from(part) : part;
}

async function* piecesOf(parts: Packed["parts"]): AsyncGenerator<Uint8Array> {
  let open: Uint8Array[] = [];
  let open_bytes = 0;
  for await (const bytes of bytesOf(parts)) {
    open.push(bytes);
    open_bytes += bytes.length;
    if (open_bytes < piece_bytes) continue;
    yield Buffer.concat(open);
    [open, open_bytes] = [[], 0];
  }
  if (open_bytes > 0) yield Buffer.concat(open);
}
