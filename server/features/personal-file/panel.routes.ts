import type { FastifyInstance } from "fastify";
import { isPersonSeen } from "../people/seen/sql.ts";
import { Type } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { auditors, panelRoute } from "../../platform/http/panel-route.ts";
import { Download } from "../../platform/http/route.ts";
import { PersonParams } from "../people/schema.ts";
import { writePersonalFile } from "./write-file.ts";

const long_ms = 300_000;

/** The route that exports all stored data of a person. */
export function personalFilePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/people/:id/file",
    roles: auditors,
    departments: ({ caller, params }) => isPersonSeen(pool, caller.tenant.id, { user_id: params.id }),
    step_up: true,
    operation: {
      id: "takePersonalFile",
      tag: "People",
      summary: "Take along all that is stored of a person",
      description:
        "An archive of a JSON file, the documents, and a description in plain words. That it was asked for is audited.",
      answers: { 200: { description: "The archive.", schema: Type.String(), media_type: "application/zip" } },
    },
    deadline_ms: long_ms,
    params: PersonParams,
    async handle({ caller, params }) {
      const { name, stream } = await writePersonalFile(pool, caller, params.id);
      return {
        body: new Download("application/zip", stream),
        headers: { "content-disposition": `attachment; filename="${name}"` },
      };
    },
  });
}
