import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { findKnown, idOf } from "../../platform/http/known.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { stepUpRequired } from "../../platform/http/openapi/panel-problems.ts";
import { json } from "../../platform/http/route.ts";
import { courseNotAssignable, pathFollowsCourses } from "../enrollments/errors.ts";
import { groupManagedElsewhere, membersByConditions } from "../groups/errors.ts";
import { ListedPeople } from "../groups/asking-schema.ts";
import { listBelongingPage } from "../groups/people-sql.ts";
import { isSteppedUp } from "../sign-in/guard.ts";
import { isOwnOrder, mayOrder } from "./departments.ts";
import { continueWork, orderWork, undoWork } from "./order.ts";
import { previewOrder } from "./preview.ts";
import { BulkOperation, BulkOrder, BulkParams, BulkPeopleQuery, BulkPreview, people_max } from "./schema.ts";
import { findOperationRecord, peopleOf } from "./sql.ts";

const tag = "Enrollments";
const none = "No such order.";
const preview_ms_max = 30_000;

/** Routes for work on many people: preview, order, progress, undo. */
export function bulkPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/bulk-operations/preview",
    roles: training,
    departments: ({ caller, body }) => mayOrder(pool, caller, body),
    deadline_ms: preview_ms_max,
    operation: {
      id: "previewBulkAssign",
      tag,
      summary: "See what an order about many people would do",
      description: `Of at most ${people_max} people. Nothing is changed.`,
      answers: { 200: { description: "What it would do as things stand.", schema: BulkPreview } },
      problems: [courseNotAssignable, groupManagedElsewhere, membersByConditions, pathFollowsCourses],
    },
    body: BulkOrder,
    handle: async ({ caller, body }) => ({ body: await previewOrder(pool, caller, body) }),
  });
  panelRoute(panel, {
    method: "PUT",
    url: "/bulk-operations/:id",
    roles: training,
    departments: ({ caller, body }) => mayOrder(pool, caller, body),
    operation: {
      id: "orderBulkAssign",
      tag,
      summary: "Have something done to many people, in the background",
      description:
        "A course assigned or passed, due dates moved, people exempt, reminded, added to a group, or invited to sign in (which needs the password of the last ten minutes). Under the id that the preview gave. The same order again is not done twice; one that has stopped goes on.",
      answers: { 202: { description: "The order, as far as it is.", schema: BulkOperation } },
      problems: [courseNotAssignable, groupManagedElsewhere, membersByConditions, pathFollowsCourses, stepUpRequired],
    },
    params: BulkParams,
    body: BulkOrder,
    async handle({ caller, params, body }) {
      // Invitations give access, so they need a step-up as a single invitation does.
      if (body.kind === "invite" && !isSteppedUp(caller.session)) throw stepUpRequired("Give the password again.");
      return { status: 202, body: json(await orderWork(pool, caller, idOf(params.id, none), body)) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/bulk-operations/:id/continue",
    roles: training,
    departments: ({ caller, params }) => isOwnOrder(pool, caller, params.id),
    operation: {
      id: "continueBulkOperation",
      tag,
      summary: "Let an order about many people go on that has stopped",
      answers: { 202: { description: "The order, as far as it is.", schema: BulkOperation } },
    },
    params: BulkParams,
    handle: async ({ caller, params }) => ({
      status: 202,
      body: json(await findKnown(params.id, none, (id) => continueWork(pool, caller, id))),
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/bulk-operations/:id/undo",
    roles: training,
    departments: ({ caller, params }) => isOwnOrder(pool, caller, params.id),
    operation: {
      id: "undoBulkOperation",
      tag,
      summary: "Undo an order about many people",
      description:
        "What it assigned is cancelled where it was not started, due dates go back, exemptions end, people leave the group; what was changed since stays. An order of its own, once.",
      answers: { 202: { description: "The order that undoes it, as far as it is.", schema: BulkOperation } },
    },
    params: BulkParams,
    handle: async ({ caller, params }) => ({
      status: 202,
      body: json(await findKnown(params.id, none, (id) => undoWork(pool, caller, id))),
    }),
  });
  readingRoutes(panel, pool);
}

function readingRoutes(panel: FastifyInstance, pool: Pool): void {
  const find = (tenant_id: string, given: string) =>
    findKnown(given, none, (id) => withTenant(pool, tenant_id, (db) => findOperationRecord(db, tenant_id, id)));
  panelRoute(panel, {
    method: "GET",
    url: "/bulk-operations/:id",
    roles: readers,
    departments: "seen",
    operation: {
      id: "getBulkOperation",
      tag,
      summary: "See how far an order about many people is",
      answers: { 200: { description: "The order.", schema: BulkOperation } },
    },
    params: BulkParams,
    handle: async ({ caller, params }) => ({ body: json(await find(caller.tenant.id, params.id)) }),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/bulk-operations/:id/people",
    roles: readers,
    departments: "seen",
    operation: {
      id: "listBulkPeople",
      tag,
      summary: "List the people of an order by what became of them",
      answers: { 200: { description: "One page of them, in the order of their names.", schema: ListedPeople } },
    },
    params: BulkParams,
    query: BulkPeopleQuery,
    async handle({ caller: { tenant }, params, query }) {
      await find(tenant.id, params.id);
      const id = params.id.toLowerCase();
      const walk = readWalk(tenant.id, "people", query, { q: query.q, outcome: query.outcome, operation_id: id }, "name");
      const read = () => listBelongingPage(pool, tenant.id, peopleOf(id, query.outcome), query.q, walk);
      return { body: json(await walkPage(pool, walk, read)) };
    },
  });
}
