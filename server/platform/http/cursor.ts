import { createHash } from "node:crypto";
import { Type, type Static } from "typebox";
import { findSettledAt } from "../db/clock.ts";
import type { PageRow } from "../db/page.ts";
import type { Pool } from "../db/pool.ts";
import { isUuid } from "../ids.ts";
import { invalid } from "./problem.ts";
import { Closed, InstantInput, Nullable, pageParameters } from "./schema.ts";

/**
 * Pagination of lists. `next_cursor` of a page holds the sort key and id of its last entry. So entries that are added or removed
 * meanwhile neither repeat nor hide others, as they do with `offset`.
 *
 * With `updated_since` a list is a feed of changes, ordered by (updated_at, id). A change that is committed late has an earlier
 * instant than changes already read. So the last page gives `next_updated_since`: the instant before which all changes were
 * visible when the first page was read. It is read before each page (platform/db/clock.ts), and the cursor carries the earliest
 * one. A client that continues from there sees some changes twice and misses none.
 */

/** The order of a page: the list's own order, or the order of changes. */
export type Order = "list" | "changes";

/** An entry's position: its sort key as the database prints it, and its id. */
export type Position = { readonly key: string; readonly id: string };

export type Walk = {
  readonly tenant_id: string;
  readonly list: string;
  readonly order: Order;
  readonly limit: number;
  readonly offset: number;
  /** Only changes from this instant on; null with a cursor, which contains the instant. */
  readonly since: string | null;
  /** The page begins after this entry; null for the first page and with an offset. */
  readonly after: Position | null;
  /** What earlier pages have found; null on the first page. */
  readonly carried: Carried | null;
  /** The list's other parameters. A cursor contains a digest of the organisation and these parameters. */
  readonly filters: Readonly<Record<string, unknown>>;
};

type Carried = { readonly total: number; readonly seen: number; readonly settled_at: string | null };

/** The kind of key in a list's own order: an instant, or a name in its normal form. */
export type KeyKind = "instant" | "name";

const cursor_version = 1;
const cursor_max = 2_000;
/** Base64url. Clients should treat a cursor as opaque. */
export const cursor_pattern = "^[A-Za-z0-9_-]+$";
/** Names are sorted by their first 200 characters, of up to two UTF-16 units each. */
const name_key_max = 400;

/** The parameters `limit`, `offset`, `cursor` and `updated_since` of a list. */
export function walkParameters(limit_max: number, limit_default: number) {
  return {
    ...pageParameters(limit_max, limit_default),
    cursor: Type.Optional(
      Type.String({
        maxLength: cursor_max,
        pattern: cursor_pattern,
        description:
          "A cursor as it was received: `pagination.next_cursor` of the page before, with the same filters; not together with `offset`. Opaque.",
      }),
    ),
    updated_since: Type.Optional({
      ...InstantInput,
      description:
        "A timestamp from 1900 on, RFC 3339. Only entries changed at or after it, the earliest change first. Walk by `cursor`, then go on from `next_updated_since` of the last page: nothing is missed, though some entries may come twice.",
    }),
  };
}

export const CursorPagination = Closed(
  {
    total: Type.Integer({
      minimum: 0,
      description: "Entries that match, on all pages; behind a cursor as counted on the first page.",
    }),
    limit: Type.Integer({ minimum: 1 }),
    offset: Type.Integer({ minimum: 0, description: "Entries before this page." }),
    next_cursor: Nullable(Type.String({ description: "Send it as `cursor` to get the next page; null on the last one." })),
    next_updated_since: Nullable(
      Type.String({
        format: "date-time",
        description:
          "With `updated_since`, on the last page of a walk from the start: the `updated_since` of the next walk. Null otherwise.",
      }),
    ),
  },
  { $id: "CursorPagination", example: { total: 1, limit: 100, offset: 0, next_cursor: null, next_updated_since: null } },
);

