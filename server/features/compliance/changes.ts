import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { readInstant } from "../../platform/http/cursor.ts";
import { invalid } from "../../platform/http/problem.ts";
import { listChanges, type FeedPlace } from "./changes-sql.ts";
import type { ChangesQuery } from "./changes-schema.ts";

/** A reader's place in the feed, and the beginning that it asked for. */
type Cursor = { after: FeedPlace; since: string | null };

const cursor_version = 1;

/** One page of changes of flags as JSON text. */
export async function readChanges(pool: Pool, tenant_id: string, query: Static<typeof ChangesQuery>): Promise<string> {
  const start = startOf(query);
  const page = await listChanges(pool, tenant_id, { ...start, limit: query.limit });
  const resume_cursor = encode({ after: page.last ?? start.after, since: start.since });
  const pagination = { limit: query.limit, next_cursor: page.more ? resume_cursor : null, resume_cursor };
  return `{"pagination":${JSON.stringify(pagination)},"changes":${page.changes}}`;
}

function startOf({ cursor, since }: Static<typeof ChangesQuery>): Cursor {
  if (cursor === undefined) {
    return { after: { xid: "0", id: 0 }, since: since === undefined ? null : readInstant(since, "since") };
  }
  if (since !== undefined) {
    throw invalid([{ parameter: "cursor", code: "CONFLICTING_FIELDS", detail: "cannot stand beside since; it knows it" }]);
  }
  const place = decode(cursor);
  if (place === null) {
    const detail = "is not a cursor; send next_cursor or resume_cursor as it was received";
    throw invalid([{ parameter: "cursor", code: "INVALID_FORMAT", detail }]);
  }
  return place;
}

function encode({ after, since }: Cursor): string {
  return Buffer.from(JSON.stringify([cursor_version, after.xid, after.id, since])).toString("base64url");
}

/** Believes nothing: whatever was not written by `encode` is null. */
function decode(text: string): Cursor | null {
  const members = parse(text);
  if (!Array.isArray(members) || members.length !== 4 || members[0] !== cursor_version) return null;
  const [, xid, id, since] = members as unknown[];
  // xid8 is an unsigned number of 64 bits.
  if (typeof xid !== "string" || !/^\d{1,19}$/.test(xid)) return null;
  if (!Number.isSafeInteger(id) || (id as number) < 0) return null;
  if (since !== null && !isInstant(since)) return null;
  return { after: { xid, id: id as number }, since: since as string | null };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null; // not JSON, so not ours
  }
}

function isInstant(since: unknown): boolean {
  if (typeof since !== "string") return false;
  try {
    return readInstant(since, "cursor") === since;
  } catch {
    return false; // no instant, so not ours
  }
}
