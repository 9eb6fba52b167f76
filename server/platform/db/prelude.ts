import type pg from "pg";

// What comes before the statements of a transaction: the role, the tenant, `begin`. It leaves in one packet with the first of
// them (packet.ts), and was prepared when the connection opened.

/** A statement that was prepared on every connection, with its parameters. */
export type Opening = { readonly name: string; readonly text: string; readonly values: readonly string[] };

export const begin: Opening = { name: "muster_begin", text: "begin", values: [] };

/** The rest of the transaction runs as this role. */
export function actAs(role: string): Opening {
  return { name: "muster_role", text: "select set_config('role', $1, true)", values: [role] };
}

/** The rest of the transaction runs as this role and sees this tenant only. */
export function actFor(role: string, tenant_id: string): Opening {
  return {
    name: "muster_tenant",
    text: "select set_config('role', $1, true), set_config('app.tenant', $2, true)",
    values: [role, tenant_id],
  };
}

/**
 * The same for a transaction that is about a few rows: planned by an index, with the plan that the connection has. A plan made
 * while a table was empty reads all of it ever after, and the server, which compares a kept plan with what new ones have cost
 * on average, makes many new ones once tables have grown.
 */
export function actOnFewRows(role: string, tenant_id: string): Opening {
  return {
    name: "muster_few_rows",
    text: `select set_config('role', $1, true), set_config('app.tenant', $2, true), set_config('plan_cache_mode', $3, true),
      set_config('enable_seqscan', $4, true)`,
    values: [role, tenant_id, "force_generic_plan", "off"],
  };
}

/** Prepares every opening on a new connection; a connection on which that fails fails its first statement, too. */
export function prepareOpenings(client: pg.PoolClient): void {
  const prepared = [begin, actAs("none"), actFor("none", ""), actOnFewRows("none", "")].map(({ name, text, values }) =>
    client.query({ name, text, values: [...values] }),
  );
  for (const statement of [...prepared, client.query("rollback")]) statement.catch(() => undefined);
}
