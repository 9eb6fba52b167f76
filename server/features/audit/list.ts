import { Readable } from "node:stream";
import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { csvLine } from "../../platform/files/csv.ts";
import { readInstant, type Position } from "../../platform/http/cursor.ts";
import { isUuid } from "../../platform/ids.ts";
import { listAuditPage, type AuditFilters } from "./list-sql.ts";
import { listNamed } from "./names-sql.ts";
import type { AuditNamed } from "./schema.ts";

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
  "target_name",
  "person_name",
  "course_title",
] as const;
const page_size = 1_000;

/** The members of an entry from which names are looked up. */
export type Entry = {
  operation: string;
  target_type: string;
  target_id: string | null;
  changes: Record<string, unknown>;
  actor: Record<"type" | "id" | "name", string | null>;
} & Record<string, unknown>;

/** The most ids of a page that are looked up; a mass operation may name thousands. */
const named_max = 1_000;

/** Names for ids: first those of the entries' targets, then those in their changes. */
export async function namesOf(pool: Pool, tenant_id: string, entries: readonly Entry[]): Promise<Static<typeof AuditNamed>[]> {
  const targets = entries.flatMap(({ target_id }) => target_id ?? []);
  const others = entries.flatMap(({ changes }) => idsWithin(changes));
  const ids = [...new Set([...targets, ...others])].slice(0, named_max);
  return ids.length === 0 ? [] : listNamed(pool, tenant_id, ids);
}

function idsWithin(value: unknown): string[] {
  if (typeof value === "string") return isUuid(value) ? [value] : [];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(idsWithin) : [];
}

/** The log as CSV, the newest first, read page by page while it is sent. */
export function streamAudit(pool: Pool, tenant_id: string, filters: AuditFilters): Readable {
  return Readable.from(pagesOf(pool, tenant_id, filters));
}

async function* pagesOf(pool: Pool, tenant_id: string, filters: AuditFilters): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns)}`;
  for (let after: Position | null = null, more = true; more;) {
    const page = await listAuditPage(pool, tenant_id, filters, { limit: page_size, offset: 0, after });
    const entries = JSON.parse(page.items) as Entry[];
    const ids = [...new Set(entries.flatMap(({ target_id }) => target_id ?? []))];
    const named = new Map((await listNamed(pool, tenant_id, ids)).map((one) => [`${one.type} ${one.id}`, one]));
    yield entries.map((entry) => csvLine(cellsOf(entry, named.get(`${entry.target_type} ${entry.target_id}`)))).join("");
    more = page.more && page.last_id !== null;
    after = { key: "", id: page.last_id ?? "" };
  }
}

function cellsOf({ actor, ...entry }: Entry, named: Static<typeof AuditNamed> | undefined): string[] {
  const values: Record<string, unknown> = {
    ...entry,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    target_name: named?.name,
    person_name: named?.user?.name,
    course_title: named?.course?.title,
  };
  return columns.map((name) => {
    const value = values[name];
    return value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  });
}
