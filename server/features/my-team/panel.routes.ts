import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { findKnown, idOf } from "../../platform/http/known.ts";
import { learners, panelRoute } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { readTeam } from "../compliance/matrix/matrix.ts";
import { findTeamMember } from "../compliance/matrix/team-sql.ts";
import { Matrix } from "../compliance/schema.ts";
import { enrollmentNotOpen, noSuchEnrollment, pathFollowsCourses, personNotActive } from "../enrollments/errors.ts";
import { ResultRequest } from "../enrollments/panel-schema.ts";
import { Enrollment } from "../enrollments/schema.ts";
import type { Mailing } from "../mail/write-mail.ts";
import { notByManagers, recordMemberResult } from "./record-result.ts";
import { no_member, remindMember } from "./remind.ts";
import { MyTeamMember, MyTeamParams, MyTeamQuery, TeamReminder, TeamResultParams } from "./schema.ts";

const tag = "Team";
const roles = learners;

/**
 * Routes of a manager for their own people. The caller is the manager, so no one else's people are visible (docs/decisions/0061).
 */
export function myTeamPanelRoutes(panel: FastifyInstance, options: Mailing & { pool: Pool }): void {
  const { pool } = options;
  panelRoute(panel, {
    method: "GET",
    url: "/my/team",
    roles,
    operation: {
      id: "readMyTeam",
      tag,
      summary: "See where one's own people stand",
      description: "People of whom the caller is the manager, or all below; those who have left or are suspended are not shown.",
      answers: { 200: { description: "One page of them, and the numbers of all.", schema: Matrix } },
    },
    query: MyTeamQuery,
    async handle({ caller, query: { include_indirect_reports: with_indirect = false, compliance_flag, limit, offset } }) {
      const query = { manager_id: caller.account.id, with_indirect, compliance_flag, limit, offset };
      return { body: json((await readTeam(pool, caller, query)).body) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/my/team/:id",
    roles,
    operation: {
      id: "readMyTeamMember",
      tag,
      summary: "See where one of one's people stands",
      answers: { 200: { description: "The person with each course.", schema: MyTeamMember } },
    },
    params: MyTeamParams,
    async handle({ caller, params }) {
      const find = (id: string) => findTeamMember(pool, caller.tenant.id, caller.account.id, id);
      const { record, courses } = await findKnown(params.id, no_member, find);
      return { body: json(`{"person":${record},"courses":${courses}}`) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/my/team/:id/reminder",
    roles,
    operation: {
      id: "remindMyTeamMember",
      tag,
      summary: "Remind one of one's people of what they still have to do",
      description: "By one mail, in the hours of mails; a person gets one mail of reminders a day at most.",
      answers: { 200: { description: "Whether a mail leaves, or why none does.", schema: TeamReminder } },
    },
    params: MyTeamParams,
    handle: async ({ caller, params }) => ({
      body: { outcome: await remindMember(options, caller, idOf(params.id, no_member)) },
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/my/team/:id/enrollments/:enrollment_id/result",
    roles,
    operation: {
      id: "recordMyTeamResult",
      tag,
      summary: "Record the result of an attempt of one of one's people",
      description: "Where the course allows it; all else is as for results that administrators record.",
      answers: { 200: { description: "The enrollment.", schema: Enrollment } },
      problems: [notByManagers, enrollmentNotOpen, pathFollowsCourses, personNotActive],
    },
    params: TeamResultParams,
    body: ResultRequest,
    async handle({ caller, params, body }) {
      const person_id = idOf(params.id, no_member);
      const enrollment_id = idOf(params.enrollment_id, noSuchEnrollment);
      return { body: json(await recordMemberResult(pool, caller, { person_id, enrollment_id }, body)) };
    },
  });
}
