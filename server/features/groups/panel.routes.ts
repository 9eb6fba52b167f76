import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { isUuid } from "../../platform/ids.ts";
import { ChangeHistory, ListedPeople, ListedPeopleQuery } from "./asking-schema.ts";
import { groupManagedElsewhere, membersByConditions, noSuchGroup } from "./errors.ts";
import { history_entries_max, readHistory } from "./history.ts";
import { joinGroup } from "./join.ts";
import { leaveGroup } from "./leave.ts";
import { moveMembers } from "./move-members.ts";
import { listBelongingPage, membersOf } from "./people-sql.ts";
import { findGroupRecord, listGroupPage } from "./read-sql.ts";
import { GroupList, GroupParams, GroupQuery, GroupRecord, Members, Moved } from "./schema.ts";

const tag = "Groups";

/** Reading groups, and who belongs to manual ones; making and changing groups is rules/group-panel.routes.ts. */
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
      const walk = readWalk("groups", query, filters, "name");
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
  peopleAndHistoryRoutes(panel, pool);
  movingRoutes(panel, pool);
}

function peopleAndHistoryRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/groups/:id/members",
    roles: readers,
    operation: {
      id: "listGroupMembers",
      tag,
      summary: "List the members of a group",
      answers: { 200: { description: "One page of them, in the order of their names.", schema: ListedPeople } },
    },
    params: GroupParams,
    query: ListedPeopleQuery,
    async handle({ caller, params, query }) {
      await find(pool, caller.tenant.id, params.id);
      const walk = readWalk("people", query, { q: query.q, group_id: params.id }, "name");
      const read = () => listBelongingPage(pool, caller.tenant.id, membersOf(params.id), query.q, walk);
      return { body: json(await walkPage(pool, walk, read)) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/groups/:id/history",
    roles: readers,
    operation: {
      id: "listGroupHistory",
      tag,
      summary: "See who changed a group",
      description: `The latest ${history_entries_max} changes.`,
      answers: { 200: { description: "The latest change first.", schema: ChangeHistory } },
    },
    params: GroupParams,
    async handle({ caller, params }) {
      await find(pool, caller.tenant.id, params.id);
      return { body: await readHistory(pool, caller.tenant.id, { type: "group", id: params.id }) };
    },
  });
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
        if (!isUuid(params.id)) throw noSuchGroup();
        return { body: await moveMembers(pool, caller, use_case, params.id, body) };
      },
    });
  }
}

async function find(pool: Pool, tenant_id: string, id: string): Promise<string> {
  const record = isUuid(id) ? await findGroupRecord(pool, tenant_id, id) : undefined;
  if (record === undefined) throw noSuchGroup();
  return record;
}
