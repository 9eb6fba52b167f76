import { Readable } from "node:stream";
import type { Pool } from "../../platform/db/pool.ts";
import { csvLine } from "../../platform/files/csv.ts";
import { listRequestPage, type ReadRequests } from "./page-sql.ts";

const columns = [
  "at",
  "client",
  "method",
  "path",
  "status",
  "code",
  "cause",
  "request_id",
  "address",
  "duration_ms",
  "trace_id",
] as const;
const page_size = 1_000;
/** The most rows of one file; the latest. */
const export_max = 100_000;

type Row = Record<Exclude<(typeof columns)[number], "client">, string | number | null> & { client: { name: string } | null };

/** The log as CSV, the newest first, read page by page while it is sent. */
export function streamRequests(pool: Pool, tenant_id: string, filters: Omit<ReadRequests, "limit" | "before">): Readable {
  return Readable.from(pagesOf(pool, tenant_id, filters));
}

async function* pagesOf(pool: Pool, tenant_id: string, filters: Omit<ReadRequests, "limit" | "before">): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns)}`;
  let before: string | undefined;
  let sent = 0;
  do {
    const page = await listRequestPage(pool, tenant_id, { ...filters, limit: page_size, before });
    yield (JSON.parse(page.items) as Row[]).map((row) => csvLine(cellsOf(row))).join("");
    sent += page.count;
    before = page.next ?? undefined;
  } while (before !== undefined && sent < export_max);
}

function cellsOf({ client, ...row }: Row): string[] {
  return columns.map((name) => String((name === "client" ? client?.name : row[name]) ?? ""));
}
