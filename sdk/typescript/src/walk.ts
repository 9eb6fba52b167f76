import { MusterError } from "./errors.ts";

/** Where a page begins. */
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
 * Entries of a list, over all its pages, each page asked for when its first entry is:
 *
 *     for await (const person of muster.users.each({ status: "active" })) …
 *
 * Once the loop has come to its end, `resumeFrom` says where the next walk begins. Of a loop that was left early it stays null: begin
 * again where this walk began, and nothing is missed.
 */
export class Walk<Entry> implements AsyncIterable<Entry> {
  /** Of lists with `updated_since`: what to send as such next time. Of feeds: the next `cursor`. Null until the walk has ended. */
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

  /** Pages instead of entries. */
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

  /** All entries at once, in memory. Throws when there are more than `max`. */
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
  // A cursor that leads to itself would never end.
  if (!next_cursor || next_cursor === place.cursor) return null;
  // That of a feed knows from when on it is read: `since` does not stand beside it. Elsewhere `since` is a filter, which stays.
  return { cursor: next_cursor, ...(resume_cursor === undefined ? {} : { since: undefined }) };
}

function afterOffset(seen: number, count: number, { limit }: Pagination): Place | null {
  return count < limit || count === 0 ? null : { offset: seen };
}
