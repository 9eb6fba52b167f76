import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { readInstant } from "../../platform/http/cursor.ts";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import { notFound } from "../../platform/http/problem.ts";
import { Download, json } from "../../platform/http/route.ts";
import { isUuid } from "../../platform/ids.ts";
import { listRequestErrors } from "./errors-sql.ts";
import { streamRequests } from "./export.ts";
import { listRequestPage, type RequestFilters } from "./page-sql.ts";
import { RequestErrorList, RequestExportQuery, RequestList, RequestQuery, RequestRefusal } from "./schema.ts";
import { readRefusal } from "./sql.ts";

const tag = "Request log";
/** A file is sent as fast as the connection allows. */
const long_ms = 300_000;

/** `traced`: whether requests are traced. */
export type RequestLogPanelOptions = { pool: Pool; traced: boolean };

export function requestLogPanelRoutes(panel: FastifyInstance, { pool, traced }: RequestLogPanelOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/requests",
    roles: it,
    operation: {
      id: "listRequests",
      tag,
      summary: "Read the log of requests",
      description:
        "The requests that are kept (30 days, unless the organisation has set another time), the newest first, about a second after their answers. Refused authentications are there when they showed a known key id or the tenant code, with the cause that the caller is not told. Where a filter finds little, a page may hold fewer than `limit` although more follow, as `next_cursor` tells.",
      answers: { 200: { description: "One page of requests.", schema: RequestList } },
    },
    query: RequestQuery,
    async handle({ caller, query: { cursor: before, limit, ...query } }) {
      const page = { ...filtersOf(query), traced, limit, before };
      const { items, next } = await listRequestPage(pool, caller.tenant.id, page);
      const pagination = JSON.stringify({ limit, next_cursor: next });
      return { body: json(`{"pagination":${pagination},"requests":${items}}`) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/requests/export",
    roles: it,
    operation: {
      id: "exportRequests",
      tag,
      summary: "Take the log of requests along as a file",
      description: "At most the latest 100,000. A cell that a spreadsheet would take for a formula begins with an apostrophe.",
      answers: { 200: { description: "CSV, the newest first.", schema: Type.String(), media_type: "text/csv" } },
    },
    deadline_ms: long_ms,
    query: RequestExportQuery,
    handle: async ({ caller, query }) => ({
      body: new Download("text/csv; charset=utf-8", streamRequests(pool, caller.tenant.id, { ...filtersOf(query), traced })),
      headers: { "content-disposition": 'attachment; filename="requests.csv"' },
    }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/requests/:id/refusal",
    roles: it,
    operation: {
      id: "readRequestRefusal",
      tag,
      summary: "See with which headers a refused request came, and what was wrong with it",
      description: "Values of fields, the query and the body are not kept; neither are secrets.",
      answers: { 200: { description: "What is kept of it.", schema: RequestRefusal } },
    },
    params: Type.Object({ id: Type.String() }),
    async handle({ caller, params: { id } }) {
      const kept = isUuid(id) ? await readRefusal(pool, caller.tenant.id, id) : null;
      if (kept === null) throw notFound("No such request.");
      return { body: json(kept) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/request-errors",
    roles: it,
    operation: {
      id: "listRequestErrors",
      tag,
      summary: "See what was refused in the last seven days",
      description: "By code, endpoint and client; those with most requests first.",
      answers: { 200: { description: "What was refused.", schema: RequestErrorList } },
    },
    handle: async ({ caller }) => ({ body: json(await listRequestErrors(pool, caller.tenant.id)) }),
  });
}

/** The filters of a query. Throws 422. */
function filtersOf({ status, from, to, ...rest }: Static<typeof RequestExportQuery>): Omit<RequestFilters, "limit" | "before"> {
  return {
    ...rest,
    status: status === undefined ? undefined : rangeOf(status),
    from: from === undefined ? undefined : readInstant(from, "from"),
    to: to === undefined ? undefined : readInstant(to, "to"),
  };
}

/** `404`, `4xx` and `refused` as a range of statuses. */
function rangeOf(status: string): [number, number] {
  if (status === "refused") return [400, 599];
  return [Number(status.replace("xx", "00")), Number(status.replace("xx", "99"))];
}
