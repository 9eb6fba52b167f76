import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { needs } from "../../../platform/http/access.ts";
import { idOf } from "../../../platform/http/known.ts";
import { route } from "../../../platform/http/route.ts";
import { createTurns } from "../../../platform/in-turn.ts";
import { groupManagedElsewhere, membersByConditions, noSuchGroup } from "../errors.ts";
import { GroupParams } from "../schema.ts";
import { moveRows } from "./move-rows.ts";
import { member_enrollments_max, member_rows_max, MembersMove, MembersMoved } from "./schema.ts";

/** Includes the time in which the request waits for its turn; 1,000 rows of a group with five courses take some seconds. */
const batch_deadline_ms = 30_000;
/** How long a batch may wait for its turn, so that enough time is left to carry it out. */
const batch_wait_max_ms = 15_000;
/** Batches of one client that may wait in one process; more are refused with Retry-After. */
const batches_waiting_max = 8;

/** `base_url`: where the pages of problem types are. */
export function groupMemberRoutes(app: FastifyInstance, pool: Pool, base_url: string): void {
  const inTurn = createTurns(batches_waiting_max);
  route(app, {
    method: "POST",
    url: "/api/v1/groups/:id/members",
    access: needs("structure:write"),
    operation: {
      id: "moveGroupMembers",
      tag: "Structure",
      summary: "Let people join or leave a manual group",
      description: `Up to ${member_rows_max} rows in one transaction, answered in their order; a refused row holds up no other. Who joins is assigned the group's courses, who leaves keeps what \`on_leave\` says. Takes one token of the rate limit. Moved people times courses of the group, those of its learning paths included, may be ${member_enrollments_max} (422 TOO_LONG).`,
      answers: { 200: { description: "What became of each row.", schema: MembersMoved } },
      problems: [groupManagedElsewhere, membersByConditions],
      request_example: {
        members: [
          { action: "join", employee_no: "10042" },
          { action: "leave", employee_no: "10043" },
        ],
      },
    },
    deadline_ms: batch_deadline_ms,
    params: GroupParams,
    body: MembersMove,
    async handle({ caller, params, body, request }) {
      const id = idOf(params.id, noSuchGroup);
      const came_ms = performance.now();
      const isOver = () => request.raw.socket.destroyed || performance.now() - came_ms > batch_wait_max_ms;
      return { body: await inTurn(caller.client.id, isOver, () => moveRows(pool, caller, id, body.members, base_url)) };
    },
  });
}
