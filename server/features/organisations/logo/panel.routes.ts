import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { refuseElsewhere } from "../../../platform/db/moving/placement.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { readUpload } from "../../../platform/http/bodies/read-upload.ts";
import { it, openPanelRoute, panelRoute } from "../../../platform/http/panel-route.ts";
import { unsupportedMediaType } from "../../../platform/http/problem.ts";
import { Download } from "../../../platform/http/route.ts";
import { logoNotUsable } from "../errors.ts";
import { findTenantByCode } from "../sql.ts";
import { keepLogo, logo_max_bytes, removeLogo } from "./logo.ts";
import { findLogo } from "./sql.ts";

const tag = "Settings";
const upload_deadline_ms = 30_000;
const no_content = { 204: { description: "Done.", schema: null } };
/** Keeps scripts from running if the picture is opened directly. */
const picture_headers = {
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "content-disposition": 'inline; filename="logo.png"',
  "cache-control": "private, max-age=300",
};

/** The logo of an organisation: IT administrators set it, and everybody who opens its sign-in page sees it. */
export function logoPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  // An encapsulated scope, in which the body is not parsed before the handler runs.
  void panel.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser("image/png", (_request, _payload, done) => done(null));
    uploadRoute(uploads, pool);
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/settings/logo",
    roles: it,
    operation: { id: "removeLogo", tag, summary: "Remove the logo", answers: no_content },
    async handle({ caller }) {
      await removeLogo(pool, caller);
      return { status: 204, body: null };
    },
  });
  openPanelRoute(panel, {
    method: "GET",
    url: "/logo",
    operation: {
      id: "readLogo",
      tag: "Session",
      summary: "Read the logo of an organisation",
      description:
        "Also without a session: the page of sign-in shows it. Who sets a logo shows it to everybody who knows the code.",
      answers: {
        200: { description: "The logo.", schema: Type.String(), media_type: "image/png" },
        204: { description: "There is no logo, or no such organisation.", schema: null },
      },
      problems: [],
    },
    query: Type.Object({
      tenant_code: Type.String({ maxLength: 64, description: "The organisation's code." }),
      v: Type.Optional(Type.String({ maxLength: 64, description: "Which one: another one has another address." })),
    }),
    async handle({ query }) {
      const code = query.tenant_code.trim().toUpperCase();
      const tenant_id = await findTenantByCode(pool, code);
      if (tenant_id === null) await refuseElsewhere(pool, code);
      const logo = tenant_id === null ? null : await findLogo(pool, tenant_id);
      if (logo === null) return { status: 204, body: null };
      return { body: new Download("image/png", Readable.from([logo.bytes])), headers: picture_headers };
    },
  });
}

function uploadRoute(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "PUT",
    url: "/settings/logo",
    roles: it,
    operation: {
      id: "setLogo",
      tag,
      summary: "Set the logo",
      description:
        "A PNG of at most 256 KiB, from 16 to 1,024 pixels wide and high. It is written anew: texts and places in it are left out.",
      answers: no_content,
      problems: [logoNotUsable],
      upload: { "image/png": "…" },
    },
    deadline_ms: upload_deadline_ms,
    async handle({ caller, request }) {
      const { headers } = request;
      if ((headers["content-encoding"] ?? "identity") !== "identity")
        throw unsupportedMediaType("Send the file without content encoding.");
      const announced_bytes = Number(headers["content-length"] ?? Number.NaN);
      await keepLogo(pool, caller, await readUpload({ announced_bytes, bytes: request.raw }, logo_max_bytes));
      return { status: 204, body: null };
    },
  });
}
