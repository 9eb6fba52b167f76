import type { Context } from "../../../server/platform/context.ts";
import type { Pool } from "../../../server/platform/db/pool.ts";
import { newId } from "../../../server/platform/ids.ts";
import { applyOrganisation } from "../../../server/features/organisations/apply/apply.ts";
import { sourceOf } from "../../../server/features/organisations/file/document.ts";
import type { OrganisationFile } from "../../../server/features/organisations/file/schema.ts";
import type { TestDatabase } from "../database.ts";
import { test_keyring } from "../server.ts";

/** An organisation file in which even the organisation may be left out; by default a live one, ACME, in Warsaw. */
export type OrganisationFileInput = Omit<OrganisationFile, "organisation"> & {
  organisation?: Partial<OrganisationFile["organisation"]>;
};

export type TestOrganisation = {
  tenant_id: string;
  code: string;
  /** The file's clients by name, with a secret if this call created the client. */
  clients: Record<string, { client_id: string; secret: string }>;
};

/** Creates an organisation as `muster org apply` does. */
export async function createOrganisation(database: TestDatabase, input: OrganisationFileInput): Promise<TestOrganisation> {
  const organisation = { code: "ACME", name: "ACME Logistics", time_zone: "Europe/Warsaw", ...input.organisation };
  const pool = operatorPoolOf(database);
  const applied = await applyOrganisation({ pool, keyring: test_keyring }, sourceOf({ ...input, organisation }));
  const clients = applied.clients.map(({ name, client_id, secret = "" }) => [name, { client_id, secret }]);
  return { tenant_id: applied.organisation.id, code: applied.organisation.code, clients: Object.fromEntries(clients) };
}

/** One pool for each database, shared by all files that its tests apply; closed with the database. */
export function operatorPoolOf(database: TestDatabase): Pool {
  const pool = pools.get(database) ?? database.pool("muster_app", 4);
  pools.set(database, pool);
  return pool;
}

const pools = new WeakMap<TestDatabase, Pool>();

/** The context that a panel use case gets from an administrator of the organisation. */
export function administratorOf({ tenant_id, code }: TestOrganisation): Context {
  return {
    tenant: { id: tenant_id, code, kind: "live", time_zone: "Europe/Warsaw", fiscal_month: 1 },
    actor: { type: "administrator", id: newId(), name: "IT" },
    now: Temporal.Now.instant(),
    request_id: null,
  };
}
