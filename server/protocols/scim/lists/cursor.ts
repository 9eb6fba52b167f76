// Cursors of RFC 9865: the end of a page, signed, and bound to the organisation and the query.
import { createHash } from "node:crypto";
import { equalBytes, hmac, type Keyring } from "../../../platform/crypto/keyring.ts";
import { scimError, type ScimError } from "../errors.ts";
import type { Position } from "./list-sql.ts";

/** How long a cursor is valid, in seconds. */
export const cursor_timeout_s = 86_400;

export type Cursor = { after: Position; total: number };

/** What a cursor is bound to: the organisation, resources, filter and order. */
export type CursorScope = { tenant_id: string; parts: readonly unknown[] };

const signature_bytes = 32;
const version_bytes = 2;

export function writeCursor(keyring: Keyring, scope: CursorScope, cursor: Cursor, now: Temporal.Instant): string {
  const { key, created, id } = cursor.after;
  const expires_s = Math.floor(now.epochMilliseconds / 1000) + cursor_timeout_s;
  const content = Buffer.from(JSON.stringify([digestOf(scope), expires_s, cursor.total, key, created, id]));
  const version = keyring.versions[0]!;
  const head = Buffer.alloc(version_bytes);
  head.writeUInt16BE(version);
  return Buffer.concat([head, hmac(keyring.key("cursor", version), content), content]).toString("base64url");
}

export function readCursor(keyring: Keyring, scope: CursorScope, text: string, now: Temporal.Instant): Cursor {
  const bytes = Buffer.from(text, "base64url");
  const start = version_bytes + signature_bytes;
  const version = bytes.length > start ? bytes.readUInt16BE(0) : 0;
  if (!keyring.versions.includes(version)) throw invalidCursor();
  const content = bytes.subarray(start);
  const signature = bytes.subarray(version_bytes, start);
  if (!equalBytes(hmac(keyring.key("cursor", version), content), signature)) throw invalidCursor();
  // The signature is ours, so the content has this form.
  const [digest, expires_s, total, key, created, id] = JSON.parse(content.toString()) as [
    string,
    number,
    number,
    string | null,
    string,
    string,
  ];
  if (digest !== digestOf(scope)) {
    throw scimError(400, "invalidCursor", "The cursor was made for another list, filter or order; send it with the same ones.");
  }
  if (now.epochMilliseconds / 1000 >= expires_s) {
    throw scimError(400, "expiredCursor", `The cursor is older than ${cursor_timeout_s} seconds; begin again with an empty one.`);
  }
  return { after: { key, created, id }, total };
}

function invalidCursor(): ScimError {
  return scimError(400, "invalidCursor", "This is no cursor of this service; send nextCursor as it was received.");
}

function digestOf({ tenant_id, parts }: CursorScope): string {
  return createHash("sha256")
    .update(JSON.stringify([tenant_id, ...parts]))
    .digest("base64url")
    .slice(0, 22);
}
