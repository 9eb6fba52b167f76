import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { chunkOf, headerOf, pngOf, png_signature } from "../../../test/harness/png.ts";
import { onWhite, readPicture } from "./png.ts";

const limits = { side_min: 16, side_max: 1_024 };
const end = chunkOf("IEND", Buffer.alloc(0));
const read = (bytes: Buffer) => readPicture(bytes, limits);
const withPixels = (header: Parameters<typeof headerOf>[0], pixels: Buffer, ...more: Buffer[]) =>
  read(Buffer.concat([png_signature, headerOf(header), ...more, chunkOf("IDAT", deflateSync(pixels)), end]));

test("a picture is kept as it is, without what was written into it or behind it", () => {
  const plain = pngOf(20, 30);
  const texts = [
    chunkOf("tEXt", Buffer.from("Author\0Anna Nowak")),
    chunkOf("eXIf", Buffer.from("MM\0*")),
    chunkOf("iCCP", Buffer.from("x")),
  ];
  const read_again = read(Buffer.concat([pngOf(20, 30, undefined, texts), Buffer.from("<script>alert(1)</script>")]));
  assert.deepEqual(read_again, { bytes: plain, width: 20, height: 30 });
});

test("what is no picture, too small or large, of another form, cut off or changed is refused by its fault", () => {
  const picture = pngOf(20, 30);
  assert.equal(read(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>")), "not_a_png");
  assert.equal(read(Buffer.alloc(0)), "not_a_png");
  assert.equal(read(pngOf(15, 30)), "wrong_size");
  assert.equal(read(pngOf(1_025, 16)), "wrong_size");
  assert.equal(withPixels({ width: 20, height: 20, depth: 16 }, Buffer.alloc(20 * 161)), "unusual");
  assert.equal(withPixels({ width: 20, height: 20, interlace: 1 }, Buffer.alloc(20 * 81)), "unusual");
  assert.equal(withPixels({ width: 20, height: 20, color: 5 }, Buffer.alloc(20 * 81)), "unusual");
  assert.equal(withPixels({ width: 20, height: 20, color: 3 }, Buffer.alloc(20 * 21)), "damaged", "no palette");
  assert.equal(
    typeof withPixels({ width: 20, height: 20, color: 3 }, Buffer.alloc(20 * 21), chunkOf("PLTE", Buffer.alloc(6))),
    "object",
  );
  assert.equal(withPixels({ width: 20, height: 20 }, Buffer.alloc(20 * 81 - 1)), "damaged", "a pixel is missing");
  assert.equal(withPixels({ width: 20, height: 20 }, Buffer.alloc(20 * 81, 5)), "damaged", "no such filter");
  assert.equal(read(picture.subarray(0, -1)), "damaged");
  assert.equal(read(png_signature), "damaged");
  const changed = Buffer.from(picture);
  changed[changed.length - 20]! ^= 1;
  assert.equal(read(changed), "damaged");
});

test("pixels that unpack to a thousand times what the header says are not unpacked", () => {
  const before = process.memoryUsage().arrayBuffers;
  assert.equal(withPixels({ width: 16, height: 16 }, Buffer.alloc(64 * 1_048_576)), "damaged");
  assert.ok(process.memoryUsage().arrayBuffers - before < 128 * 1_048_576);
});

test("whatever bytes come, they are a picture or one of the faults", () => {
  const faults = new Set<unknown>(["not_a_png", "wrong_size", "unusual", "damaged"]);
  const picture = pngOf(16, 16);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(picture.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
      const bytes = Buffer.from(picture);
      for (const [at, value] of changes) bytes[at] = value;
      const found = read(bytes);
      assert.ok(typeof found === "object" || faults.has(found));
    }),
  );
});

test("a picture on white has the colours that one sees through it, whichever filter its rows have", () => {
  const [clear, half, full] = [
    [10, 20, 30, 0],
    [100, 0, 200, 51],
    [7, 8, 9, 255],
  ];
  const rows = [clear, half, full, half];
  const filtered = [0, 1, 2, 3, 4].flatMap((filter, row) => [
    filter,
    ...encoded(filter, rows.flat(), row === 0 ? null : rows.flat()),
  ]);
  const picture = Buffer.concat([
    png_signature,
    headerOf({ width: 4, height: 5 }),
    chunkOf("IDAT", deflateSync(Buffer.from(filtered))),
    end,
  ]);
  const white = onWhite(picture);
  assert.equal(typeof readPicture(white, { side_min: 1, side_max: 16 }), "object");
  const row = [0, 255, 255, 255, 224, 204, 244, 7, 8, 9, 224, 204, 244];
  assert.deepEqual([white[25], [...inflateSync(pixelsIn(white))]], [2, Array.from({ length: 5 }, () => row).flat()]);
});

test("of a palette the colours are seen on white; a picture without transparency stays as it is", () => {
  const [palette, alphas] = [Buffer.from([0, 0, 0, 10, 20, 30]), Buffer.from([102])];
  const pixels = chunkOf("IDAT", deflateSync(Buffer.from([0, 0, 1])));
  const start = [png_signature, headerOf({ width: 2, height: 1, color: 3 })];
  const picture = Buffer.concat([...start, chunkOf("PLTE", palette), chunkOf("tRNS", alphas), pixels, end]);
  const white = Buffer.concat([...start, chunkOf("PLTE", Buffer.from([153, 153, 153, 10, 20, 30])), pixels, end]);
  assert.deepEqual(onWhite(picture), white);
  assert.deepEqual(onWhite(white), white);
});

/** A row as a PNG filter encodes it, given the row above. */
function encoded(filter: number, row: readonly number[], above: readonly number[] | null): number[] {
  return row.map((sample, at) => {
    const [left, up, corner] = [row[at - 4] ?? 0, above?.[at] ?? 0, above?.[at - 4] ?? 0];
    const nearest = [left, up, corner].toSorted(
      (one, other) => Math.abs(left + up - corner - one) - Math.abs(left + up - corner - other),
    );
    return (sample - [0, left, up, Math.floor((left + up) / 2), nearest[0]!][filter]!) & 255;
  });
}

function pixelsIn(png: Buffer): Buffer {
  const at = png.indexOf("IDAT");
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
}
