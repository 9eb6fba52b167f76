import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { findKnown, idOf } from "../../platform/http/known.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { belongingPanelRoutes } from "./belonging.panel.routes.ts";
import { groupManagedElsewhere, membersByConditions, noSuchGroup } from "./errors.ts";
import { joinGroup } from "./join.ts";
import { leaveGroup } from "./leave.ts";
import { moveMembers } from "./move-members.ts";
import { membersOf } from "./people-sql.ts";
import { findGroupRecord, listGroupPage } from "./read-sql.ts";
import { GroupList, GroupParams, GroupQuery, GroupRecord, Members, Moved } from "./schema.ts";

const tag = "Groups";

/** Routes that read groups, and change the members of manual ones. rules/group-panel.routes.ts makes and changes groups. */
export function groupPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/groups",
    roles: readers,
    operation: {
      id: "listGroups",
      tag,
      summary: "List groups",
      answers: { 200: { description: "One page of them.", schema: GroupList } },
    },
    query: GroupQuery,
    async handle({ caller, query }) {
      const filters = { q: query.q, kind: query.kind };
      const walk = readWalk(caller.tenant.id, "groups", query, filters, "name");
      return { body: json(await walkPage(pool, walk, () => listGroupPage(pool, caller.tenant.id, filters, walk))) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/groups/:id",
    roles: readers,
    operation: {
      id: "getGroup",
      tag,
      summary: "Read a group",
      answers: { 200: { description: "The group.", schema: GroupRecord } },
    },
    params: GroupParams,
    handle: async ({ caller, params }) => ({ body: json(await find(pool, caller.tenant.id, params.id)) }),
  });
  belongingPanelRoutes(panel, pool, {
    type: "group",
    tag,
    people: { id: "listGroupMembers", path: "members", summary: "List the members of a group" },
    history: { id: "listGroupHistory" },
    belonging: membersOf,
    find: (tenant_id, id) => find(pool, tenant_id, id),
  });
  movingRoutes(panel, pool);
}

function movingRoutes(panel: FastifyInstance, pool: Pool): void {
  for (const [verb, use_case] of [
    ["join", joinGroup],
    ["leave", leaveGroup],
  ] as const) {
    panelRoute(panel, {
      method: "POST",
      url: `/groups/:id/${verb}`,
      roles: training,
      operation: {
        id: `${verb}Group`,
        tag,
        summary: verb === "join" ? "Add people to a manual group" : "Remove people from a manual group",
        description: "Unknown people are named in a 422, and then none of them is moved.",
        answers: { 200: { description: "How many have moved.", schema: Moved } },
        problems: [groupManagedElsewhere, membersByConditions],
      },
      params: GroupParams,
      body: Members,
      async handle({ caller, params, body }) {
        return { body: await moveMembers(pool, caller, use_case, idOf(params.id, noSuchGroup), body) };
      },
    });
  }
}

function find(pool: Pool, tenant_id: string, given_id: string): Promise<string> {
  return findKnown(given_id, noSuchGroup, (id) => findGroupRecord(pool, tenant_id, id));
}
