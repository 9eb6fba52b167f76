import type { FastifyInstance } from "fastify";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { ChangeRetentionRequest, Retention, RetentionPreview } from "./schema.ts";
import { changeRetention, previewRetention, readRetention, type RetentionOptions } from "./settings.ts";

const tag = "Settings";
const answers = { 200: { description: "How long each kind of record is kept.", schema: Retention } };

export function retentionPanelRoutes(panel: FastifyInstance, options: RetentionOptions): void {
  panelRoute(panel, {
    method: "GET",
    url: "/retention",
    roles: it,
    operation: { id: "readRetention", tag, summary: "See how long records are kept", answers, problems: [] },
    handle: async ({ caller }) => ({ body: json(JSON.stringify(await readRetention(options, caller))) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/retention/preview",
    roles: it,
    operation: {
      id: "previewRetention",
      tag,
      summary: "See what would go if records were kept for another time",
      description: "Changes nothing. Kinds that are left out are counted as they are set.",
      answers: { 200: { description: "What the next clean-up would take.", schema: RetentionPreview } },
    },
    body: ChangeRetentionRequest,
    handle: async ({ caller, body }) => ({ body: json(JSON.stringify(await previewRetention(options, caller, body))) }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/retention",
    roles: it,
    step_up: true,
    operation: {
      id: "changeRetention",
      tag,
      summary: "Change how long records are kept",
      description:
        "Older records are deleted within the hour and cannot be restored; people who left are erased, at most 100 an hour.",
      answers,
    },
    body: ChangeRetentionRequest,
    handle: async ({ caller, body }) => ({ body: json(JSON.stringify(await changeRetention(options, caller, body))) }),
  });
}