/** The validated pagination parameters of a list. */
export type WalkQuery = { limit: number; offset: number; cursor?: string | undefined; updated_since?: string | undefined };

/**
 * Reads the pagination parameters of a list. `filters` are its other parameters: a cursor is valid only with the filters and the
 * organisation that it was made for. Throws 422.
 */
export function readWalk(
  tenant_id: string,
  list: string,
  query: WalkQuery,
  filters: Record<string, unknown>,
  list_key: KeyKind = "instant",
): Walk {
  const since = query.updated_since === undefined ? null : readInstant(query.updated_since, "updated_since");
  const start = { tenant_id, list, limit: query.limit, offset: query.offset, filters };
  if (query.cursor === undefined) {
    return { ...start, order: since === null ? "list" : "changes", since, after: null, carried: null };
  }
  if (query.offset > 0) {
    throw invalid([{ parameter: "cursor", code: "CONFLICTING_FIELDS", detail: "cannot stand beside offset; send one of them" }]);
  }
  const cursor = decode(query.cursor, list_key);
  if (cursor === null) throw badCursor("is not a cursor; send pagination.next_cursor as it was received");
  const bound = [digestOf(tenant_id, filters), formerDigestOf(filters)].includes(cursor.digest);
  if (cursor.list !== list || !bound || (since !== null && cursor.order !== "changes")) {
    throw badCursor("was made for another list or other filters; send the same ones");
  }
  return { ...start, order: cursor.order, since: null, after: cursor.after, carried: cursor.carried };
}

/** A client's instant in UTC with microseconds, in a form that PostgreSQL reads. Throws 422 at the parameter. */
export function readInstant(text: string, parameter: string): string {
  const instant = parseInstant(text);
  if (instant === null) throw invalid([{ parameter, code: "INVALID_FORMAT", detail: "must be a timestamp, RFC 3339" }]);
  return instant;
}

/** The page that `read` finds, as the body of an answer: `{"pagination": …, "<list>": […]}`. */
export async function walkPage(pool: Pool, walk: Walk, read: (walk: Walk) => Promise<PageRow>): Promise<string | Buffer> {
  const settled_at = walk.order === "changes" ? await findSettledAt(pool) : null;
  const page = await read(walk);
  const head = `{"pagination":${JSON.stringify(paginationOf(walk, page, settled_at))},${JSON.stringify(walk.list)}:`;
  return page.items.length < bytes_from ? `${head}${page.items}}` : bytesOf(head, page.items);
}

/** Pages with at least so many characters are encoded here. */
const bytes_from = 16_384;

/**
 * Writes a large page into one buffer. As a string it would be concatenated with the headers and encoded into three times its
 * length: with pages of 500 people that took 100 MB more memory.
 */
function bytesOf(head: string, items: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(head) + Buffer.byteLength(items) + 1);
  const start = bytes.write(head, 0);
  bytes.write(items, start);
  bytes[bytes.length - 1] = "}".charCodeAt(0);
  return bytes;
}

function paginationOf(walk: Walk, page: PageRow, settled_at: string | null): Static<typeof CursorPagination> {
  const offset = walk.carried?.seen ?? walk.offset;
  const carried = {
    total: page.total ?? walk.carried?.total ?? 0,
    seen: offset + page.count,
    settled_at: walk.order === "changes" ? settledOf(walk, settled_at) : null,
  };
  const more = page.more && page.last_key !== null && page.last_id !== null;
  return {
    total: carried.total,
    limit: walk.limit,
    offset,
    next_cursor: more
      ? encode({
          list: walk.list,
          order: walk.order,
          after: { key: page.last_key!, id: page.last_id! },
          carried,
          digest: digestOf(walk.tenant_id, walk.filters),
        })
      : null,
    next_updated_since: more ? null : carried.settled_at,
  };
}

/**
 * The earliest instant of all pages read so far. null if the first pages were skipped by an offset: their entries may have
 * changed since.
 */
