import type { FastifyInstance } from "fastify";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { it, panelRoute } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { personNotDeactivated } from "../people/errors.ts";
import { PersonParams } from "../people/schema.ts";
import { erasePerson, readErasure } from "./erase-person.ts";
import { Erasure, ErasureRequest } from "./schema.ts";

const tag = "People";

export function erasurePanelRoutes(panel: FastifyInstance, options: { pool: Pool; keyring: Keyring }): void {
  panelRoute(panel, {
    method: "GET",
    url: "/people/:id/erasure",
    roles: it,
    operation: {
      id: "getErasure",
      tag,
      summary: "See what the erasure of a person would take, or how it stands",
      answers: { 200: { description: "What there is, and what was erased.", schema: Erasure } },
    },
    params: PersonParams,
    handle: async ({ caller, params }) => ({ body: json(JSON.stringify(await readErasure(options.pool, caller, params.id))) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/people/:id/erasure",
    roles: it,
    step_up: true,
    operation: {
      id: "erasePerson",
      tag,
      summary: "Erase a person's data for good",
      description:
        "The record is erased at once; logs are searched in the background. Enrollments, certificates' numbers and dates, and flags stay. Who was erased before stays as they are.",
      answers: { 202: { description: "How the erasure stands.", schema: Erasure } },
      problems: [personNotDeactivated],
    },
    params: PersonParams,
    body: ErasureRequest,
    handle: async ({ caller, params, body }) => {
      const erasure = await erasePerson(options, caller, params.id, body.confirmation);
      return { status: 202, body: json(JSON.stringify(erasure)) };
    },
  });
}
