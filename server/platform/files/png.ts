// Makes an uploaded picture a PNG that is safe to serve and to print. Only the chunks of the picture itself are kept, and they
// are decoded to their end (PNG, third edition, W3C 2025). Texts, locations, profiles and data after the end are left out.
import { crc32, deflateSync, inflateSync } from "node:zlib";

export type Picture = { bytes: Buffer; width: number; height: number };

/** `side_min` and `side_max`: limits of width and height, in pixels. */
export type PictureLimits = { side_min: number; side_max: number };

/** Why a file is not accepted as a picture. */
export type PictureFault = "not_a_png" | "wrong_size" | "unusual" | "damaged";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const kept_chunks = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
/** Samples per pixel, by colour type: grey, colours, palette, grey with alpha, colours with alpha. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Allowed bit depths by colour type; fewer than 8 bits are for grey and palettes only. */
const depths: Readonly<Record<number, readonly number[]>> = { 0: [1, 2, 4, 8], 2: [8], 3: [1, 2, 4, 8], 4: [8], 6: [8] };

/** The picture encoded again, or why it is not accepted. */
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
  return { bytes: written(chunks.filter(({ type }) => kept_chunks.has(type))), width, height };
}

/** A picture from `readPicture` on a white background, without transparency. */
export function onWhite(picture: Buffer): Buffer {
  const chunks = readChunks(picture)!;
  const dataOf = (wanted: string) => Buffer.concat(chunks.filter(({ type }) => type === wanted).map(({ data }) => data));
  const header = dataOf("IHDR");
  const color = header[9]!;
  if (color === 3) return written(withPalette(chunks, paletteOnWhite(dataOf("PLTE"), dataOf("tRNS"))));
  if (color !== 4 && color !== 6) return picture;
  // The same colour type without alpha.
  header[9] = color - 4;
  const pixels = pixelsOf(inflateSync(dataOf("IDAT")), header.readUInt32BE(0) * samples[color]!, samples[color]!);
  const data = deflateSync(rowsOnWhite(pixels, header.readUInt32BE(0), samples[color]!));
  return written([
    { type: "IHDR", data: header },
    { type: "IDAT", data },
    { type: "IEND", data: Buffer.alloc(0) },
  ]);
}

const sampleOnWhite = (sample: number, alpha: number) => Math.round(255 - ((255 - sample) * alpha) / 255);

function paletteOnWhite(palette: Buffer, alphas: Buffer): Buffer {
  return palette.map((sample, place) => sampleOnWhite(sample, alphas[Math.floor(place / 3)] ?? 255)) as Buffer;
}

function withPalette(chunks: readonly Chunk[], data: Buffer): Chunk[] {
  return chunks.filter(({ type }) => type !== "tRNS").map((chunk) => (chunk.type === "PLTE" ? { type: "PLTE", data } : chunk));
}

/** Rows on white and without a filter, from pixels whose last sample is alpha. */
function rowsOnWhite(pixels: Buffer, width: number, size: number): Buffer {
  const height = pixels.length / (width * size);
  const rows = Buffer.alloc((width * (size - 1) + 1) * height);
  let to = 0;
  for (let at = 0; at < pixels.length; at += size) {
    if (at % (width * size) === 0) to += 1;
    for (let sample = 0; sample < size - 1; sample += 1) rows[to++] = sampleOnWhite(pixels[at + sample]!, pixels[at + size - 1]!);
  }
  return rows;
}

/** Decodes filtered rows with 8 bits per sample (PNG, 9.2); `size`: samples per pixel. */
function pixelsOf(filtered: Buffer, row_bytes: number, size: number): Buffer {
  const pixels = Buffer.alloc((filtered.length / (row_bytes + 1)) * row_bytes);
  for (let at = 0; at < pixels.length; at += 1) {
    const [row, column] = [Math.floor(at / row_bytes), at % row_bytes];
    const left = column < size ? 0 : pixels[at - size]!;
    const above = row === 0 ? 0 : pixels[at - row_bytes]!;
    const both = row === 0 || column < size ? 0 : pixels[at - row_bytes - size]!;
    pixels[at] = filtered[at + row + 1]! + predicted(filtered[row * (row_bytes + 1)]!, left, above, both);
  }
  return pixels;
}

function predicted(filter: number, left: number, above: number, both: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const [by_left, by_above, by_both] = [Math.abs(above - both), Math.abs(left - both), Math.abs(left + above - 2 * both)];
  if (by_left <= by_above && by_left <= by_both) return left;
  return by_above <= by_both ? above : both;
}

type Chunk = { type: string; data: Buffer };

/** All chunks up to the end; null if one is incomplete or its checksum is wrong. */
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

/** Whether the number of pixels is that of the header, and each row has a known filter. */
function isWhole(chunks: readonly Chunk[], row_bytes: number, height: number): boolean {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data));
  try {
    const pixels = inflateSync(packed, { maxOutputLength: row_bytes * height });
    if (pixels.length !== row_bytes * height) return false;
    for (let at = 0; at < pixels.length; at += row_bytes) if (pixels[at]! > 4) return false;
    return true;
  } catch {
    // The data is no zlib stream, or unpacks to more than the header says.
    return false;
  }
}

function written(chunks: readonly Chunk[]): Buffer {
  return Buffer.concat([signature, ...chunks.map(({ type, data }) => chunkOf(type, data))]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
