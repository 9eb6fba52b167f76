// multipart/mixed (RFC 2046 §5.1) in xAPI: statements first, then attachments (xAPI 1.0.3, Communication 1.5.2).
import { randomUUID } from "node:crypto";
import type { SentAttachment } from "../../features/learning-records/attachments.ts";
import { recordRefused } from "../../features/learning-records/errors.ts";
import type { File } from "../../features/learning-records/find.ts";
import { attachments_max } from "../../features/learning-records/limits.ts";

const multipart_type = /^multipart\/mixed *(?:;|$)/i;

export function isMultipart(content_type: string): boolean {
  return multipart_type.test(content_type);
}

export type Parts = { json: Buffer; attachments: SentAttachment[] };

export function readParts(content_type: string, body: Buffer): Parts {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(content_type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw recordRefused("Content-Type names no boundary.");
  const [first, ...rest] = partsOf(body, boundary);
  if (first === undefined) throw recordRefused("The body has no parts.");
  if (!/^application\/json *(?:;|$)/i.test(first.headers["content-type"] ?? ""))
    throw recordRefused("The first part must be the statements, as application/json.");
  if (rest.length > attachments_max)
    throw recordRefused(`The request has ${rest.length} attachments; at most ${attachments_max} are taken.`);
  return { json: first.bytes, attachments: rest.map(attachmentOf) };
}

function attachmentOf({ headers, bytes }: Part): SentAttachment {
  const hash = headers["x-experience-api-hash"];
  if (hash === undefined) throw recordRefused("A part has no X-Experience-API-Hash.");
  if (headers["content-transfer-encoding"]?.toLowerCase() !== "binary")
    throw recordRefused("A part does not say Content-Transfer-Encoding: binary.");
  return { hash, content_type: headers["content-type"] ?? null, bytes };
}

type Part = { headers: Record<string, string>; bytes: Buffer };

function partsOf(body: Buffer, boundary: string): Part[] {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const all = Buffer.concat([Buffer.from("\r\n"), body]);
  const parts: Part[] = [];
  let at = all.indexOf(delimiter);
  while (at >= 0) {
    const begin = at + delimiter.length;
    if (all.subarray(begin, begin + 2).toString("latin1") === "--") return parts;
    const line_end = all.indexOf("\r\n", begin);
    const next = all.indexOf(delimiter, begin);
    if (line_end < 0 || next < 0) break;
    if (parts.length > attachments_max) throw recordRefused(`A request has at most ${attachments_max} attachments.`);
    parts.push(partOf(all.subarray(line_end + 2, next)));
    at = next;
  }
  throw recordRefused("The body does not end with its boundary.");
}

function partOf(bytes: Buffer): Part {
  // A part without headers begins with the empty line.
  const none = bytes.subarray(0, 2).toString("latin1") === "\r\n";
  const end = none ? 0 : bytes.indexOf("\r\n\r\n");
  if (end < 0) throw recordRefused("A part has no end of its headers.");
  const headers: Record<string, string> = {};
  for (const line of bytes.subarray(0, end).toString("latin1").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { headers, bytes: bytes.subarray(end + (none ? 2 : 4)) };
}

/** Statements and files as one answer. */
export function writeParts(json: string, files: readonly File[]): { content_type: string; body: Buffer } {
  const boundary = randomUUID();
  const part = (headers: readonly string[], bytes: Buffer) => [
    Buffer.from(`--${boundary}\r\n${headers.join("\r\n")}\r\n\r\n`),
    bytes,
    Buffer.from("\r\n"),
  ];
  const body = Buffer.concat([
    ...part(["Content-Type: application/json"], Buffer.from(json)),
    ...files.flatMap(({ sha2, content_type, bytes }) =>
      part([`Content-Type: ${content_type}`, "Content-Transfer-Encoding: binary", `X-Experience-API-Hash: ${sha2}`], bytes),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { content_type: `multipart/mixed; boundary=${boundary}`, body };
}
