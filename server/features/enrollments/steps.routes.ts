import type { FastifyInstance } from "fastify";
import { isEnrollmentSeen } from "./seen-sql.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { panelRoute, training } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { cancelEnrollment } from "./lifecycle/cancel.ts";
import { enrollmentNotOpen, notCancellable, pathFollowsCourses, personNotActive } from "./errors.ts";
import { grantAttempt } from "./lifecycle/grant-attempt.ts";
import { ResultRequest, WithdrawRequest } from "./panel-schema.ts";
import { recordResult } from "./lifecycle/record-attempt.ts";
import { Enrollment, EnrollmentParams } from "./schema.ts";
import { withdrawEnrollment } from "./lifecycle/withdraw.ts";

const tag = "Enrollments";
const answers = { 200: { description: "The enrollment.", schema: Enrollment } };

/** A training administrator's operations on a single enrollment. */
export function stepPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/enrollments/:id/result",
    roles: training,
    departments: ({ caller, params }) => isEnrollmentSeen(pool, caller.tenant.id, params.id),
    operation: {
      id: "recordResult",
      tag,
      summary: "Record the result of an attempt, in a classroom for example",
      answers,
      problems: [enrollmentNotOpen, pathFollowsCourses, personNotActive],
    },
    params: EnrollmentParams,
    body: ResultRequest,
    handle: async ({ caller, params, body }) => ({
      body: json(await withTenant(pool, caller.tenant.id, (db) => recordResult(db, caller, params.id, body))),
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/enrollments/:id/attempt",
    roles: training,
    departments: ({ caller, params }) => isEnrollmentSeen(pool, caller.tenant.id, params.id),
    operation: {
      id: "grantAttempt",
      tag,
      summary: "Allow one attempt more after the last one failed",
      answers,
      problems: [enrollmentNotOpen, personNotActive],
    },
    params: EnrollmentParams,
    handle: async ({ caller, params }) => ({
      body: json(await withTenant(pool, caller.tenant.id, (db) => grantAttempt(db, caller, params.id))),
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/enrollments/:id/cancel",
    roles: training,
    departments: ({ caller, params }) => isEnrollmentSeen(pool, caller.tenant.id, params.id),
    operation: {
      id: "cancelEnrollment",
      tag,
      summary: "Cancel an enrollment that was not started",
      answers,
      problems: [notCancellable],
    },
    params: EnrollmentParams,
    handle: async ({ caller, params }) => ({ body: json(await cancelEnrollment(pool, caller, params.id)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/enrollments/:id/withdraw",
    roles: training,
    departments: ({ caller, params }) => isEnrollmentSeen(pool, caller.tenant.id, params.id),
    operation: {
      id: "withdrawEnrollment",
      tag,
      summary: "End a started enrollment without a result",
      answers,
      problems: [enrollmentNotOpen, personNotActive],
    },
    params: EnrollmentParams,
    body: WithdrawRequest,
    handle: async ({ caller, params, body }) => ({
      body: json(await withTenant(pool, caller.tenant.id, (db) => withdrawEnrollment(db, caller, params.id, body.reason))),
    }),
  });
}
