import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { unsupportedMediaType } from "../../platform/http/problem.ts";
import { json } from "../../platform/http/route.ts";
import { archive_max_bytes } from "./archive/limits.ts";
import { packageInUse, packageRefused, tooManyUploads } from "./errors.ts";
import { packages_max, receivePackage, receiveVersion, type PackageUpload } from "./receive.ts";
import { removeUnused } from "./remove.ts";
import { ContentPackage, ContentPackageList, PackageParams, PackageQuery } from "./schema.ts";
import { listPackageRecords } from "./sql.ts";

const tag = "Packages";
const upload_deadline_ms = 120_000;
const upload = { "application/zip": "PK…" };
const problems = [packageRefused, tooManyUploads];

/** Routes of content packages for administrators. `opens`: whether an origin for content is set, on which they run. */
export function packagePanelRoutes(panel: FastifyInstance, pool: Pool, opens: boolean): void {
  panelRoute(panel, {
    method: "GET",
    url: "/packages",
    roles: readers,
    operation: {
      id: "listPackages",
      tag,
      summary: "List content packages",
      answers: { 200: { description: "All of them.", schema: ContentPackageList } },
    },
    async handle({ caller }) {
      const packages = await listPackageRecords(pool, caller.tenant.id, packages_max);
      return { body: json(`{"packages":${packages},"can_be_opened":${opens}}`) };
    },
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/packages/:id",
    roles: training,
    operation: {
      id: "removePackage",
      tag,
      summary: "Remove a content package with its bytes",
      answers: { 204: { description: "It is gone.", schema: null } },
      problems: [packageInUse],
    },
    params: PackageParams,
    async handle({ caller, params }) {
      await removeUnused(pool, caller, params.id);
      return { status: 204, body: null };
    },
  });
  // A plugin scope of its own, so that bodies are not parsed before the handler.
  void panel.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(Object.keys(upload), (_request, _payload, done) => done(null));
    uploadRoutes(uploads, pool);
  });
}

function uploadRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/packages",
    roles: training,
    operation: {
      id: "addPackage",
      tag,
      summary: "Add a content package",
      description: `SCORM 1.2, SCORM 2004 or cmi5 as a ZIP archive of at most ${archive_max_bytes} bytes. Every file of it is read before it is kept.`,
      answers: { 201: { description: "It can be the content of a course.", schema: ContentPackage } },
      problems,
      upload,
    },
    query: PackageQuery,
    deadline_ms: upload_deadline_ms,
    handle: async ({ caller, query, request }) => ({
      status: 201,
      body: json(await receivePackage(pool, caller, uploadOf(request, query.file_name))),
    }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/packages/:id/archive",
    roles: training,
    operation: {
      id: "replacePackage",
      tag,
      summary: "Add a new version of a content package",
      description: "Learners under way finish the version that they began.",
      answers: { 200: { description: "What those who begin now take.", schema: ContentPackage } },
      problems,
      upload,
    },
    params: PackageParams,
    query: PackageQuery,
    deadline_ms: upload_deadline_ms,
    handle: async ({ caller, params, query, request }) => ({
      body: json(await receiveVersion(pool, caller, params.id, uploadOf(request, query.file_name))),
    }),
  });
}

function uploadOf({ headers, raw }: FastifyRequest, file_name: string): PackageUpload {
  if ((headers["content-encoding"] ?? "identity") !== "identity")
    throw unsupportedMediaType("Send the file without content encoding.");
  return { file_name, announced_bytes: Number(headers["content-length"] ?? Number.NaN), bytes: raw };
}
