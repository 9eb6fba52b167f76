import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { readUpload } from "../../../platform/http/bodies/read-upload.ts";
import { idOf, known } from "../../../platform/http/known.ts";
import { panelRoute, readers, training } from "../../../platform/http/panel-route.ts";
import { payloadTooLarge, unsupportedMediaType } from "../../../platform/http/problem.ts";
import { IdParams } from "../schema.ts";
import { courseFileIncomplete, courseFileRefused, noSuchCourseFile, rangeNotSatisfiable, tooManyCourseFiles } from "./errors.ts";
import { part_bytes } from "./limits.ts";
import { beginFile, finishFile, keepPart, type FilePlace } from "./receive.ts";
import { CourseFile, CourseFileBegin, CourseFileBegun, FileParams, PartParams } from "./schema.ts";
import { answerWithFile, readable } from "./serve.ts";
import { shownFile } from "./shown.ts";
import { findFile, type FileRow } from "./sql.ts";

const tag = "Courses";
const part_type = "application/octet-stream";
const part_deadline_ms = 30_000;
const download_deadline_ms = 120_000;

/** Routes for files of courses, for training administrators. */
export function courseFilePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/courses/:id/files",
    roles: training,
    operation: {
      id: "beginCourseFile",
      tag,
      summary: "Begin to send a file",
      description:
        "A document (PDF, PNG, JPEG), a video (MP4, WebM) or captions (WebVTT), in parts: each is sent, then the file is finished. What is not referred to a day later is removed.",
      answers: { 201: { description: "Its bytes are counted from now on.", schema: CourseFileBegun } },
      problems: [payloadTooLarge, tooManyCourseFiles],
    },
    params: IdParams,
    body: CourseFileBegin,
    async handle({ caller, params: { id }, body }) {
      const file = await beginFile(pool, caller, id, body);
      return { status: 201, body: { id: file.id, part_bytes } };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/courses/:id/files/:file_id/finish",
    roles: training,
    operation: {
      id: "finishCourseFile",
      tag,
      summary: "Finish a file whose parts have come",
      answers: { 200: { description: "It can be an item of the course.", schema: CourseFile } },
      problems: [courseFileIncomplete],
    },
    params: FileParams,
    handle: async ({ caller, params }) => ({ body: shownFile(await finishFile(pool, caller, placeOf(params))) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/courses/:id/files/:file_id",
    roles: readers,
    operation: {
      id: "getCourseFile",
      tag,
      summary: "Take a file of a course along",
      description: "Always as an attachment; ranges of it (RFC 9110 §14) are answered with 206.",
      answers: { 200: { description: "The file.", schema: Type.String(), media_type: part_type } },
      problems: [rangeNotSatisfiable],
    },
    params: FileParams,
    deadline_ms: download_deadline_ms,
    handle: async ({ caller, params, request }) =>
      answerWithFile(pool, caller.tenant.id, await findReadable(pool, caller, placeOf(params)), request),
  });
  // A plugin scope of its own, so that bodies are not parsed before the handler.
  void panel.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(part_type, (_request, _payload, done) => done(null));
    partRoute(uploads, pool);
  });
}

function partRoute(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "PUT",
    url: "/courses/:id/files/:file_id/parts/:number",
    roles: training,
    operation: {
      id: "keepCourseFilePart",
      tag,
      summary: "Send a part of a file",
      description: `${part_bytes} bytes, of the last part the rest. The first says what the file is: one that is refused is removed.`,
      answers: { 204: { description: "It is kept.", schema: null } },
      problems: [courseFileRefused, courseFileIncomplete],
      upload: { [part_type]: "%PDF-1.7 …" },
    },
    params: PartParams,
    deadline_ms: part_deadline_ms,
    async handle({ caller, params, request: { headers, raw } }) {
      if ((headers["content-encoding"] ?? "identity") !== "identity")
        throw unsupportedMediaType("Send the file without content encoding.");
      const announced_bytes = Number(headers["content-length"] ?? Number.NaN);
      const bytes = await readUpload({ announced_bytes, bytes: raw }, part_bytes);
      await keepPart(pool, caller, placeOf(params), params.number, bytes);
      return { status: 204, body: null };
    },
  });
}

const placeOf = ({ id, file_id }: { id: string; file_id: string }): FilePlace => ({ course_id: id, file_id });

/** A file that has arrived completely. Throws 404. */
function findReadable(pool: Pool, { tenant }: Context, { course_id, file_id }: FilePlace): Promise<FileRow> {
  const ids = [idOf(course_id, noSuchCourseFile), idOf(file_id, noSuchCourseFile)] as const;
  return withTenant(pool, tenant.id, async (db) => known(readable(await findFile(db, tenant.id, ...ids)), noSuchCourseFile));
}
