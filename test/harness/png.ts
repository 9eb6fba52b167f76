// Images for tests, made byte by byte.
import { crc32, deflateSync } from "node:zlib";

export const png_signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

type Header = { width: number; height: number; depth?: number; color?: number; interlace?: number };

export function headerOf({ width, height, depth = 8, color = 6, interlace = 0 }: Header): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, color, 0, 0, interlace], 8);
  return chunkOf("IHDR", data);
}

/** A rectangle of one colour: red, green, blue and alpha; `more`: chunks before the pixels. */
export function pngOf(
  width: number,
  height: number,
  rgba: readonly [number, number, number, number] = [15, 118, 110, 255],
  more: readonly Buffer[] = [],
): Buffer {
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(rgba))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    png_signature,
    headerOf({ width, height }),
    ...more,
    chunkOf("IDAT", pixels),
    chunkOf("IEND", Buffer.alloc(0)),
  ]);
}
