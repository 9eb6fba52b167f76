import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { readFeed, type FeedIds } from "../../platform/http/feed.ts";
import { uuid_pattern } from "../../platform/ids.ts";
import { listEvents } from "./sql.ts";
import type { EventQuery } from "./schema.ts";

const ids: FeedIds<string> = {
  first: "00000000-0000-0000-0000-000000000000",
  isId: (value): value is string => typeof value === "string" && uuid_pattern.test(value),
};

/** One page of stored events as JSON text. */
export function readEvents(pool: Pool, tenant_id: string, query: Static<typeof EventQuery>): Promise<string> {
  return readFeed("events", ids, query, (start) => listEvents(pool, tenant_id, start, query.type ?? null, query.limit));
}
