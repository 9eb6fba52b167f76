import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import type { Mailing } from "../mail/write-mail.ts";
import { previewDigest, testDigest } from "./example.ts";
import {
  ChangeDigestSettingsRequest,
  DigestPreview,
  DigestPreviewQuery,
  DigestSettings,
  DigestTest,
  DigestTestRequest,
} from "./schema.ts";
import { changeDigestSettings, readDigestSettings } from "./settings.ts";

const tag = "Settings";
const answers = { 200: { description: "Who is told each week, and when.", schema: DigestSettings } };

export function digestPanelRoutes(panel: FastifyInstance, options: Mailing & { pool: Pool }): void {
  const { pool } = options;
  panelRoute(panel, {
    method: "GET",
    url: "/digests",
    roles: it,
    operation: { id: "readDigestSettings", tag, summary: "See who gets weekly digests", answers, problems: [] },
    handle: async ({ caller }) => ({ body: await readDigestSettings(pool, caller) }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/digests",
    roles: it,
    operation: {
      id: "changeDigestSettings",
      tag,
      summary: "Change who gets weekly digests",
      description: "A change holds from the next day of the schedule on.",
      answers,
    },
    body: ChangeDigestSettingsRequest,
    handle: async ({ caller, body }) => ({ body: await changeDigestSettings(pool, caller, body) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/digests/preview",
    roles: it,
    operation: {
      id: "previewDigest",
      tag,
      summary: "Read an example of a digest",
      description: "To a manager about invented people, to an administrator with the present numbers.",
      answers: { 200: { description: "The mail.", schema: DigestPreview } },
    },
    query: DigestPreviewQuery,
    handle: async ({ caller, query }) => ({ body: await previewDigest(options, caller, query) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/digests/test",
    roles: it,
    operation: {
      id: "testDigest",
      tag,
      summary: "Mail the example of a digest to oneself",
      answers: { 200: { description: "To whom it was written.", schema: DigestTest } },
    },
    body: DigestTestRequest,
    handle: async ({ caller, body }) => ({ body: await testDigest(options, caller, body.kind) }),
  });
}
