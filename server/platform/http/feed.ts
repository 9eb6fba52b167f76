import { Type } from "typebox";
import { cursor_pattern, parseInstant, readInstant } from "./cursor.ts";
import { invalid } from "./problem.ts";
import { Closed, InstantInput, Nullable } from "./schema.ts";

/**
 * A feed that loses no entry. Entries are ordered by (epoch, transaction, id), and only entries below the oldest running
 * transaction are shown. So everything that commits later comes after everything that was ever shown; timestamps and sequences do
 * not guarantee this. The epoch increases when another database cluster begins to write (docs/decisions/0036), so cursors survive
 * a restore and a promotion. `xid` holds both: the epoch in its upper 16 bits, the transaction below. A transaction that waits
 * for a row may have a lower id than the one that it waits for, so of two entries about one row the later may come first. A
 * reader keeps the cursor of its last page and continues from there.
 */

/** A reader's position: after this entry. */
export type FeedPlace<Id> = { readonly xid: string; readonly id: Id };

/** The type of a feed's ids, and the lowest id. */
export type FeedIds<Id> = { readonly first: Id; readonly isId: (value: unknown) => value is Id };

/** Where a page begins, and the instant from which on the reader wants entries at all; null: from the first entry. */
export type FeedStart<Id> = { readonly after: FeedPlace<Id>; readonly since: string | null };

/**
 * One page as a feed's statement returns it: the entries as a JSON array in text, and the position after them; null: the position
 * is unchanged.
 */
export type FeedPage<Id> = { items: string; more: boolean; last: FeedPlace<Id> | null };

const cursor_version = 1;

/** The parameters `limit`, `cursor` and `since` of a feed; `what` names its entries. */
export function feedParameters(limit_max: number, limit_default: number, what: string) {
  return {
    limit: Type.Integer({ minimum: 1, maximum: limit_max, default: limit_default, description: "Entries on one page." }),
    cursor: Type.Optional(
      Type.String({
        maxLength: 200,
        pattern: cursor_pattern,
        description: "A cursor as it was received: `next_cursor` or `resume_cursor` of the page before. Opaque; knows `since`.",
      }),
    ),
    since: Type.Optional({
      ...InstantInput,
      description: `A timestamp from 1900 on, RFC 3339: only ${what} at or after it. Not together with \`cursor\`.`,
    }),
  };
}

export const FeedPagination = Closed({
  limit: Type.Integer({ minimum: 1 }),
  next_cursor: Nullable(Type.String({ description: "Send it as `cursor` to get the next page; null on the last one." })),
  resume_cursor: Type.String({ description: "Where to go on later, also behind the last page. Nothing is missed." }),
});

export type FeedQuery = { limit: number; cursor?: string | undefined; since?: string | undefined };

/** The page of a feed that `query` asks for, as the body of an answer. Throws 422. */
export async function readFeed<Id>(
  list: string,
  ids: FeedIds<Id>,
  query: FeedQuery,
  read: (start: FeedStart<Id>) => Promise<FeedPage<Id>>,
): Promise<string> {
  const start = startOf(ids, query);
  const page = await read(start);
  const resume_cursor = encode({ after: page.last ?? start.after, since: start.since });
  const pagination = { limit: query.limit, next_cursor: page.more ? resume_cursor : null, resume_cursor };
  return `{"pagination":${JSON.stringify(pagination)},${JSON.stringify(list)}:${page.items}}`;
}

function startOf<Id>(ids: FeedIds<Id>, { cursor, since }: FeedQuery): FeedStart<Id> {
  if (cursor === undefined) {
    return { after: { xid: "0", id: ids.first }, since: since === undefined ? null : readInstant(since, "since") };
  }
  if (since !== undefined) {
    throw invalid([{ parameter: "cursor", code: "CONFLICTING_FIELDS", detail: "cannot stand beside since; it knows it" }]);
  }
  const place = decode(ids, cursor);
  if (place === null) {
    const detail = "is not a cursor; send next_cursor or resume_cursor as it was received";
    throw invalid([{ parameter: "cursor", code: "INVALID_FORMAT", detail }]);
  }
  return place;
}

function encode({ after, since }: FeedStart<unknown>): string {
  return Buffer.from(JSON.stringify([cursor_version, after.xid, after.id, since])).toString("base64url");
}

/** The content of a cursor; null if it was not written by `encode`. */
function decode<Id>(ids: FeedIds<Id>, text: string): FeedStart<Id> | null {
  const members = parse(text);
  if (!Array.isArray(members) || members.length !== 4 || members[0] !== cursor_version) return null;
  const [, xid, id, since] = members as unknown[];
  // Epoch and transaction as xid8: an unsigned number of 64 bits.
  if (typeof xid !== "string" || !/^\d{1,19}$/.test(xid)) return null;
  if (!ids.isId(id)) return null;
  if (since !== null && (typeof since !== "string" || parseInstant(since) !== since)) return null;
  return { after: { xid, id }, since };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null; // not JSON, so not ours
  }
}
