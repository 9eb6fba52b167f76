// A walk by cursor through all people while some are deleted: every remaining person must be returned exactly once. The same walk
// by index loses people, which proves that the check would detect a loss.
import { randomInt } from "node:crypto";
import type { Row } from "../report.ts";
import type { ScimPlace } from "./scim-place.ts";

const page_size = 200;
const deleters = 2;

type Walk = { seen: string[]; deleted: Set<string>; pages: number; seconds: number };
type Page = { totalResults: number; nextCursor?: string; Resources: { id: string }[] };

export async function walk(place: ScimPlace): Promise<Row[]> {
  const by_cursor = await judge(place, cursorPages);
  const by_index = await judge(place, indexPages);
  const { stayed, lost, twice, deleted, pages, seconds } = by_cursor;
  const lost_people = (count: number) => `${count.toLocaleString("en-US")} lost`;
  return [
    {
      scenario: `SCIM walk by cursor through ${place.organisation.people.toLocaleString("en-US")} users while others are deleted`,
      floor: `by index: ${lost_people(by_index.lost)}`,
      ours: lost_people(lost),
      result: `${lost_people(lost)}, ${twice} seen twice`,
      target: "0",
      // The comparison is valid only if users were deleted and paging by index lost some.
      met: lost === 0 && twice === 0 && deleted > 0 && by_index.lost > 0,
      notes: [
        `${stayed.toLocaleString("en-US")} stayed and ${deleted.toLocaleString("en-US")} were deleted during ${pages} pages in ${seconds.toFixed(1)} s; by index ${by_index.deleted.toLocaleString("en-US")} during ${by_index.pages} pages in ${by_index.seconds.toFixed(1)} s`,
      ],
    },
  ];
}

async function judge(place: ScimPlace, pagesOf: (place: ScimPlace) => AsyncGenerator<Page>) {
  const before = await listThere(place);
  const { seen, deleted, pages, seconds } = await walkWhileDeleting(place, before, pagesOf);
  const stayed = before.filter((id) => !deleted.has(id));
  const found = new Set(seen);
  const lost = stayed.filter((id) => !found.has(id)).length;
  return { stayed: stayed.length, lost, twice: seen.length - found.size, deleted: deleted.size, pages, seconds };
}

/** During the walk, people at random places of the list are deleted. */
async function walkWhileDeleting(
  place: ScimPlace,
  before: readonly string[],
  pagesOf: (place: ScimPlace) => AsyncGenerator<Page>,
): Promise<Walk> {
  const walked: Walk = { seen: [], deleted: new Set(), pages: 0, seconds: 0 };
  const walking = { ended: false };
  const deleteSome = async () => {
    while (!walking.ended) {
      const id = before[randomInt(before.length)]!;
      if (walked.deleted.has(id)) continue;
      walked.deleted.add(id);
      await place.call("DELETE", `/Users/${id}`, 204);
    }
  };
  const deleting = Promise.all(Array.from({ length: deleters }, deleteSome));
  const began_ms = performance.now();
  try {
    for await (const { Resources } of pagesOf(place)) {
      walked.seen.push(...Resources.map(({ id }) => id));
      walked.pages += 1;
    }
    walked.seconds = (performance.now() - began_ms) / 1_000;
  } finally {
    walking.ended = true;
    await deleting;
  }
  return walked;
}

async function* cursorPages(place: ScimPlace): AsyncGenerator<Page> {
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const path = `/Users?count=${page_size}&attributes=userName&cursor=${encodeURIComponent(cursor)}`;
    const page = (await place.call("GET", path, 200)).body as Page;
    yield page;
    cursor = page.nextCursor;
  }
}

async function* indexPages(place: ScimPlace): AsyncGenerator<Page> {
  for (let start = 1; ; start += page_size) {
    const path = `/Users?count=${page_size}&attributes=userName&startIndex=${start}`;
    const page = (await place.call("GET", path, 200)).body as Page;
    yield page;
    if (start + page_size > page.totalResults) return;
  }
}

async function listThere({ database, tenant_id }: ScimPlace): Promise<string[]> {
  const { rows } = await database.superuser.query<{ id: string }>(
    "select id from person where tenant_id = $1 and scim_deleted_at is null",
    [tenant_id],
  );
  return rows.map(({ id }) => id);
}
