import type { Static } from "typebox";
import type { Pool } from "../../../platform/db/pool.ts";
import { readFeed, type FeedIds } from "../../../platform/http/feed.ts";
import type { ChangesQuery } from "./changes-schema.ts";
import { listChanges } from "./changes-sql.ts";

const ids: FeedIds<number> = {
  first: 0,
  isId: (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0,
};

/** One page of changes of flags as JSON text. */
export function readChanges(pool: Pool, tenant_id: string, query: Static<typeof ChangesQuery>): Promise<string> {
  return readFeed("changes", ids, query, (start) => listChanges(pool, tenant_id, start, query.limit));
}
