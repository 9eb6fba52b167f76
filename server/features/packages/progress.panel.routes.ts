import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { findKnown } from "../../platform/http/known.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { noSuchEnrollment } from "../enrollments/errors.ts";
import { isEnrollmentSeen } from "../enrollments/seen-sql.ts";
import { waive } from "./cmi5/waive.ts";
import { auNotWaivable } from "./errors.ts";
import { findProgress } from "./progress-sql.ts";
import { PackageProgress, PackageParams, Waiver } from "./schema.ts";

const tag = "Packages";
const answers = { 200: { description: "The latest try at each package.", schema: PackageProgress } };

/** Routes for a learner's progress in the packages of an enrollment, and for waiving AUs. */
export function packageProgressRoutes(panel: FastifyInstance, { pool, base_url }: { pool: Pool; base_url: string }): void {
  panelRoute(panel, {
    method: "GET",
    url: "/enrollments/:id/packages",
    roles: readers,
    departments: ({ caller, params }) => isEnrollmentSeen(pool, caller.tenant.id, params.id),
    operation: { id: "getPackageProgress", tag, summary: "Read how far a learner is in the packages of an enrollment", answers },
    params: PackageParams,
    handle: async ({ caller, params }) => ({ body: json(await progressOf(pool, caller.tenant.id, params.id)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/enrollments/:id/waivers",
    roles: training,
    departments: ({ caller, params }) => isEnrollmentSeen(pool, caller.tenant.id, params.id),
    operation: {
      id: "waiveAu",
      tag,
      summary: "Take an AU of a cmi5 package as done by other means",
      description: "The service says `waived` with the reason, and `satisfied` of what that satisfies (cmi5 §9.3.7).",
      answers,
      problems: [auNotWaivable],
    },
    params: PackageParams,
    body: Waiver,
    async handle({ caller, params, body }) {
      await waive({ pool, base_url }, caller, params.id, body);
      return { body: json(await progressOf(pool, caller.tenant.id, params.id)) };
    },
  });
}

async function progressOf(pool: Pool, tenant_id: string, given_id: string): Promise<string> {
  return `{"packages":${await findKnown(given_id, noSuchEnrollment, (id) => findProgress(pool, tenant_id, id))}}`;
}
