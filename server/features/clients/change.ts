import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { orTaken } from "../../platform/db/unique.ts";
import { invalid } from "../../platform/http/problem.ts";
import { isUuid } from "../../platform/ids.ts";
import { record } from "../audit/record.ts";
import { clientNameTaken, clientRevoked, noSuchClient } from "./errors.ts";
import { findClientForChange, findContract, updateClients, type ClientRow, type StandingClient } from "./manage-sql.ts";
import type { ClientSettings } from "./schema.ts";
import { columnsOf, faultsOf } from "./settings.ts";

/** The settings to change; those that are left out stay. */
export type ClientChange = ClientSettings & {
  name?: string;
  disabled?: boolean;
  scim_profile?: ClientRow["scim_profile"];
};

/**
 * Changes a client: scopes, methods, allow-lists, expiry, limits (never above the organisation's contract), name, and whether it
 * is disabled. Every request reads the client again, so the change applies from the next one on, also to existing tokens.
 */
export async function changeClient(pool: Pool, context: Context, id: string, change: ClientChange): Promise<ClientRow> {
  const { tenant } = context;
  return orTaken(
    () =>
      withTenant(pool, tenant.id, async (db) => {
        const { revoked_at: _, ...before } = await loadClient(db, tenant.id, id);
        const contract = await findContract(db, tenant.id);
        const faults = faultsOf(change, contract);
        if (faults.length > 0) throw invalid(faults);
        const { name = before.name, disabled = before.disabled, scim_profile = before.scim_profile } = change;
        const after = { ...before, name, disabled, scim_profile, ...columnsOf(change, tenant.time_zone, contract) };
        if (isDeepStrictEqual(before, after)) return before;
        await updateClients(db, tenant.id, [after]);
        const operation = `client.${verbOf(before, after)}` as const;
        await record(db, context, { operation, target_type: "client", target_id: id, changes: differences(before, after) });
        return after;
      }),
    (cause) => clientNameTaken(`There is a client "${change.name}" already.`, { cause }),
  );
}

/** A locked client that is not revoked. */
export async function loadClient(db: Db, tenant_id: string, id: string): Promise<StandingClient> {
  const client = isUuid(id) ? await findClientForChange(db, tenant_id, id) : undefined;
  if (!client) throw noSuchClient();
  if (client.revoked_at !== null) throw clientRevoked(`The client "${client.name}" was revoked.`);
  return client;
}

function verbOf(before: ClientRow, after: ClientRow): "change" | "disable" | "enable" {
  if (!isDeepStrictEqual({ ...before, disabled: after.disabled }, after)) return "change";
  return after.disabled ? "disable" : "enable";
}

function differences(before: ClientRow, after: ClientRow): Record<string, unknown> {
  const names = Object.keys(after) as (keyof ClientRow)[];
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]]));
}
