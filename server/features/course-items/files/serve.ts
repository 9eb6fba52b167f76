import type { FastifyRequest } from "fastify";
import { Readable } from "node:stream";
import type { Pool } from "../../../platform/db/pool.ts";
import { attachmentOf, file_headers } from "../../../platform/files/attachment.ts";
import { spanOf } from "../../../platform/files/ranges.ts";
import { readStored } from "../../../platform/files/stored.ts";
import { Download, matches, type Answer } from "../../../platform/http/route.ts";
import { rangeNotSatisfiable } from "./errors.ts";
import { listChunks, type FileRow } from "./sql.ts";

/**
 * Streams a file, or a range of it, from its rows. It is always sent as an attachment with a sandbox policy: a browser that opens
 * the address downloads the file, while images, videos and captions still show within a page. The browser must revalidate it each
 * time, because access may change; the ETag is the file's id, because its bytes never change.
 */
export function answerWithFile(pool: Pool, tenant_id: string, file: FileRow, { headers: asked }: FastifyRequest): Answer {
  const { id, name, size_bytes } = file;
  const etag = `"${id}"`;
  const headers = {
    ...file_headers,
    "content-disposition": attachmentOf(name),
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, no-cache",
    "accept-ranges": "bytes",
    etag,
  };
  if (matches(asked["if-none-match"], etag)) return { status: 304, body: null, headers };
  // RFC 9110 §13.1.5: when If-Range names another representation, the Range is ignored.
  const is_same = asked["if-range"] === undefined || asked["if-range"] === etag;
  const span = is_same ? spanOf(asked.range, size_bytes) : null;
  if (span === "none")
    throw rangeNotSatisfiable(`The file has ${size_bytes} bytes.`, { headers: { "content-range": `bytes */${size_bytes}` } });
  const { from, to } = span ?? { from: 0, to: size_bytes };
  const read = readStored((first, last) => listChunks(pool, tenant_id, id, first, last), to);
  return {
    status: span === null ? 200 : 206,
    // A file that has arrived completely has a type.
    body: new Download(file.media_type!, Readable.from(read(from, to), { objectMode: false })),
    headers: {
      ...headers,
      "content-length": String(to - from),
      ...(span === null ? {} : { "content-range": `bytes ${from}-${to - 1}/${size_bytes}` }),
    },
  };
}

/** The file if it has arrived completely, otherwise undefined. */
export function readable(file: FileRow | undefined): FileRow | undefined {
  return file?.uploaded_at == null ? undefined : file;
}
