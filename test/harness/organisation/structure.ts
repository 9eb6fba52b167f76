import { apiOf, byKey, type Api, type Reply } from "../server.ts";
import { createOrganisation, type OrganisationFileInput } from "./organisation.ts";
import { openRuled, type Ruled } from "./rules.ts";

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };
type Scopes = NonNullable<OrganisationFileInput["clients"]>[number]["scopes"];

/** An organisation whose structure a client manages, and a nearly identical one in the same database. */
export type Structured = Ruled & {
  /** A client with all scopes for structure and people. */
  keeper: Api;
  /** A client that has only these scopes. */
  apiWith: (...scopes: string[]) => Api;
  /** The other organisation's client. */
  stranger: Api;
  /** The id of a record of the organisation, by code, name or number. */
  idOf: (table: string, value: string) => Promise<string>;
};

const held: Record<string, string[]> = {
  "HR sync": ["users:read", "users:write", "enrollments:write", "structure:read", "structure:write"],
  reader: ["structure:read"],
  writer: ["structure:write"],
  others: ["users:read", "users:write", "enrollments:write", "compliance:read", "webhooks:manage", "scim"],
};
const clients = Object.entries(held).map(([name, scopes]) => ({ name, scopes: scopes as Scopes, rate }));

export async function openStructured(file: OrganisationFileInput): Promise<Structured> {
  const ruled = await openRuled({ ...file, clients });
  const twin = await createOrganisation(ruled.database, {
    ...file,
    organisation: { code: "TWIN", name: "Twin" },
    contract: { rate },
    clients,
  });
  const { organisation, server } = ruled;
  const apiAs = (name: string) => apiOf(server, byKey(organisation.code, organisation.clients[name]!.secret));
  const column: Record<string, string> = { person: "employee_no", rule: "name" };
  return {
    ...ruled,
    keeper: ruled.api,
    apiWith(...scopes) {
      const found = Object.entries(held).find(([, of]) => of.join() === scopes.join());
      if (found === undefined) throw new Error(`no client has the scopes ${scopes.join(" ")}`);
      return apiAs(found[0]);
    },
    stranger: apiOf(server, byKey(twin.code, twin.clients["HR sync"]!.secret)),
    async idOf(table, value) {
      const [row] = await ruled.query(`select id from ${table} where tenant_id = $1 and ${column[table] ?? "code"} = $2`, [
        organisation.tenant_id,
        value,
      ]);
      return row.id;
    },
  };
}

/** Scopes that have nothing to do with structure. */
export const other_scopes = held["others"]!;

/** The faults of a 422, as `pointer CODE`. */
export function faultsIn({ status, body, text }: Reply): string[] {
  if (status !== 422) throw new Error(`${status} ${text}`);
  return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
}
