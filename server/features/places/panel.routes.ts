import type { FastifyInstance } from "fastify";
import type { Static, TSchema } from "typebox";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { findKnown, idOf } from "../../platform/http/known.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import type { RecordView } from "../../platform/http/records/record-view.ts";
import { json } from "../../platform/http/route.ts";
import { changeContractor, createContractor } from "./change-contractor.ts";
import { changeDepartment, createDepartment } from "./change-department.ts";
import { placeStateBlocked } from "./errors.ts";
import { at_once_max, mergeContractor, mergeDepartment } from "./merge.ts";
import { removeAlias } from "./remove-alias.ts";
import {
  AliasQuery,
  ContractorChange,
  ContractorCreate,
  ContractorDetail,
  DepartmentChange,
  DepartmentCreate,
  DepartmentDetail,
  Merged,
  MergeRequest,
  Merging,
  PlaceParams,
} from "./schema.ts";
import { findContractorDetail, findDepartmentDetail } from "./sql.ts";

/** Routes of the panel that change departments and contractor companies; departments/ and contractors/ list them. */
export function placePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  placeRoutes(panel, pool, {
    field: "department",
    Name: "Department",
    tag: "Departments",
    words: { one: "a department", merge: "Its people and sub-departments go over" },
    Create: DepartmentCreate,
    Change: DepartmentChange,
    Detail: DepartmentDetail,
    find: findDepartmentDetail,
    create: createDepartment,
    change: changeDepartment,
    merge: mergeDepartment,
  });
  placeRoutes(panel, pool, {
    field: "contractor",
    Name: "Contractor",
    tag: "Contractors",
    words: { one: "a contractor company", merge: "Its people go over" },
    Create: ContractorCreate,
    Change: ContractorChange,
    Detail: ContractorDetail,
    find: findContractorDetail,
    create: createContractor,
    change: changeContractor,
    merge: mergeContractor,
  });
}

type Kind<C extends TSchema, P extends TSchema> = {
  field: "department" | "contractor";
  Name: string;
  tag: string;
  words: { one: string; merge: string };
  Create: C;
  Change: P;
  Detail: TSchema;
  find: RecordView["read"];
  create: (pool: Pool, context: Context, input: Static<C>, read: RecordView["read"]) => Promise<{ text: string }>;
  change: (pool: Pool, context: Context, id: string, patch: Static<P>, view: RecordView) => Promise<string>;
  merge: (pool: Pool, context: Context, id: string, into_id: string) => Promise<Static<typeof Merged>>;
};

function placeRoutes<C extends TSchema, P extends TSchema>(panel: FastifyInstance, pool: Pool, kind: Kind<C, P>): void {
  recordRoutes(panel, pool, kind);
  mergeRoutes(panel, pool, kind);
}

function recordRoutes<C extends TSchema, P extends TSchema>(panel: FastifyInstance, pool: Pool, kind: Kind<C, P>): void {
  const { field, Name, tag, words, Detail } = kind;
  const url = `/${field}s`;
  panelRoute(panel, {
    method: "GET",
    url: `${url}/:id`,
    roles: readers,
    operation: {
      id: `get${Name}`,
      tag,
      summary: `Read ${words.one} with what belongs to it`,
      answers: { 200: { description: "The record.", schema: Detail } },
    },
    params: PlaceParams,
    handle: async ({ caller: { tenant }, params }) => {
      const find = (id: string) => withTenant(pool, tenant.id, (db) => kind.find(db, tenant.id, id));
      return { body: json(await findKnown(params.id, `No such ${field}.`, find)) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url,
    roles: training,
    operation: {
      id: `create${Name}`,
      tag,
      summary: `Create ${words.one}`,
      answers: { 201: { description: "What was created.", schema: Detail } },
    },
    body: kind.Create,
    handle: async ({ caller, body }) => ({
      status: 201,
      body: json((await kind.create(pool, caller, body, kind.find)).text),
    }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: `${url}/:id`,
    roles: training,
    operation: {
      id: `change${Name}`,
      tag,
      summary: `Change ${words.one}, take it out of use, or bring it back`,
      description: "Members that are left out stay as they are.",
      answers: { 200: { description: "The record after the change.", schema: Detail } },
      problems: [placeStateBlocked],
    },
    params: PlaceParams,
    body: kind.Change,
    handle: async ({ caller, params, body }) => ({
      body: json(await kind.change(pool, caller, idOf(params.id, `No such ${field}.`), body, { read: kind.find })),
    }),
  });
}

/** Routes that merge duplicates, and their aliases. */
function mergeRoutes<C extends TSchema, P extends TSchema>(panel: FastifyInstance, pool: Pool, kind: Kind<C, P>): void {
  const { field, Name, tag, words } = kind;
  const url = `/${field}s`;
  panelRoute(panel, {
    method: "POST",
    url: `${url}/:id/merge`,
    roles: training,
    operation: {
      id: `merge${Name}`,
      tag,
      summary: `Merge ${words.one} into another one`,
      description: `${words.merge} to the survivor, rules and groups name the survivor, and so does the name of the duplicate, which is taken out of use. Rules are evaluated in the background. Of more than ${at_once_max} people all follow in the background, too: the answer is 202, also to a repeated request meanwhile; the record says how far they are.`,
      answers: {
        200: { description: "What went over.", schema: Merged },
        202: { description: "What has gone over so far.", schema: Merging },
      },
      problems: [placeStateBlocked],
    },
    params: PlaceParams,
    body: MergeRequest,
    handle: async ({ caller, params, body }) => {
      const merged = await kind.merge(pool, caller, idOf(params.id, `No such ${field}.`), body.into_id.toLowerCase());
      return { status: "people_total" in merged ? 202 : 200, body: merged };
    },
  });
  panelRoute(panel, {
    method: "DELETE",
    url: `${url}/:id/aliases`,
    roles: training,
    operation: {
      id: `remove${Name}Alias`,
      tag,
      summary: `Forget that a name means ${words.one}`,
      answers: { 204: { description: "Done.", schema: null } },
    },
    params: PlaceParams,
    query: AliasQuery,
    handle: async ({ caller, params, query }) => {
      await removeAlias(pool, caller, field, { id: idOf(params.id, `No such ${field}.`), value: query.value });
      return { status: 204, body: null };
    },
  });
}
