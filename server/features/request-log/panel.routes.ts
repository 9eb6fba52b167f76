import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { readInstant } from "../../platform/http/cursor.ts";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { RequestList, RequestQuery } from "./schema.ts";
import { listRequestPage } from "./sql.ts";

/** What clients have asked for and what they were answered. */
export function requestLogPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/requests",
    roles: it,
    operation: {
      id: "listRequests",
      tag: "Request log",
      summary: "Read the log of requests",
      description:
        "The requests of the last 30 days, the newest first, about a second after their answers. Refused authentications are there when they showed a known key id or the tenant code, with the cause that the caller is not told.",
      answers: { 200: { description: "One page of requests.", schema: RequestList } },
      problems: [],
    },
    query: RequestQuery,
    async handle({ caller, query }) {
      const { cursor: before, status, from, to, limit, ...rest } = query;
      const { items, more, last_id } = await listRequestPage(pool, caller.tenant.id, {
        ...rest,
        limit,
        before,
        status: status === undefined ? undefined : rangeOf(status),
        from: from === undefined ? undefined : readInstant(from, "from"),
        to: to === undefined ? undefined : readInstant(to, "to"),
      });
      const pagination = JSON.stringify({ limit, next_cursor: more ? last_id : null });
      return { body: json(`{"pagination":${pagination},"requests":${items}}`) };
    },
  });
}

/** `404` and `4xx` as the least and the greatest status. */
function rangeOf(status: string): [number, number] {
  return [Number(status.replace("xx", "00")), Number(status.replace("xx", "99"))];
}
