import { Readable } from "node:stream";
import type { Pool } from "../../platform/db/pool.ts";
import { csvLine } from "../../platform/files/csv.ts";
import { readInstant, type Position } from "../../platform/http/cursor.ts";
import { listAuditPage, type AuditFilters } from "./list-sql.ts";

/** The filters of a query; instants as PostgreSQL reads them. Throws 422. */
export function filtersOf(query: AuditFilters): AuditFilters {
  const { actor_type, actor_id, operation, target_id, batch_id, request_id, from, until } = query;
  return {
    actor_type,
    actor_id,
    operation,
    target_id,
    batch_id,
    request_id,
    from: from === undefined ? undefined : readInstant(from, "from"),
    until: until === undefined ? undefined : readInstant(until, "until"),
  };
}

const columns = [
  "seq",
  "occurred_at",
  "actor_type",
  "actor_id",
  "actor_name",
  "operation",
  "target_type",
  "target_id",
  "changes",
  "personal",
  "request_id",
  "batch_id",
  "id",
] as const;
const page_size = 1_000;

type Entry = {
  [name in Exclude<(typeof columns)[number], `actor_${string}` | "seq">]: unknown;
} & { seq: number | null; actor: Record<"type" | "id" | "name", string | null> };

/** The log as CSV, the newest first, read page by page while it is sent. */
export function streamAudit(pool: Pool, tenant_id: string, filters: AuditFilters): Readable {
  return Readable.from(pagesOf(pool, tenant_id, filters));
}

async function* pagesOf(pool: Pool, tenant_id: string, filters: AuditFilters): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns)}`;
  for (let after: Position | null = null, more = true; more;) {
    const page = await listAuditPage(pool, tenant_id, filters, { limit: page_size, offset: 0, after });
    yield (JSON.parse(page.items) as Entry[]).map((entry) => csvLine(cellsOf(entry))).join("");
    more = page.more && page.last_id !== null;
    after = { key: "", id: page.last_id ?? "" };
  }
}

function cellsOf({ actor, ...entry }: Entry): string[] {
  const values: Record<string, unknown> = { ...entry, actor_type: actor.type, actor_id: actor.id, actor_name: actor.name };
  return columns.map((name) => {
    const value = values[name];
    return value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  });
}
