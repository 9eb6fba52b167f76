import type pg from "pg";
import { getConstructionPlans } from "pg-boss";

/**
 * Installs the tables of pg-boss in the migrator's transaction; like all tables they belong to muster_owner. A newer version of
 * the tables comes as a migration made from pg-boss's own plan, because the running pg-boss may not change tables (`migrate:
 * false`).
 */
export async function installJobs(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ missing: boolean }>(`select to_regnamespace('pgboss') is null as missing`);
  if (!rows[0]!.missing) return;
  await client.query(`create schema pgboss authorization muster_owner`);
  await client.query(`set local role muster_owner`);
  await client.query(withoutTransaction(getConstructionPlans("pgboss", { createSchema: false })));
  // Requests may only add jobs; workers may do everything else.
  await client.query(`
    grant usage on schema pgboss to muster_app, muster_worker;
    grant select, insert on pgboss.queue to muster_app;
    grant insert on pgboss.job to muster_app;
    grant select, insert, update, delete on all tables in schema pgboss to muster_worker`);
  await client.query(`reset role`);
}

/** pg-boss's plan without its own transaction: it runs in the migrator's, which holds the lock. */
function withoutTransaction(plan: string): string {
  return plan.replace(/^\s*BEGIN;/i, "").replace(/COMMIT;\s*$/i, "");
}
