/** Small for the reason given in features/imports/files/receive-file.ts: longer texts pile up in Node's memory. */
export const chunk_max_bytes = 49_152;
/** How many chunks are read at once. */
const read_chunks = 20;

/** Reads the chunks of a file from number `first` to number `last`, in order. */
export type ListChunks = (first: number, last: number) => Promise<Buffer[]>;
/** Reads the bytes of a file from `from` to before `to`. */
export type ReadBytes = (from: number, to: number) => AsyncGenerator<Buffer>;

/**
 * Reads parts of a file that is stored in chunks. The last chunks are kept, because files are mostly read in order. `end`: no
 * chunk after this position is read ahead.
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

export function chunksOf(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / chunk_max_bytes) }, (_, number) =>
    bytes.subarray(number * chunk_max_bytes, (number + 1) * chunk_max_bytes),
  );
}
