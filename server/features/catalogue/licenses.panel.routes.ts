import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { findKnown, idOf, known } from "../../platform/http/known.ts";
import { panelExport } from "../../platform/http/panel-export.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { changeLicense, createLicense } from "./change-license.ts";
import {
  CatalogueParams,
  LicenseChange,
  LicenseCreate,
  LicenseList,
  LicenseQuery,
  LicenseRecord,
  SeatList,
  SeatQuery,
} from "./schema.ts";
import { findLicenseRecord, listLicensePage, listSeatPage, type PageText } from "./sql.ts";

const tag = "Licences";
const no_license = "No such licence.";
const exported = [
  "name",
  "state",
  "seats_total",
  "seats_used",
  "seats_free",
  "seat_unit",
  "release",
  "valid_from",
  "valid_until",
  "items",
  "items_total",
  "updated_at",
] as const;

/** Routes for licences and the holders of their seats. The forecast of seats for renewals is in compliance/. */
export function licensePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  readingRoutes(panel, pool);
  savingRoutes(panel, pool);
}

function readingRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/licenses",
    roles: readers,
    operation: {
      id: "listLicenses",
      tag,
      summary: "List licences",
      answers: { 200: { description: "One page of them, by name.", schema: LicenseList } },
    },
    query: LicenseQuery,
    handle: async ({ caller, query }) => {
      const { id: tenant_id } = caller.tenant;
      const page = await withTenant(pool, tenant_id, (db) => listLicensePage(db, tenant_id, query, todayOf(caller)));
      return { body: json(listOf("licenses", page, query)) };
    },
  });
  panelExport(panel, {
    url: "/licenses",
    id: "exportLicenses",
    tag,
    summary: "Take licences along as a file",
    roles: readers,
    query: LicenseQuery,
    list: "licenses",
    columns: () => exported,
    read: (caller, query) => readLicenses(pool, caller, query),
  });
  panelRoute(panel, {
    method: "GET",
    url: "/licenses/:id",
    roles: readers,
    operation: {
      id: "getLicense",
      tag,
      summary: "Read a licence",
      answers: { 200: { description: "The licence.", schema: LicenseRecord } },
    },
    params: CatalogueParams,
    handle: async ({ caller, params }) => {
      const { id: tenant_id } = caller.tenant;
      const find = (id: string) => withTenant(pool, tenant_id, (db) => findLicenseRecord(db, tenant_id, id, todayOf(caller)));
      return { body: json(await findKnown(params.id, no_license, find)) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/licenses/:id/seats",
    roles: readers,
    operation: {
      id: "listLicenseSeats",
      tag,
      summary: "List who holds the seats of a licence",
      answers: { 200: { description: "One page of seats.", schema: SeatList } },
    },
    params: CatalogueParams,
    query: SeatQuery,
    handle: async ({ caller, params, query }) => {
      const { id: tenant_id } = caller.tenant;
      const id = idOf(params.id, no_license);
      const page = await withTenant(pool, tenant_id, async (db) => {
        known(await findLicenseRecord(db, tenant_id, id, todayOf(caller)), no_license);
        return listSeatPage(db, tenant_id, id, query);
      });
      return { body: json(listOf("seats", page, query)) };
    },
  });
}

function savingRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/licenses",
    roles: training,
    operation: {
      id: "createLicense",
      tag,
      summary: "Create a licence",
      description: "From then on what it covers can be assigned only while a licence for it is in force and has a seat.",
      answers: { 201: { description: "The licence.", schema: LicenseRecord } },
    },
    body: LicenseCreate,
    handle: async ({ caller, body }) => ({ status: 201, body: json(await createLicense(pool, caller, body)) }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/licenses/:id",
    roles: training,
    operation: {
      id: "changeLicense",
      tag,
      summary: "Change a licence, the number of its seats, and what it covers",
      description: "Members that are left out stay as they are. Assignments that wait for a seat are tried again at midnight.",
      answers: { 200: { description: "The licence after the change.", schema: LicenseRecord } },
    },
    params: CatalogueParams,
    body: LicenseChange,
    handle: async ({ caller, params, body }) => ({
      body: json(await changeLicense(pool, caller, idOf(params.id, no_license), body)),
    }),
  });
}

type Licences = { licenses: { items: { code: string }[] }[] };

/** One page of the export, where codes say what a licence covers. The list has no cursors; an offset names the next page. */
async function readLicenses(
  pool: Pool,
  caller: Context,
  { cursor, ...query }: Static<typeof LicenseQuery> & { cursor?: string | undefined },
): Promise<string> {
  const { id: tenant_id } = caller.tenant;
  const page = { ...query, offset: Number(cursor ?? 0) };
  const { items, total } = await withTenant(pool, tenant_id, (db) => listLicensePage(db, tenant_id, page, todayOf(caller)));
  const next = page.offset + page.limit;
  return JSON.stringify({
    pagination: { next_cursor: next < total ? String(next) : null },
    licenses: (JSON.parse(items) as Licences["licenses"]).map((one) => ({ ...one, items: one.items.map(({ code }) => code) })),
  });
}

function listOf(name: string, { items, total }: PageText, { limit, offset }: { limit: number; offset: number }): string {
  const pagination = JSON.stringify({ total, limit, offset, next_cursor: null, next_updated_since: null });
  return `{"pagination":${pagination},"${name}":${items}}`;
}
