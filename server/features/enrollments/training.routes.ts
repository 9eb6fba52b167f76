import type { FastifyInstance } from "fastify";
import { isPersonSeen } from "../people/seen/sql.ts";
import { Type } from "typebox";
import { todayOf } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import type { VerifiedAt } from "../../platform/in-front.ts";
import { readWalk } from "../../platform/http/cursor.ts";
import { findKnown } from "../../platform/http/known.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { recordExternal } from "../certificates/record-external.ts";
import { listCertificatePage, names } from "../certificates/sql.ts";
import { grantExemption } from "../compliance/flag/exempt.ts";
import { EvidenceRequest, ExemptionRequest, Made, PersonTraining } from "./panel-schema.ts";
import { findTraining } from "./training-sql.ts";

const certificates_max = 200;

/** A person's flags, and evidence that counts besides courses completed here. */
export function trainingPanelRoutes(panel: FastifyInstance, pool: Pool, verifiedAt: VerifiedAt): void {
  panelRoute(panel, {
    method: "GET",
    url: "/people/:id/training",
    roles: readers,
    departments: "seen",
    operation: {
      id: "getPersonTraining",
      tag: "People",
      summary: "Read a person's groups, flags and certificates",
      answers: { 200: { description: "As of today.", schema: PersonTraining } },
    },
    params: Type.Object({ id: Type.String() }),
    async handle({ caller, params }) {
      const { id: tenant_id } = caller.tenant;
      const today = todayOf(caller);
      const find = (id: string) => findTraining(pool, tenant_id, id, today);
      const found = await findKnown(params.id, "No such person.", find);
      const filters = { user_id: params.id };
      const walk = readWalk(tenant_id, "certificates", { limit: certificates_max, offset: 0 }, filters);
      const place = { today, verified_at: verifiedAt(caller.tenant.code) };
      const certificates = await listCertificatePage(pool, tenant_id, walk, filters, place, names);
      return { body: json(`{"groups":${found.groups},"flags":${found.flags},"certificates":${certificates.items}}`) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/exemptions",
    roles: training,
    departments: ({ caller, body }) => isPersonSeen(pool, caller.tenant.id, { user_id: body.person_id }),
    operation: {
      id: "grantExemption",
      tag: "Enrollments",
      summary: "Release a person from a course for a time",
      answers: { 201: { description: "The exemption's id.", schema: Made } },
    },
    body: ExemptionRequest,
    handle: async ({ caller, body }) => ({
      status: 201,
      body: { id: await withTenant(pool, caller.tenant.id, (db) => grantExemption(db, caller, body)) },
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/evidence",
    roles: training,
    departments: ({ caller, body }) => isPersonSeen(pool, caller.tenant.id, { user_id: body.person_id }),
    operation: {
      id: "recordEvidence",
      tag: "Certificates",
      summary: "Record evidence that a person was trained elsewhere",
      answers: { 201: { description: "The certificate's id.", schema: Made } },
    },
    body: EvidenceRequest,
    handle: async ({ caller, body }) => ({
      status: 201,
      body: { id: await withTenant(pool, caller.tenant.id, (db) => recordExternal(db, caller, body)) },
    }),
  });
}
