import type { Context } from "../../platform/context.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { orTaken } from "../../platform/db/unique.ts";
import { invalid } from "../../platform/http/problem.ts";
import { newId } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { addSecret } from "./add-secret.ts";
import { clientNameTaken } from "./errors.ts";
import { findContract, insertClients, type ClientRow } from "./manage-sql.ts";
import type { ClientSettings } from "./schema.ts";
import { columnsOf, faultsOf } from "./settings.ts";

export type NewClient = ClientSettings & { name: string; scim_profile?: ClientRow["scim_profile"] };

/** Creates a client with a secret, whose text is returned only here. */
export async function createClient(
  pool: Pool,
  keyring: Keyring,
  context: Context,
  input: NewClient,
): Promise<{ client: ClientRow; secret: string }> {
  const { tenant } = context;
  return orTaken(
    () =>
      withTenant(pool, tenant.id, async (db) => {
        const contract = await findContract(db, tenant.id);
        const faults = faultsOf(input, contract);
        if (faults.length > 0) throw invalid(faults);
        const { name, scim_profile = "generic" } = input;
        const client = { ...newClient(name), scim_profile, ...columnsOf(input, tenant.time_zone, contract) };
        await insertClients(db, tenant.id, [client]);
        const { text, key_id } = await addSecret(db, keyring, tenant, client.id);
        const { id, ...members } = client;
        const changes = Object.fromEntries(Object.entries({ ...members, key_id }).map(([name, value]) => [name, [null, value]]));
        await record(db, context, { operation: "client.create", target_type: "client", target_id: id, changes });
        return { client, secret: text };
      }),
    (cause) => clientNameTaken(`There is a client "${input.name}" already.`, { cause }),
  );
}

/** A client with only a name and no permissions yet. */
export function newClient(name: string): ClientRow {
  return {
    id: newId(),
    name,
    scopes: [],
    methods: ["api_key", "oauth2"],
    dpop_bound_access_tokens: false,
    ip_allowlist: [],
    webhook_hosts: [],
    scim_profile: "generic",
    rate_per_minute: null,
    rate_burst: null,
    rate_per_day: null,
    expires_at: null,
    disabled: false,
  };
}
