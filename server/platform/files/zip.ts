// An archive that is packed while it is being sent: only a part of one file is in memory at a time.
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** A file of an archive, part by part. `as_is`: what is compressed already gains nothing by it, and is put in as it is. */
export type Packed = {
  name: string;
  parts: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  as_is?: boolean;
};

/** The bytes of an archive of files. */
export async function* archiveOf(files: AsyncIterable<Packed>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for await (const { name, parts, as_is = false } of files) {
    const file = as_is ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    zip.add(file);
    for await (const part of parts) {
      file.push(typeof part === "string" ? Buffer.from(part) : part);
      yield* chunks.splice(0);
    }
    file.push(new Uint8Array(0), true);
    yield* chunks.splice(0);
  }
  zip.end();
  yield* chunks.splice(0);
}
