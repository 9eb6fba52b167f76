import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { needs } from "../../../platform/http/access.ts";
import { readWalk, walkPage } from "../../../platform/http/cursor.ts";
import { findKnown } from "../../../platform/http/known.ts";
import { etagOfRecord } from "../../../platform/http/records/record-view.ts";
import { json, route } from "../../../platform/http/route.ts";
import { noSuchGroup } from "../errors.ts";
import { GroupParams } from "../schema.ts";
import { findGroup, listGroupRecords, listMemberRecords } from "./record-sql.ts";
import { Group, group_settings, GroupList, GroupMemberList, GroupMemberQuery, GroupQuery } from "./schema.ts";

const tag = "Structure";

/**
 * Routes that read groups and their members. rules/contract/group-routes.ts changes groups, groups/batch/routes.ts their members.
 */
export function groupRoutes(app: FastifyInstance, pool: Pool): void {
  const find = (tenant_id: string, given_id: string) =>
    findKnown(given_id, noSuchGroup, (id) => withTenant(pool, tenant_id, (db) => findGroup(db, tenant_id, id)));
  route(app, {
    method: "GET",
    url: "/api/v1/groups",
    access: needs("structure:read"),
    operation: {
      id: "listGroups",
      tag,
      summary: "List groups",
      description:
        "In the order of their names. With `updated_since` also those that have ended (`retired_at`); who joins or leaves is no change of the group, but an event.",
      answers: { 200: { description: "One page of groups.", schema: GroupList } },
      headers: { ETag: "For If-None-Match." },
    },
    query: GroupQuery,
    handle: async ({ caller: { tenant }, query }) => {
      const filters = { q: query.q, kind: query.kind };
      const walk = readWalk(tenant.id, "groups", query, filters, "name");
      return { body: json(await walkPage(pool, walk, () => listGroupRecords(pool, tenant.id, filters, walk))), etag: true };
    },
  });
  route(app, {
    method: "GET",
    url: "/api/v1/groups/:id",
    access: needs("structure:read"),
    operation: {
      id: "getGroup",
      tag,
      summary: "Read a group",
      answers: { 200: { description: "The group.", schema: Group } },
      headers: { ETag: "For If-None-Match; for If-Match, where it stands for the members that can be set only." },
    },
    params: GroupParams,
    handle: async ({ caller, params }) => {
      const text = await find(caller.tenant.id, params.id);
      return { body: json(text), etag: etagOfRecord(text, group_settings) };
    },
  });
  route(app, {
    method: "GET",
    url: "/api/v1/groups/:id/members",
    access: needs("structure:read"),
    operation: {
      id: "listGroupMembers",
      tag,
      summary: "List the members of a group",
      answers: { 200: { description: "One page of them, in the order of their names.", schema: GroupMemberList } },
    },
    params: GroupParams,
    query: GroupMemberQuery,
    handle: async ({ caller: { tenant }, params, query }) => {
      await find(tenant.id, params.id);
      const id = params.id.toLowerCase();
      const walk = readWalk(tenant.id, "members", query, { group_id: id }, "name");
      return { body: json(await walkPage(pool, walk, () => listMemberRecords(pool, tenant.id, id, walk))) };
    },
  });
}
