import type pg from "pg";

// What comes before the statements of a transaction: `begin`, the role and its limits, the tenant. It leaves in one packet with the
// first of them (packet.ts), and was prepared when the connection opened. Nothing is set for a session: behind a pooler in
// transaction mode the next transaction has another session, and another program may have this one.

/** A statement that was prepared on every connection, with its parameters. */
export type Opening = { readonly name: string; readonly text: string; readonly values: readonly string[] };

/** As whom transactions run, and how long one of their statements may take, in ms; 0 = unbounded. */
export type Bounds = { readonly role: string; readonly statement_timeout_ms: number };

export const begin: Opening = { name: "muster_begin", text: "begin", values: [] };

// Every statement here ends within seconds, most within a millisecond: to compile one (jit) takes longer than to run it. The
// embedded database takes note of the limits and does not keep them.
const set_bounds = `set_config('role', $1, true), set_config('statement_timeout', $2, true), set_config('lock_timeout', '2s', true),
  set_config('idle_in_transaction_session_timeout', '10s', true), set_config('jit', 'off', true), set_config('TimeZone', 'UTC', true)`;

// Where the organisation is (infra.placement) is read here, without a function, which would cost more than all the settings. The function
// says why it is refused.
const refuse_elsewhere = `case
  when exists (select from infra.placement where tenant_id = $3::text::uuid and is_away) then infra.enter($3::text::uuid)
end`;

/** The rest of the transaction runs within these bounds. */
export function actAs(bounds: Bounds): Opening {
  return { name: "muster_role", text: `select ${set_bounds}`, values: valuesOf(bounds) };
}

// About a few rows: planned by an index, with the plan that the connection has. A plan made while a table was empty reads all of it ever after,
// one that does not know when `now` is believes that a third of what waits is due, and the server, which compares a kept plan with
// what new ones have cost on average, makes many new ones once tables have grown.
const set_plans = `set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`;

// Of a part of work on many: planned by indexes, too, and anew for each part. A plan that was made while a table was empty takes any index that
// begins with the organisation, and reads all of it for each of some hundred people; to plan takes a few milliseconds of a part.
const set_plans_anew = `set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true)`;

/** The same for a statement that is about a few rows. */
export function actOnFew(bounds: Bounds): Opening {
  return { name: "muster_role_few_rows", text: `select ${set_bounds}, ${set_plans}`, values: valuesOf(bounds) };
}

/** The rest of the transaction runs within these bounds and sees this tenant only. Refused where its organisation is on the move, or has moved. */
export function actFor(bounds: Bounds, tenant_id: string): Opening {
  return {
    name: "muster_tenant",
    text: `select ${set_bounds}, set_config('app.tenant', $3, true), ${refuse_elsewhere}`,
    values: [...valuesOf(bounds), tenant_id],
  };
}

/** The same wherever the organisation is: for commands that move it, or remove what it has left behind. */
export function actForMoved(bounds: Bounds, tenant_id: string): Opening {
  return {
    name: "muster_moved",
    text: `select ${set_bounds}, set_config('app.tenant', $3, true)`,
    values: [...valuesOf(bounds), tenant_id],
  };
}

/** `actFor`, for a transaction that is about a few rows. */
export function actForFew(bounds: Bounds, tenant_id: string): Opening {
  return {
    name: "muster_few_rows",
    text: `select ${set_bounds}, set_config('app.tenant', $3, true), ${set_plans}, ${refuse_elsewhere}`,
    values: [...valuesOf(bounds), tenant_id],
  };
}

/** `actFor`, for a transaction that does a part of work on many. */
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

/** Prepares every opening on a new connection; a connection on which that fails fails its first statement, too. */
export function prepareOpenings(client: pg.PoolClient, enters_moved: boolean): void {
  const for_tenant = enters_moved ? [actForMoved] : [actFor, actForFew, actForPart];
  const openings = [begin, actAs(unbound), actOnFew(unbound), ...for_tenant.map((act) => act(unbound, nobody))];
  const prepared = openings.map(({ name, text, values }) => client.query({ name, text, values: [...values] }));
  for (const statement of [...prepared, client.query("rollback")]) statement.catch(() => undefined);
}
