import type { FastifyInstance } from "fastify";
import type { Static, TSchema } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { needs } from "../../platform/http/access.ts";
import { findKnown, idOf } from "../../platform/http/known.ts";
import { preconditionFailed } from "../../platform/http/problem.ts";
import { etagOfRecord, refuseUnlessMatches, type RecordView } from "../../platform/http/records/record-view.ts";
import { json, route } from "../../platform/http/route.ts";
import { pickGiven } from "../../platform/pick.ts";
import { Contractor } from "../contractors/schema.ts";
import { Department } from "../departments/schema.ts";
import { changeContractor, createContractor } from "./change-contractor.ts";
import { changeDepartment, createDepartment } from "./change-department.ts";
import { placeStateBlocked } from "./errors.ts";
import {
  ContractorChange,
  ContractorPatch,
  ContractorSent,
  DepartmentChange,
  DepartmentPatch,
  DepartmentSent,
  PlacePath,
} from "./schema.ts";
import { findContractorRecord, findDepartmentRecord } from "./sql.ts";

/** Routes by which API clients change departments and contractor companies; departments/ and contractors/ list them. */
export function placeRoutes(app: FastifyInstance, pool: Pool): void {
  keptByClients(app, pool, {
    field: "department",
    Name: "Department",
    one: "a department",
    about:
      "Renamed, moved (`parent_id`, null for the top), taken out of use (`active: false`: 409 while active people or sub-departments belong to it) or brought back. After a move, rules and dynamic groups are evaluated in the background.",
    example: { name: "Logistyka Północ", code: "OPS-LN", parent_id: "019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a00" },
    change_example: { name: "Logistyka Północ i Wschód" },
    Record: Department,
    Sent: DepartmentSent,
    Patch: DepartmentPatch,
    settings: Object.keys(DepartmentChange.properties),
    find: findDepartmentRecord,
    create: createDepartment,
    change: (on, caller, id, patch, view) =>
      changeDepartment(on, caller, id, pickGiven(patch, ["name", "code", "parent_id", "active"]), view),
  });
  keptByClients(app, pool, {
    field: "contractor",
    Name: "Contractor",
    one: "a contractor company",
    about:
      "`active: false` takes it out of use (409 while active people belong to it), `true` brings it back. At the end of `contract_valid_until` its people are deactivated.",
    example: { name: "Bud-Serwis Sp. z o.o.", code: "BUDSERWIS", tax_id: "PL5252248481", contract_valid_until: "2026-12-31" },
    change_example: { contract_valid_until: "2027-12-31" },
    Record: Contractor,
    Sent: ContractorSent,
    Patch: ContractorPatch,
    settings: Object.keys(ContractorChange.properties),
    find: findContractorRecord,
    create: createContractor,
    change: (on, caller, id, patch, view) =>
      changeContractor(
        on,
        caller,
        id,
        pickGiven(patch, ["name", "code", "tax_id", "country", "active", "contract_valid_until"]),
        view,
      ),
  });
}

type Kind<C extends TSchema, P extends TSchema> = {
  field: "department" | "contractor";
  Name: string;
  one: string;
  /** The description of the operation that changes one. */
  about: string;
  example: object;
  change_example: object;
  Record: TSchema;
  Sent: C;
  Patch: P;
  /** The members that If-Match protects. */
  settings: readonly string[];
  find: RecordView["read"];
  create: (pool: Pool, context: Context, input: Static<C>, read: RecordView["read"]) => Promise<{ id: string; text: string }>;
  change: (pool: Pool, context: Context, id: string, patch: Static<P>, view: RecordView) => Promise<string>;
};

const tag = "Structure";
const etag_header = { ETag: "For If-None-Match; for If-Match, where it stands for the members that can be set only." };

function keptByClients<C extends TSchema, P extends TSchema>(app: FastifyInstance, pool: Pool, kind: Kind<C, P>): void {
  const { field, Name, one, settings } = kind;
  const url = `/api/v1/${field}s`;
  const missing = `No such ${field}.`;
  const shown = (text: string) => ({ body: json(text), etag: etagOfRecord(text, settings) });
  route(app, {
    method: "GET",
    url: `${url}/:id`,
    access: needs("users:read"),
    operation: {
      id: `get${Name}`,
      tag,
      summary: `Read ${one}`,
      answers: { 200: { description: "The record.", schema: kind.Record } },
      headers: etag_header,
    },
    params: PlacePath,
    handle: async ({ caller: { tenant }, params }) => {
      const find = (id: string) => withTenant(pool, tenant.id, (db) => kind.find(db, tenant.id, id));
      return shown(await findKnown(params.id, missing, find));
    },
  });
  route(app, {
    method: "POST",
    url,
    access: needs("structure:write"),
    operation: {
      id: `create${Name}`,
      tag,
      summary: `Create ${one}`,
      description: "Its code is unique, whatever its letter case: a create that is repeated is refused with 422 ALREADY_TAKEN.",
      answers: { 201: { description: "The record.", schema: kind.Record } },
      headers: { Location: "Its address.", ...etag_header },
      request_example: kind.example,
    },
    body: kind.Sent,
    handle: async ({ caller, body }) => {
      const { id, text } = await kind.create(pool, caller, body, kind.find);
      return { status: 201, ...shown(text), headers: { location: `${url}/${id}` } };
    },
  });
  route(app, {
    method: "PATCH",
    url: `${url}/:id`,
    access: needs("structure:write"),
    operation: {
      id: `change${Name}`,
      tag,
      summary: `Change ${one}`,
      description: `JSON Merge Patch (RFC 7396). ${kind.about}`,
      answers: { 200: { description: "The record after the change.", schema: kind.Record } },
      headers: etag_header,
      problems: [placeStateBlocked, preconditionFailed],
      request_example: kind.change_example,
    },
    params: PlacePath,
    body: kind.Patch,
    handle: async ({ caller, params, body, request }) => {
      const if_match = request.headers["if-match"];
      const check = (record: string) => refuseUnlessMatches(if_match, record, { name: field, settings });
      return shown(await kind.change(pool, caller, idOf(params.id, missing), body, { read: kind.find, check }));
    },
  });
}
