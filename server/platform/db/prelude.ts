import type pg from "pg";

// The statements before those of a transaction: `begin`, the role and its limits, the tenant. They are sent in one packet with
// the first statement (packet.ts), and are prepared when the connection opens. All settings are local to the transaction: behind
// a pooler in transaction mode, the next transaction runs in another session, and another program may use this one.

/** A statement that is prepared on every connection, with its parameters. */
export type Opening = { readonly name: string; readonly text: string; readonly values: readonly string[] };

/** The role of transactions, and the timeout of one of their statements in ms; 0 = unbounded. */
export type Bounds = { readonly role: string; readonly statement_timeout_ms: number };

export const begin: Opening = { name: "muster_begin", text: "begin", values: [] };

// Every statement here ends within seconds, most within a millisecond: compiling one (jit) takes longer than running it. The
// embedded database accepts the limits but does not enforce them.
const set_bounds = `set_config('role', $1, true), set_config('statement_timeout', $2, true), set_config('lock_timeout', '2s', true),
  set_config('idle_in_transaction_session_timeout', '10s', true), set_config('jit', 'off', true), set_config('TimeZone', 'UTC', true)`;

// infra.placement is read here directly: calling a function each time would cost more than all the settings. The function is
// called only for a refused organisation and raises the error with the reason.
const refuse_elsewhere = `case
  when exists (select from infra.placement where tenant_id = $3::text::uuid and is_away) then infra.enter($3::text::uuid)
end`;

/** Sets the role and limits for the rest of the transaction. */
export function actAs(bounds: Bounds): Opening {
  return { name: "muster_role", text: `select ${set_bounds}`, values: valuesOf(bounds) };
}

// For statements about a few rows: index scans, with the generic plan that the connection keeps. Other plans are worse. A plan
// made while a table was empty reads the whole table later. A plan that does not know the value of `now` assumes that a third of
// the waiting rows are due. And the server, which compares the kept plan with the average cost of new plans, replans often once
// tables have grown.
const set_plans = `set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`;

// For a part of a work on many rows: index scans, planned again for each part. A plan made while a table was empty takes any
// index that begins with the organisation and reads all of it for each of some hundred people. Planning takes only a few
// milliseconds of a part.
const set_plans_anew = `set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true)`;

/** `actAs` for a statement about a few rows. */
export function actOnFew(bounds: Bounds): Opening {
  return { name: "muster_role_few_rows", text: `select ${set_bounds}, ${set_plans}`, values: valuesOf(bounds) };
}

/** Sets role, limits and tenant for the rest of the transaction. Refused when the organisation is moving or has moved. */
export function actFor(bounds: Bounds, tenant_id: string): Opening {
  return {
    name: "muster_tenant",
    text: `select ${set_bounds}, set_config('app.tenant', $3, true), ${refuse_elsewhere}`,
    values: [...valuesOf(bounds), tenant_id],
  };
}

/** `actFor` wherever the organisation is: for commands that move it, or remove the rows that it left behind. */
export function actForMoved(bounds: Bounds, tenant_id: string): Opening {
  return {
    name: "muster_moved",
    text: `select ${set_bounds}, set_config('app.tenant', $3, true)`,
    values: [...valuesOf(bounds), tenant_id],
  };
}

/** `actFor` for a transaction about a few rows. */
export function actForFew(bounds: Bounds, tenant_id: string): Opening {
  return {
    name: "muster_few_rows",
    text: `select ${set_bounds}, set_config('app.tenant', $3, true), ${set_plans}, ${refuse_elsewhere}`,
    values: [...valuesOf(bounds), tenant_id],
  };
}

/** `actFor` for a transaction that does one part of a work on many rows. */
export function actForPart(bounds: Bounds, tenant_id: string): Opening {
  return {
    name: "muster_part",
    text: `select ${set_bounds}, set_config('app.tenant', $3, true), ${set_plans_anew}, ${refuse_elsewhere}`,
    values: [...valuesOf(bounds), tenant_id],
  };
}

function valuesOf({ role, statement_timeout_ms }: Bounds): string[] {
  return [role, String(statement_timeout_ms)];
}

const unbound: Bounds = { role: "none", statement_timeout_ms: 0 };
const nobody = "00000000-0000-0000-0000-000000000000";

/** Prepares every opening on a new connection. If that fails, the first statement of the connection fails too. */
export function prepareOpenings(client: pg.PoolClient, enters_moved: boolean): void {
  const for_tenant = enters_moved ? [actForMoved] : [actFor, actForFew, actForPart];
  const openings = [begin, actAs(unbound), actOnFew(unbound), ...for_tenant.map((act) => act(unbound, nobody))];
  const prepared = openings.map(({ name, text, values }) => client.query({ name, text, values: [...values] }));
  for (const statement of [...prepared, client.query("rollback")]) statement.catch(() => undefined);
}
