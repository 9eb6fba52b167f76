import type { FastifyInstance } from "fastify";
import { todayOf, type PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { everybody_signed_in, panelRoute } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { Notices, ReadNoticesRequest } from "./schema.ts";
import { findNotices, upsertRead } from "./sql.ts";

const tag = "Session";
const answers = { 200: { description: "What the own account is told.", schema: Notices } };

/** Routes for the notifications of the caller's own account. */
export function noticePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/my/notices",
    roles: everybody_signed_in,
    departments: "own",
    operation: { id: "readMyNotices", tag, summary: "Read what one is told", answers, problems: [] },
    handle: async ({ caller }) => ({ body: json(await notices(pool, caller)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/my/notices/read",
    roles: everybody_signed_in,
    departments: "own",
    operation: {
      id: "markMyNoticesRead",
      tag,
      summary: "Note that one has read what one is told",
      description: "`through`: `told_at` of the newest that was seen.",
      answers,
    },
    body: ReadNoticesRequest,
    handle: async ({ caller, body }) => {
      const { tenant, account } = caller;
      await withTenant(pool, tenant.id, (db) => upsertRead(db, tenant.id, account.id, body.through));
      return { body: json(await notices(pool, caller)) };
    },
  });
}

function notices(pool: Pool, caller: PanelCaller): Promise<string> {
  const { tenant, account } = caller;
  return withTenant(pool, tenant.id, (db) => findNotices(db, tenant.id, account.id, todayOf(caller)));
}
