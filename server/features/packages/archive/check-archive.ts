// Reads an archive once, from its list of files to the last byte of each file, and refuses one whose content differs from its
// list. The list is the central directory at the end of a ZIP. Lengths are compared with it while a file is unpacked: no file
// yields more bytes than the list says, and the list's lengths are limited beforehand.
import { Readable } from "node:stream";
import { crc32 } from "node:zlib";
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader, type ZipFile } from "yauzl";
import type { ReadBytes } from "../../../platform/files/stored.ts";
import { ArchiveFault } from "../errors.ts";
import { file_max_bytes, files_max, ratio_from_bytes, ratio_max, unpacked_max_bytes } from "./limits.ts";
import { refusePath } from "./path-fault.ts";

/** The position of a file in its archive. */
export type ArchiveFile = { path: string; begins_at: number; packed_bytes: number; size_bytes: number; deflated: boolean };

export type CheckedArchive = {
  files: ArchiveFile[];
  unpacked_bytes: number;
  /** The content of files that were kept while reading. */
  kept: ReadonlyMap<string, Buffer>;
};

/** `keeps`: whether to keep the content of a file; it throws for one that is too long. */
export async function checkArchive(
  size: number,
  readBytes: ReadBytes,
  keeps: (path: string, size_bytes: number) => boolean,
): Promise<CheckedArchive> {
  const zip = await openZip(size, readBytes);
  if (zip.entryCount > files_max)
    throw new ArchiveFault("too_many_files", `The archive has ${zip.entryCount} files; at most ${files_max} are taken.`);
  const entries = await listEntries(zip);
  const files: ArchiveFile[] = [];
  const kept = new Map<string, Buffer>();
  for (const { path, entry } of entries) {
    const begins_at = await beginningOf(zip, entry, path);
    const content = await unpack(zip, entry, path, keeps(path, entry.uncompressedSize));
    if (content !== null) kept.set(path, content);
    const { compressedSize: packed_bytes, uncompressedSize: size_bytes, compressionMethod } = entry;
    files.push({ path, begins_at, packed_bytes, size_bytes, deflated: compressionMethod === deflate });
  }
  return { files, unpacked_bytes: files.reduce((sum, { size_bytes }) => sum + size_bytes, 0), kept };
}

const [store, deflate] = [0, 8];

async function openZip(size: number, readBytes: ReadBytes): Promise<ZipFile> {
  const reader = new StoredArchive(readBytes);
  // Names are decoded here instead of by the library, so that faults name our reasons.
  const options = { lazyEntries: true, decodeStrings: false, validateEntrySizes: true, autoClose: false };
  return fromRandomAccessReaderPromise(reader, size, options).catch((error: Error) => {
    throw new ArchiveFault("not_a_zip", `The file is no ZIP archive: ${error.message}.`, { cause: error });
  });
}

class StoredArchive extends RandomAccessReader {
  readonly #readBytes: ReadBytes;
  constructor(readBytes: ReadBytes) {
    super();
    this.#readBytes = readBytes;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#readBytes(start, end), { objectMode: false });
  }
}

/** Files of the archive in the order of their bytes, without folders. The whole list is judged before any byte is unpacked. */
async function listEntries(zip: ZipFile): Promise<{ path: string; entry: Entry }[]> {
  const found = new Map<string, Entry>();
  const folders = new Set<string>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const path = pathOf(entry);
      refusePath(path);
      refuseKind(entry, path);
      if (path.endsWith("/")) {
        folders.add(path.slice(0, -1));
        continue;
      }
      if (found.has(path))
        throw new ArchiveFault("path_twice", `The path ${JSON.stringify(path)} occurs twice; pack the folder anew.`);
      refuseSizes(entry, path);
      unpacked += entry.uncompressedSize;
      if (unpacked > unpacked_max_bytes)
        throw new ArchiveFault(
          "unpacks_too_large",
          `The files have more than ${unpacked_max_bytes} bytes together when unpacked; leave some out.`,
        );
      found.set(path, entry);
    }
  } catch (error) {
    if (error instanceof ArchiveFault) throw error;
    throw new ArchiveFault("not_a_zip", `The archive's list of files cannot be read: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  for (const path of found.keys())
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) folders.add(path.slice(0, at));
  for (const path of found.keys())
    if (folders.has(path))
      throw new ArchiveFault("path_twice", `The path ${JSON.stringify(path)} is a file and a folder; pack the folder anew.`);
  const entries = [...found].map(([path, entry]) => ({ path, entry }));
  return entries.toSorted((one, other) => one.entry.relativeOffsetOfLocalHeader - other.entry.relativeOffsetOfLocalHeader);
}

function pathOf(entry: Entry): string {
  const path = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  if (path.includes("\ufffd"))
    throw new ArchiveFault("path_not_text", `The path ${JSON.stringify(path)} is not UTF-8; pack the folder anew.`);
  return path;
}

/** Unix file types, in the upper half of the attributes (APPNOTE 4.4.15). */
const [kind_mask, regular, folder] = [0o170000, 0o100000, 0o040000];

function refuseKind(entry: Entry, path: string): void {
  const named = JSON.stringify(path);
  const kind = (entry.externalFileAttributes >>> 16) & kind_mask;
  if (kind !== 0 && kind !== regular && kind !== folder)
    throw new ArchiveFault("not_a_file", `${named} is a link or a device; pack the file itself.`);
  if (entry.isEncrypted()) throw new ArchiveFault("encrypted", `${named} is encrypted; pack the folder without a password.`);
  if (entry.compressionMethod !== store && entry.compressionMethod !== deflate)
    throw new ArchiveFault("unknown_compression", `${named} is packed by method ${entry.compressionMethod}; pack with Deflate.`);
}

function refuseSizes({ uncompressedSize: size, compressedSize: packed }: Entry, path: string): void {
  const named = JSON.stringify(path);
  if (size > file_max_bytes)
    throw new ArchiveFault("file_too_large", `${named} has ${size} bytes; a file may have at most ${file_max_bytes}.`);
  if (size > ratio_from_bytes && size > packed * ratio_max)
    throw new ArchiveFault(
      "packed_too_densely",
      `${named} unpacks to more than ${ratio_max} times its packed bytes; leave it out.`,
    );
}

async function beginningOf(zip: ZipFile, entry: Entry, path: string): Promise<number> {
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return fileDataStart;
  } catch (error) {
    throw damaged(path, error);
  }
}

async function unpack(zip: ZipFile, entry: Entry, path: string, keep: boolean): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let sum = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      sum = crc32(piece as Buffer, sum);
      if (keep) pieces.push(piece as Buffer);
    }
  } catch (error) {
    throw /bytes/.test((error as Error).message)
      ? new ArchiveFault(
          "length_not_as_said",
          `${JSON.stringify(path)} does not have the length that the archive says; pack it anew.`,
          { cause: error },
        )
      : damaged(path, error);
  }
  if (sum !== entry.crc32) throw damaged(path);
  return keep ? Buffer.concat(pieces) : null;
}

function damaged(path: string, cause?: unknown): ArchiveFault {
  return new ArchiveFault("damaged", `${JSON.stringify(path)} is damaged in the archive; pack it anew.`, { cause });
}
