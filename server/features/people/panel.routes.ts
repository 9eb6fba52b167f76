import type { FastifyInstance } from "fastify";
import { isPersonSeen } from "./seen/sql.ts";
import { Type } from "typebox";
import type { PanelCaller } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { findKnown } from "../../platform/http/known.ts";
import { fileOf, panelExport } from "../../platform/http/panel-export.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { PersonHistory } from "./history/schema.ts";
import { listPersonHistory } from "./history/sql.ts";
import { namesOf, optional_fields } from "./definition.ts";
import { listChosenPeople, listPeople } from "./list.ts";
import { ChosenPeople, Person, PersonList, PersonParams, PersonQuery } from "./schema.ts";
import { findPersonRecord, listAttributeDefinitions } from "./sql.ts";

const tag = "People";
const history_entries_max = 50;
const exported = [
  "employee_no",
  "first_name",
  "last_name",
  "email",
  "login",
  "status",
  "worker_type",
  "department_name",
  "contractor_name",
  ...namesOf(optional_fields),
  "managed_by",
  "last_sign_in_at",
] as const;

/** Reads people; employment/panel.routes.ts changes them. */
export function peoplePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/people",
    roles: readers,
    departments: "seen",
    operation: {
      id: "listPeople",
      tag,
      summary: "List people",
      answers: { 200: { description: "One page of people.", schema: PersonList } },
      problems: [],
    },
    query: PersonQuery,
    handle: async ({ caller, query }) => ({ body: json(await listPeople(pool, caller.tenant.id, query)) }),
  });
  panelExport(panel, {
    url: "/people",
    id: "exportPeople",
    tag,
    summary: "Take people along as a file",
    roles: readers,
    departments: "seen",
    query: PersonQuery,
    list: "users",
    columns: (caller) => columnsOf(pool, caller),
    read: ({ tenant }, query) => listPeople(pool, tenant.id, query),
  });
  exportChosenRoute(panel, pool);
  panelRoute(panel, {
    method: "GET",
    url: "/people/:id",
    roles: readers,
    departments: "seen",
    operation: {
      id: "getPerson",
      tag,
      summary: "Read a person",
      answers: { 200: { description: "The person.", schema: Person } },
      headers: { ETag: "For If-Match of a change." },
      problems: [],
    },
    params: PersonParams,
    handle: async ({ caller, params }) => {
      const find = (id: string) => findPersonRecord(pool, caller.tenant.id, id);
      return { body: json(await findKnown(params.id, "No such person.", find)), etag: true };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/people/:id/history",
    roles: readers,
    departments: ({ caller, params }) => isPersonSeen(pool, caller.tenant.id, { user_id: params.id }),
    operation: {
      id: "listPersonHistory",
      tag,
      summary: "See who changed a person's record and account",
      description: `The latest ${history_entries_max} changes, with the names of the fields; the audit log has the values.`,
      answers: { 200: { description: "The latest change first.", schema: PersonHistory } },
      problems: [],
    },
    params: PersonParams,
    handle: async ({ caller, params }) => {
      const find = (id: string) => listPersonHistory(pool, caller.tenant.id, id, history_entries_max);
      return { body: json(`{"entries":${await findKnown(params.id, "No such person.", find)}}`) };
    },
  });
}

function exportChosenRoute(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/people/export",
    roles: training,
    departments: "seen",
    operation: {
      id: "exportChosenPeople",
      tag,
      summary: "Take chosen people along as a file",
      description: "With the columns of the whole list, and in its order.",
      answers: { 200: { description: "CSV.", schema: Type.String(), media_type: "text/csv" } },
    },
    body: ChosenPeople,
    async handle({ caller, body }) {
      const read = () => listChosenPeople(pool, caller.tenant.id, body.person_ids);
      return fileOf("users", await columnsOf(pool, caller), read);
    },
  });
}

/** The columns of an export of people, with the organisation's attributes. */
async function columnsOf(pool: Pool, { tenant }: PanelCaller): Promise<string[]> {
  const attributes = await withTenant(pool, tenant.id, (db) => listAttributeDefinitions(db, tenant.id));
  return [...exported, ...attributes.map(({ key }) => `attributes.${key}`).toSorted()];
}
