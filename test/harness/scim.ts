import { openDatabase, type TestDatabase } from "./database.ts";
import { createOrganisation, type OrganisationFileInput, type TestOrganisation } from "./organisation/organisation.ts";
import { rate } from "./organisation/people.ts";
import { apiOf, byKey, request, startServer, type Api, type Reply, type TestServer } from "./server.ts";

export const urns = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  enterprise: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
  training: "urn:ietf:params:scim:schemas:extension:training-platform:2.0:User",
  group: "urn:ietf:params:scim:schemas:core:2.0:Group",
  patch: "urn:ietf:params:scim:api:messages:2.0:PatchOp",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  error: "urn:ietf:params:scim:api:messages:2.0:Error",
} as const;

/** Calls of an identity provider; paths are relative to the organisation. */
export type Scim = {
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  patch(path: string, operations: readonly unknown[], headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, headers?: Record<string, string>): Promise<Reply>;
  call(method: string, path: string, send?: { headers?: Record<string, string>; body?: unknown }): Promise<Reply>;
};

export type ProfileName = "generic" | "entra" | "okta" | "strict";

/** An organisation with an identity provider of each profile, and a client of the integration API. */
export type Provisioned = {
  database: TestDatabase;
  server: TestServer;
  acme: TestOrganisation;
  scim: Record<ProfileName, Scim>;
  api: Api;
  /** The audit rows of a person or group, oldest first. */
  auditRows(target_id: string): Promise<{ operation: string; changes: any; personal: any; actor_name: string }[]>;
  events(): Promise<{ type: string; data: any }[]>;
  set(table: string, id: string, assignment: string): Promise<unknown>;
  close(): Promise<void>;
};

export async function openProvisioned(file: Partial<OrganisationFileInput> = {}): Promise<Provisioned> {
  const database = await openDatabase();
  const profiles = ["generic", "entra", "okta", "strict"] as const;
  const acme = await createOrganisation(database, {
    contract: { rate },
    ...file,
    clients: [
      ...profiles.map((scim_profile) => ({ name: scim_profile, scopes: ["scim" as const], scim_profile })),
      { name: "api", scopes: ["users:read", "users:write", "enrollments:write", "compliance:read"] },
    ],
  });
  const server = await startServer(database);
  const clientOf = (name: ProfileName) => scimOf(server, acme.code, acme.clients[name]!.secret);
  const rows = async (text: string, values: unknown[]) => (await database.superuser.query(text, values)).rows;
  return {
    database,
    server,
    acme,
    scim: { generic: clientOf("generic"), entra: clientOf("entra"), okta: clientOf("okta"), strict: clientOf("strict") },
    api: apiOf(server, byKey(acme.code, acme.clients["api"]!.secret)),
    auditRows: (target_id) =>
      rows("select operation, changes, personal, actor_name from audit_log where target_id = $1 order by id", [target_id]),
    events: async () =>
      (await rows("select type, convert_from(body, 'UTF8')::json as body from event order by id", [])).map(({ type, body }) => ({
        type,
        data: body.data,
      })),
    set: (table, id, assignment) => database.superuser.query(`update ${table} set ${assignment} where id = $1`, [id]),
    close: async () => {
      await server.close();
      await database.close();
    },
  };
}

/** Calls SCIM of an organisation with a secret or a token. */
export function scimOf(server: Pick<TestServer, "url">, tenant_code: string, bearer: string): Scim {
  const call: Scim["call"] = (method, path, { headers = {}, body } = {}) =>
    request(`${server.url}/scim/v2/${tenant_code}`, method, path, {
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
        ...headers,
      },
      body,
    });
  return {
    call,
    get: (path, headers = {}) => call("GET", path, { headers }),
    post: (path, body, headers = {}) => call("POST", path, { headers, body }),
    put: (path, body, headers = {}) => call("PUT", path, { headers, body }),
    patch: (path, operations, headers = {}) =>
      call("PATCH", path, { headers, body: { schemas: [urns.patch], Operations: operations } }),
    delete: (path, headers = {}) => call("DELETE", path, { headers }),
  };
}

/** A path with a filter in its query string. */
export function filtered(path: string, filter: string, more = ""): string {
  return `${path}?filter=${encodeURIComponent(filter)}${more}`;
}
