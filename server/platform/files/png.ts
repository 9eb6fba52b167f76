// A picture that somebody uploaded, as a PNG that is safe to serve and to print: nothing is kept but the parts that make up the picture, and
// these are read to their end (PNG, third edition, W3C 2025). Texts, places, profiles and whatever stands behind the end are left out.
import { crc32, inflateSync } from "node:zlib";

export type Picture = { bytes: Buffer; width: number; height: number };

/** `side_max`: of width and height, in pixels. */
export type PictureLimits = { side_min: number; side_max: number };

/** Why a file is no picture that we take. */
export type PictureFault = "not_a_png" | "wrong_size" | "unusual" | "damaged";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const kept_chunks = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
/** Samples of a pixel, by colour type: grey, colours, palette, grey with alpha, colours with alpha. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Less than one byte a sample is for grey and palettes only. */
const depths: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8], 2: [8], 3: [1, 2, 4, 8], 4: [8], 6: [8] };

/** The picture written anew, or why it is none. */
export function readPicture(given: Buffer, limits: PictureLimits): Picture | PictureFault {
  if (!given.subarray(0, signature.length).equals(signature)) return "not_a_png";
  const chunks = readChunks(given);
  const [header] = chunks ?? [];
  if (chunks === null || header?.type !== "IHDR" || header.data.length !== 13) return "damaged";
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const [depth, color, , , interlace] = header.data.subarray(8) as unknown as [number, number, number, number, number];
  if (Math.min(width, height) < limits.side_min || Math.max(width, height) > limits.side_max) return "wrong_size";
  if (!depths[color]?.includes(depth) || interlace !== 0) return "unusual";
  const palette = chunks.find(({ type }) => type === "PLTE");
  if (color === 3 && (palette === undefined || palette.data.length % 3 !== 0 || palette.data.length > 768)) return "damaged";
  const row_bytes = Math.ceil((width * samples[color]! * depth) / 8) + 1;
  if (!isWhole(chunks, row_bytes, height)) return "damaged";
  const parts = chunks.filter(({ type }) => kept_chunks.has(type)).map(({ type, data }) => chunkOf(type, data));
  return { bytes: Buffer.concat([signature, ...parts]), width, height };
}

type Chunk = { type: string; data: Buffer };

/** All chunks up to the end; null where one is cut off, or its sum is wrong. */
function readChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return null;
    const type = bytes.toString("latin1", at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, end) });
    if (type === "IEND") return chunks;
    at = end + 4;
  }
  return null;
}

/** Whether the pixels are as many as the header says, each row with a filter that there is. */
function isWhole(chunks: readonly Chunk[], row_bytes: number, height: number): boolean {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  try {
    const pixels = inflateSync(packed, { maxOutputLength: row_bytes * height });
    if (pixels.length !== row_bytes * height) return false;
    for (let at = 0; at < pixels.length; at += row_bytes) if (pixels[at]! > 4) return false;
    return true;
  } catch {
    // It is no zlib stream, or unpacks to more than its header says.
    return false;
  }
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
