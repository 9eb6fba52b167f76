import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { idOf } from "../../platform/http/known.ts";
import { panelRoute, training } from "../../platform/http/panel-route.ts";
import { preconditionFailed } from "../../platform/http/problem.ts";
import { json } from "../../platform/http/route.ts";
import { groupManagedElsewhere, noSuchGroup } from "../groups/errors.ts";
import { readGroupRecord } from "../groups/read-sql.ts";
import { GroupParams, GroupRecord } from "../groups/schema.ts";
import { readGroupDraft } from "./draft.ts";
import { preview_max_ms } from "./panel.routes.ts";
import { previewChange } from "./preview.ts";
import { changeGroup, createGroup, retireGroup } from "./save-group.ts";
import { GroupChange, GroupCreate, GroupDraft, Preview } from "./schema.ts";

const tag = "Groups";

/**
 * Routes of the panel that make and change groups; they are here because groups use the conditions of rules.
 * groups/panel.routes.ts reads groups.
 */
export function groupChangePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/groups",
    roles: training,
    operation: {
      id: "createGroup",
      tag,
      summary: "Make a group",
      description: "Who belongs to a dynamic one is found out in the background: `last_batch` says how far that is.",
      answers: { 201: { description: "The group.", schema: GroupRecord } },
    },
    body: GroupCreate,
    handle: async ({ caller, body }) => ({
      status: 201,
      body: json((await createGroup(pool, caller, body, readGroupRecord)).text),
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/groups/preview",
    roles: training,
    operation: {
      id: "previewGroup",
      tag,
      summary: "See what saving a group would do",
      description: "As for a rule: the same evaluation as the change itself, without writing, within the same bound.",
      answers: { 200: { description: "What would happen.", schema: Preview } },
    },
    body: GroupDraft,
    deadline_ms: preview_max_ms,
    handle: async ({ caller, body }) => ({
      body: await previewChange(pool, caller, (db) => readGroupDraft(db, caller.tenant.id, body)),
    }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/groups/:id",
    roles: training,
    operation: {
      id: "changeGroup",
      tag,
      summary: "Change a group",
      description:
        "`conditions` and `course_ids` are replaced as a whole. Of a group that an identity provider keeps, only what it asks for can be changed here.",
      answers: { 200: { description: "The group after the change.", schema: GroupRecord } },
      problems: [groupManagedElsewhere, preconditionFailed],
    },
    params: GroupParams,
    body: GroupChange,
    handle: async ({ caller, params, body }) => ({
      body: json(await changeGroup(pool, caller, idOf(params.id, noSuchGroup), body, { read: readGroupRecord })),
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/groups/:id/retire",
    roles: training,
    operation: {
      id: "retireGroup",
      tag,
      summary: "Retire a group for good",
      description: "All members leave it, as its `on_leave` says. Its code is free again.",
      answers: { 200: { description: "The group after it.", schema: GroupRecord } },
      problems: [groupManagedElsewhere],
    },
    params: GroupParams,
    handle: async ({ caller, params }) => ({
      body: json((await retireGroup(pool, caller, idOf(params.id, noSuchGroup), { read: readGroupRecord }))!),
    }),
  });
}
