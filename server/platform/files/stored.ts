/** As small as those of imports, and for the same reason. */
export const chunk_max_bytes = 49_152;
/** Chunks that are read at once. */
const read_chunks = 20;

/** Some chunks of a file, from the first to the last of these numbers, in their order. */
export type ListChunks = (first: number, last: number) => Promise<Buffer[]>;
/** The bytes of a file from one place to before another. */
export type ReadBytes = (from: number, to: number) => AsyncGenerator<Buffer>;

/**
 * Reads a file that is kept in chunks, by places. The last part that was read is kept: files are read in the order of their bytes.
 * `end`: no chunk behind it is read along.
 */
export function readStored(listChunks: ListChunks, end = Infinity): ReadBytes {
  let kept: { first: number; bytes: Buffer } | null = null;
  const partAt = async (place: number): Promise<{ first: number; bytes: Buffer }> => {
    if (kept !== null && place >= kept.first && place < kept.first + kept.bytes.length) return kept;
    const chunk = Math.floor(place / chunk_max_bytes);
    const chunks = await listChunks(chunk, Math.min(chunk + read_chunks, Math.ceil(end / chunk_max_bytes)) - 1);
    kept = { first: chunk * chunk_max_bytes, bytes: Buffer.concat(chunks) };
    return kept;
  };
  return async function* (from, to) {
    for (let place = from; place < to;) {
      const { first, bytes } = await partAt(place);
      const piece = bytes.subarray(place - first, Math.min(to - first, bytes.length));
      if (piece.length === 0) throw new Error("the file ends before that place");
      yield piece;
      place += piece.length;
    }
  };
}

/** A buffer as chunks. */
export function chunksOf(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / chunk_max_bytes) }, (_, number) =>
    bytes.subarray(number * chunk_max_bytes, (number + 1) * chunk_max_bytes),
  );
}
