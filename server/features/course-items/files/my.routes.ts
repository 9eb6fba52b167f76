import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Pool } from "../../../platform/db/pool.ts";
import { learners, panelRoute } from "../../../platform/http/panel-route.ts";
import { enrollmentNotOpen, pathFollowsCourses, personNotActive } from "../../enrollments/errors.ts";
import { itemNotOfKind, itemNotOpen, noItems } from "../errors.ts";
import { openItemFile } from "../runs/run.ts";
import { watchVideo } from "../runs/watch.ts";
import { ItemParams, MyWatching, WatchingReport } from "../schema.ts";
import { rangeNotSatisfiable } from "./errors.ts";
import { answerWithFile } from "./serve.ts";

const tag = "Learning";
const roles = learners;
const file_deadline_ms = 120_000;

/** Routes for files of a learner's own courses, and for the progress of videos. */
export function myFilePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  const parts = { file: "Read the document or video of an item", captions: "Read the captions of a video" } as const;
  for (const part of ["file", "captions"] as const)
    panelRoute(panel, {
      method: "GET",
      url: `/my/courses/:id/items/:item_id/${part}`,
      roles,
      operation: {
        id: part === "file" ? "getMyItemFile" : "getMyItemCaptions",
        tag,
        summary: parts[part],
        description: "Always as an attachment; ranges of it (RFC 9110 §14) are answered with 206.",
        answers: { 200: { description: "The file.", schema: Type.String(), media_type: "application/octet-stream" } },
        problems: [noItems, itemNotOpen, rangeNotSatisfiable],
      },
      params: ItemParams,
      deadline_ms: file_deadline_ms,
      handle: async ({ caller, params, request }) =>
        answerWithFile(pool, caller.tenant.id, await openItemFile(pool, caller, params, part), request),
    });
  panelRoute(panel, {
    method: "PUT",
    url: "/my/courses/:id/items/:item_id/watching",
    roles,
    operation: {
      id: "watchMyVideo",
      tag,
      summary: "Keep what was seen of a video",
      description:
        "With what was seen before, on whatever device. The item is done once the share that it asks for was seen, as the browser says.",
      answers: { 200: { description: "How much was seen, and the course afterwards.", schema: MyWatching } },
      problems: [enrollmentNotOpen, pathFollowsCourses, personNotActive, noItems, itemNotOpen, itemNotOfKind],
    },
    params: ItemParams,
    body: WatchingReport,
    handle: async ({ caller, params, body }) => ({ body: await watchVideo(pool, caller, params, body) }),
  });
}
