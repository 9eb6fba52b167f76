import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { needs } from "../../../platform/http/access.ts";
import { idOf } from "../../../platform/http/known.ts";
import { preconditionFailed } from "../../../platform/http/problem.ts";
import { etagOfRecord, refuseUnlessMatches, type RecordView } from "../../../platform/http/records/record-view.ts";
import { json, route, type RouteInput } from "../../../platform/http/route.ts";
import { pickGiven } from "../../../platform/pick.ts";
import { findGroup } from "../../groups/contract/record-sql.ts";
import { Group, group_settings, GroupPatch, GroupSent } from "../../groups/contract/schema.ts";
import { groupManagedElsewhere, noSuchGroup } from "../../groups/errors.ts";
import { GroupParams } from "../../groups/schema.ts";
import { changeGroup, createGroup, retireGroup } from "../save-group.ts";

const tag = "Structure";
const url = "/api/v1/groups";
const access = needs("structure:write");
const etag_header = { ETag: "For If-None-Match; for If-Match, where it stands for the members that can be set only." };

/**
 * Routes that create, change and retire groups; they are here because groups use the conditions of rules.
 * groups/contract/routes.ts reads groups.
 */
export function groupKeepingRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "POST",
    url,
    access,
    operation: {
      id: "createGroup",
      tag,
      summary: "Create a group",
      description:
        "Its code is unique. A dynamic group has `conditions`, and its members are found in the background; a manual one has none.",
      answers: { 201: { description: "The group.", schema: Group } },
      headers: { Location: "Its address.", ...etag_header },
      request_example: {
        code: "WARDENS",
        name: "Fire wardens",
        kind: "manual",
        course_ids: ["019a2b20-9f8e-7d6c-8b5a-4f3e2d1c0b9a"],
      },
    },
    body: GroupSent,
    handle: async ({ caller, body }) => {
      const given = { kind: body.kind, ...pickGiven(body, group_settings) };
      const { id, text } = await createGroup(pool, caller, given, findGroup);
      return { status: 201, ...shown(text), headers: { location: `${url}/${id}` } };
    },
  });
  route(app, {
    method: "PATCH",
    url: `${url}/:id`,
    access,
    operation: {
      id: "changeGroup",
      tag,
      summary: "Change a group",
      description:
        "What is left out stays; `conditions` and `course_ids` are replaced as a whole. Of a group that an identity provider keeps, only what it asks for can be changed.",
      answers: { 200: { description: "The group after the change.", schema: Group } },
      headers: etag_header,
      problems: [groupManagedElsewhere, preconditionFailed],
      request_example: { name: "Fire wardens, north" },
    },
    params: GroupParams,
    body: GroupPatch,
    handle: async ({ caller, params, body, request }) =>
      shown(await changeGroup(pool, caller, idOf(params.id, noSuchGroup), pickGiven(body, group_settings), viewOf(request))),
  });
  route(app, {
    method: "DELETE",
    url: `${url}/:id`,
    access,
    operation: {
      id: "retireGroup",
      tag,
      summary: "End a group for good",
      description: "All members leave it in the background, as its `on_leave` says. Its code is free again.",
      answers: { 204: { description: "It has ended.", schema: null } },
      problems: [groupManagedElsewhere, preconditionFailed],
    },
    params: GroupParams,
    handle: async ({ caller, params, request }) => {
      await retireGroup(pool, caller, idOf(params.id, noSuchGroup), viewOf(request));
      return { status: 204, body: null };
    },
  });
}

function shown(text: string) {
  return { body: json(text), etag: etagOfRecord(text, group_settings) };
}

function viewOf({ headers }: RouteInput<unknown, unknown, unknown>["request"]): RecordView {
  const check = (record: string) => refuseUnlessMatches(headers["if-match"], record, { name: "group", settings: group_settings });
  return { read: findGroup, check };
}
