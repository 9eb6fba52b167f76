import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { cursorAt, parseInstant, placeAt, readInstant } from "../../../platform/http/cursor.ts";
import { administrators, auditors, panelRoute } from "../../../platform/http/panel-route.ts";
import { json } from "../../../platform/http/route.ts";
import { isUuid } from "../../../platform/ids.ts";
import { gateListTooLong } from "../errors.ts";
import {
  GateDecisionList,
  GateDecisionQuery,
  GateDecisionsRequest,
  GateDecisionsTaken,
  GateDepartments,
  GateList,
  GateListRequest,
  departments_max,
} from "./schema.ts";
import { listDecisions, listGateDepartments, type DecisionPlace } from "./sql.ts";
import { takeDecisions, takeList } from "./take.ts";

const tag = "Gate";
/** Enough for 5,000 people on a busy machine. */
const list_deadline_ms = 30_000;

/** Routes for a guard's offline shift: the list to download, and the decisions made with it. */
export function shiftPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/gate/list",
    roles: administrators,
    operation: {
      id: "takeGateList",
      tag,
      summary: "Take along a list for a shift without a network",
      description: "At most 5,000 people; it answers for 12 hours. The audit log tells who took it.",
      answers: { 200: { description: "People with yes or no, and until when.", schema: GateList } },
      problems: [gateListTooLong],
    },
    body: GateListRequest,
    deadline_ms: list_deadline_ms,
    handle: async ({ caller, body }) => ({ body: await takeList(pool, caller, body) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/gate/departments",
    roles: administrators,
    operation: {
      id: "listGateDepartments",
      tag,
      summary: "List departments of which a list can be taken along",
      answers: { 200: { description: "Departments in use, by their names.", schema: GateDepartments } },
    },
    handle: async ({ caller }) => ({ body: json(await listGateDepartments(pool, caller.tenant.id, departments_max)) }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/gate/decisions",
    roles: administrators,
    operation: {
      id: "sendGateDecisions",
      tag,
      summary: "Send what was answered without a network",
      answers: { 200: { description: "How many are new.", schema: GateDecisionsTaken } },
    },
    body: GateDecisionsRequest,
    handle: async ({ caller, body }) => ({ body: await takeDecisions(pool, caller, body) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/gate/decisions",
    roles: auditors,
    operation: {
      id: "listGateDecisions",
      tag,
      summary: "List what was answered without a network",
      answers: { 200: { description: "One page of it.", schema: GateDecisionList } },
    },
    query: GateDecisionQuery,
    async handle({ caller, query: { limit, cursor, employee_no, allowed, from, until } }) {
      const filter = {
        employee_no,
        allowed: allowed === undefined ? undefined : allowed === "true",
        from: from === undefined ? undefined : readInstant(from, "from"),
        until: until === undefined ? undefined : readInstant(until, "until"),
      };
      const after = cursor === undefined ? undefined : placeAt(cursor, isPlace);
      const { more, last, decisions } = await listDecisions(pool, caller.tenant.id, filter, { limit, after });
      const pagination = JSON.stringify({ limit, next_cursor: more && last !== null ? cursorAt(last) : null });
      return { body: json(`{"pagination":${pagination},"decisions":${decisions}}`) };
    },
  });
}

function isPlace(members: readonly unknown[]): members is DecisionPlace {
  const [decided_at, id, ...more] = members;
  const is_instant = typeof decided_at === "string" && parseInstant(decided_at) !== null;
  return is_instant && typeof id === "string" && isUuid(id) && more.length === 0;
}
