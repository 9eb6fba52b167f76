const uses = {
  "application/pdf": "document",
  "image/png": "document",
  "image/jpeg": "document",
  "video/mp4": "video",
  "video/webm": "video",
  "text/vtt": "captions",
} as const;

/** The accepted types. A browser runs none of them. */
export type FileType = keyof typeof uses;
export type FileUse = (typeof uses)[FileType];
export const file_types = Object.keys(uses) as FileType[];

export function useOf(media_type: FileType): FileUse {
  return uses[media_type];
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);
const ebml = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
/** EBML's DocType (RFC 8794 §11.2.6) with four letters. */
const webm = Buffer.concat([Buffer.from([0x42, 0x82, 0x84]), Buffer.from("webm")]);
const ebml_head_bytes = 128;
/** Brands of ISO 14496 that browsers play. QuickTime's own (`qt  `) and still images (`heic`) are not among them. */
const mp4_brand = /^(iso[m2-9]|mp4[12]|avc1|M4V |dash|MSNV)$/;
const brands_max = 32;

/**
 * The type of a file by its first bytes, independent of its name; null: not accepted. `first`: the first part; for captions the
 * whole file.
 */
export function typeOf(first: Buffer): FileType | null {
  const beginsWith = (bytes: Buffer) => first.subarray(0, bytes.length).equals(bytes);
  if (beginsWith(Buffer.from("%PDF-"))) return "application/pdf";
  if (beginsWith(png)) return "image/png";
  if (beginsWith(jpeg)) return "image/jpeg";
  if (beginsWith(ebml)) return first.subarray(0, ebml_head_bytes).includes(webm) ? "video/webm" : null;
  if (first.toString("latin1", 4, 8) === "ftyp")
    return brandsOf(first).some((brand) => mp4_brand.test(brand)) ? "video/mp4" : null;
  return isCaptions(first) ? "text/vtt" : null;
}

/** ISO 14496-12 §4.3: the major brand and, after its version, the compatible brands. */
function brandsOf(first: Buffer): string[] {
  const end = first.readUInt32BE(0);
  // With another length it is not an `ftyp` box: an archive (`PK…`) may look like one after its first bytes.
  if (end < 16 || end > Math.min(first.length, 16 + brands_max * 4)) return [];
  const brands = [first.toString("latin1", 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(first.toString("latin1", at, at + 4));
  return brands;
}

/** WebVTT §4.1: UTF-8 text that begins with `WEBVTT`. */
function isCaptions(bytes: Buffer): boolean {
  try {
    return /^WEBVTT(?:[ \t\r\n]|$)/.test(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // The bytes are not UTF-8.
    return false;
  }
}