function settledOf(walk: Walk, settled_at: string | null): string | null {
  if (walk.carried === null) return walk.offset === 0 ? settled_at : null;
  const before = walk.carried.settled_at;
  return before === null || settled_at === null || before < settled_at ? before : settled_at;
}

type Cursor = Pick<Walk, "list" | "order"> & { after: Position; carried: Carried; digest: string };

function encode({ list, order, after, carried, digest }: Cursor): string {
  const members = [cursor_version, list, order, after.key, after.id, carried.total, carried.seen, carried.settled_at, digest];
  return Buffer.from(JSON.stringify(members)).toString("base64url");
}

/** The content of a cursor; null if it was not written by `encode`. */
function decode(text: string, list_key: KeyKind): Cursor | null {
  const members = membersOf(text);
  if (members?.length !== 9 || members[0] !== cursor_version) return null;
  const [, list, order, key, id, total, seen, settled_at, digest] = members;
  if (typeof list !== "string" || typeof digest !== "string") return null;
  if (order !== "list" && order !== "changes") return null;
  if (typeof key !== "string" || !isKey(key, order === "list" ? list_key : "instant")) return null;
  if (typeof id !== "string" || !isUuid(id)) return null;
  if (!isCount(total) || !isCount(seen)) return null;
  if (settled_at !== null && (typeof settled_at !== "string" || !isKey(settled_at, "instant"))) return null;
  return { list, order, after: { key, id }, carried: { total, seen, settled_at }, digest };
}

/** The unchecked members of a cursor; null: it is no list. */
function membersOf(text: string): unknown[] | null {
  try {
    const members: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    return Array.isArray(members) ? members : null;
  } catch {
    return null; // not JSON, so not ours
  }
}

function isKey(key: string, kind: KeyKind): boolean {
  if (kind === "name") return key.length <= name_key_max && key.isWellFormed() && !key.includes("\u0000");
  return parseInstant(key) === key;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/**
 * An instant in UTC with microseconds, or null. Temporal rejects leap seconds and a tenth fraction digit; its output for
 * four-digit years can be read by PostgreSQL.
 */
export function parseInstant(text: string): string | null {
  try {
    const instant = Temporal.Instant.from(text).toString({ smallestUnit: "microsecond", roundingMode: "floor" });
    return /^(?!0000)\d{4}-/.test(instant) ? instant : null;
  } catch {
    return null; // a RangeError is how Temporal says "no instant"
  }
}

function digestOf(tenant_id: string, filters: Walk["filters"]): string {
  return shortDigest([tenant_id, givenOf(filters)]);
}

/** The digest that version 0.60.0 used in cursors, without the organisation. Such cursors remain valid. */
function formerDigestOf(filters: Walk["filters"]): string {
  return shortDigest(givenOf(filters));
}

function givenOf(filters: Walk["filters"]): [name: string, value: unknown][] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function shortDigest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 11);
}

function badCursor(detail: string) {
  return invalid([{ parameter: "cursor", code: "INVALID_FORMAT", detail }]);
}

/**
 * The cursor of a list without a total: the sort key of the last entry of a page. That entry may be deleted before the next page
 * is requested.
 */
export const PlaceCursor = Type.String({
  maxLength: 200,
  pattern: cursor_pattern,
  description: "`pagination.next_cursor` of the page before, with the same filters. Opaque.",
});

export function cursorAt(place: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([cursor_version, ...place])).toString("base64url");
}

/** Reads a cursor; throws 422 if `cursorAt` did not write it for such a list. */
export function placeAt<Place extends readonly unknown[]>(
  cursor: string,
  isPlace: (members: readonly unknown[]) => members is Place,
): Place {
  const [version, ...place] = membersOf(cursor) ?? [];
  if (version === cursor_version && isPlace(place)) return place;
  throw badCursor("is not a cursor of this list; send pagination.next_cursor as it was received");
}
