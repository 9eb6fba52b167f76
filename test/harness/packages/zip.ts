// Writes ZIP archives as APPNOTE 6.3.10 defines them, and with the faults of malicious archives.
import { crc32, deflateRawSync } from "node:zlib";

export type ZipEntry = {
  /** Bytes if the name is not valid text. */
  name: string | Buffer;
  content?: string | Buffer;
  /** Whether the entry is stored without compression. Default: deflated. */
  stored?: boolean;
  /** Unix type and permissions, for example 0o120777: a symbolic link. */
  mode?: number;
  flags?: number;
  method?: number;
  /** The length that the central directory claims; default: the real one. */
  said_bytes?: number;
  said_crc?: number;
  /** Compressed bytes in place of the real ones. */
  packed?: Buffer;
};

const utf8_flag = 0x800;

export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let place = 0;
  for (const entry of entries) {
    const name = Buffer.isBuffer(entry.name) ? entry.name : Buffer.from(entry.name);
    const content = Buffer.from(entry.content ?? "");
    const method = entry.method ?? (entry.stored ? 0 : 8);
    const packed = entry.packed ?? (method === 0 ? content : deflateRawSync(content));
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE((entry.flags ?? 0) | utf8_flag, 2);
    head.writeUInt16LE(method, 4);
    head.writeUInt32LE(entry.said_crc ?? crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(entry.said_bytes ?? content.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), head, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(place, 10);
    list.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 3]), head, tail, name]));
    parts.push(local);
    place += local.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(place, 12);
  return Buffer.concat([...parts, directory, Buffer.from("PK\u0005\u0006"), end]);
}
