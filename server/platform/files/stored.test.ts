import assert from "node:assert/strict";
import { test } from "node:test";
import { chunk_max_bytes, chunksOf, readStored } from "./stored.ts";

test("a range costs the chunks that it lies in, twenty at once at most", async () => {
  const bytes = Buffer.alloc(50 * chunk_max_bytes + 7, "0123456789");
  const chunks = chunksOf(bytes);
  for (const [from, to, ...expected] of [
    [0, 2, [0, 0]],
    [chunk_max_bytes - 1, chunk_max_bytes, [0, 0]],
    [chunk_max_bytes - 1, chunk_max_bytes + 1, [0, 1]],
    [chunk_max_bytes, 30 * chunk_max_bytes, [1, 20], [21, 29]],
    [49 * chunk_max_bytes, bytes.length, [49, 50]],
    [0, bytes.length, [0, 19], [20, 39], [40, 50]],
  ] as [number, number, ...[number, number][]][]) {
    const asked: [number, number][] = [];
    const listChunks = async (first: number, last: number) => {
      asked.push([first, last]);
      return chunks.slice(first, last + 1);
    };
    const pieces = await Array.fromAsync(readStored(listChunks, to)(from, to));
    assert.deepEqual(asked, expected, `${from} to ${to}`);
    assert.ok(Buffer.concat(pieces).equals(bytes.subarray(from, to)));
  }
});
