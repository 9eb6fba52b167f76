import { MusterError } from "./errors.ts";

/** The place where a page begins. */
export type Place = { cursor?: string; offset?: number };

type Pages = { member: string; by: "cursor" | "offset" };
type Pagination = {
  total?: number;
  limit: number;
  next_cursor?: string | null;
  resume_cursor?: string;
  next_updated_since?: string | null;
};

/**
 * Iterates over the entries of a list, over all pages. A page is requested when its first entry is needed:
 *
 *     for await (const person of muster.users.each({ status: "active" })) …
 *
 * At the end of the loop, `resumeFrom` says where the next walk begins. If you leave the loop early, it stays null: begin again
 * where this walk began, and you miss nothing.
 */
export class Walk<Entry> implements AsyncIterable<Entry> {
  /** For lists with `updated_since`: its value for the next walk. For feeds: the next `cursor`. Null until the walk has ended. */
  resumeFrom: string | null = null;
  readonly #read: (place: Place) => Promise<object>;
  readonly #pages: Pages;

  /** @internal */
  constructor(read: (place: Place) => Promise<object>, pages: Pages) {
    this.#read = read;
    this.#pages = pages;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, undefined> {
    for await (const page of this.pages()) yield* page;
  }

  /** Pages in place of entries. */
  async *pages(): AsyncGenerator<readonly Entry[], void, undefined> {
    const { member, by } = this.#pages;
    let place: Place | null = {};
    let seen = 0;
    this.resumeFrom = null;
    while (place !== null) {
      const page = (await this.#read(place)) as { pagination: Pagination } & Record<string, unknown>;
      const entries = (page[member] ?? []) as Entry[];
      const { pagination } = page;
      if (typeof pagination !== "object" || pagination === null)
        throw new MusterError("The answer is no page of a list: it has no pagination. Look at the base URL.");
      yield entries;
      seen += entries.length;
      place = by === "cursor" ? afterCursor(place, pagination) : afterOffset(seen, entries.length, pagination);
      if (place === null) this.resumeFrom = pagination.resume_cursor ?? pagination.next_updated_since ?? null;
    }
  }

  /** All entries at once, in memory. Throws if there are more than `max`. */
  async toArray(max = 100_000): Promise<Entry[]> {
    const entries: Entry[] = [];
    for await (const page of this.pages()) {
      entries.push(...page);
      if (entries.length > max) throw new RangeError(`There are more than ${max} entries; walk them instead.`);
    }
    return entries;
  }
}

function afterCursor(place: Place, { next_cursor, resume_cursor }: Pagination): Place | null {
  // A cursor that points to itself would never end.
  if (!next_cursor || next_cursor === place.cursor) return null;
  // A feed's cursor includes its start, so it cannot be combined with `since`. For other lists `since` is a filter, which stays.
  return { cursor: next_cursor, ...(resume_cursor === undefined ? {} : { since: undefined }) };
}

function afterOffset(seen: number, count: number, { limit }: Pagination): Place | null {
  return count < limit || count === 0 ? null : { offset: seen };
}
