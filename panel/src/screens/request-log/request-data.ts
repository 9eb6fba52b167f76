import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type LoggedRequest = components["schemas"]["LoggedRequest"];
export type Filters = Record<"client_id" | "method" | "path" | "status" | "code" | "request_id" | "period", string>;

/** Periods that end now, in hours. */
export const periods = { "1h": 1, "5h": 5, "24h": 24, "7d": 168 } as const;

/** One page of the log; `now` is the organisation's, from which periods count. */
export async function readRequests(
  filters: Filters,
  page: { limit: number; cursor: string | null },
  now: number,
  signal: AbortSignal | null,
) {
  const { period, ...rest } = filters;
  const hours = periods[period as keyof typeof periods];
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ""));
  const query = {
    ...given,
    limit: page.limit,
    ...(page.cursor === null ? {} : { cursor: page.cursor }),
    ...(hours === undefined ? {} : { from: new Date(now - hours * 3_600_000).toISOString() }),
  };
  return dataOf(await api.GET("/panel/api/requests", { params: { query }, ...(signal ? { signal } : {}) }));
}

const export_max = 5_000;
const export_page = 500;
const columns = ["at", "client", "method", "path", "status", "code", "cause", "request_id", "address", "duration_ms"] as const;

/** What the filters show, as CSV, at most the latest 5,000 rows. */
export async function exportCsv(filters: Filters, now: number): Promise<void> {
  const rows: LoggedRequest[] = [];
  for (let cursor: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof readRequests>> = await readRequests(filters, { limit: export_page, cursor }, now, null);
    rows.push(...page.requests);
    cursor = page.pagination.next_cursor;
    if (cursor === null || rows.length >= export_max) break;
  }
  const lines = rows.map((row) => columns.map((name) => cellOf(name === "client" ? row.client?.name : row[name])).join(","));
  const url = URL.createObjectURL(new Blob([`${[columns.join(","), ...lines].join("\r\n")}\r\n`], { type: "text/csv" }));
  Object.assign(document.createElement("a"), { href: url, download: "requests.csv" }).click();
  URL.revokeObjectURL(url);
}

/** A cell that no spreadsheet takes for a formula. */
function cellOf(value: string | number | null | undefined): string {
  const text = String(value ?? "");
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The request again, with the secret to be filled in; neither query nor body is kept. */
export function curlOf({ method, path }: LoggedRequest, base_url: string, tenant_code: string): string {
  const proof = path.startsWith("/scim/")
    ? '-H "Authorization: Bearer $MUSTER_API_KEY"'
    : `-H "X-Tenant-Code: ${tenant_code}" -H "X-API-Key: $MUSTER_API_KEY"`;
  return `curl -sS -X ${method} ${proof} '${base_url}${path.replaceAll("'", "%27")}'`;
}
