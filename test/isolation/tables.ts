import type { TestDatabase } from "../harness/database.ts";

/** A table whose rows belong to organisations, and its column with the organisation. */
export type TenantTable = { name: string; tenant_column: string };

/**
 * Tables without a tenant, each with the reason. A new table gets a tenant_id, or a line here that explains why no organisation
 * can be harmed through it.
 */
export const tables_without_tenant: Readonly<Record<string, string>> = {
  "infra.migration": "which migrations ran; written by `muster migrate` only",
  "infra.epoch": "which database cluster wrote when; written by functions of the owner only",
  "infra.secret_key": "which versions of SECRET_KEY the database has been used with; numbers and check values",
  "infra.failed_authentication": "counts failures by network address, before any tenant is known",
  "infra.sliding_window": "counts token requests by network address and by client id, before any tenant is known",
  "infra.used_assertion":
    "which assertions of a client were used, by client id and hash, for some minutes; nobody reads it for an organisation",
  "infra.used_proof": "which DPoP proofs were used, by a hash, for some minutes; nobody reads it for an organisation",
  "infra.audit_export": "how far each organisation's audit log was sent to the operator's log server: numbers; for workers only",
  "infra.due": "which organisations have work, and when: ids and times; for workers and triggers only",
  "infra.placement":
    "which organisations are on their way between nodes, or have moved; the functions that open transactions read it",
  "infra.look_out": "how far the walk over all organisations has come: one id",
  "infra.neighbour": "how slow each process finds the database, and which ones work in the background: numbers of processes",
  "infra.removal": "what was removed with an organisation outlives it; no role that serves requests reaches it",
  "infra.test_clock": "the clock of the test database; absent in production",
};

/** Tables that change without a change of an organisation's data: counters and the request log. */
export const tables_of_counters: readonly string[] = ["rate_bucket", "request_log", "request_pack", "scim_refusal"];

/**
 * The column of `retention` with the last check of a clean-up: hourly jobs write it without a change of the organisation's data.
 */
const column_of_clean_ups = "look_us";

/** Every table of the service's own schemas with rows of organisations, read from the catalogue. */
export async function listTenantTables(database: TestDatabase): Promise<TenantTable[]> {
  const { rows } = await database.superuser.query<{ name: string }>(`
    select c.relname as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`);
  return [{ name: "tenant", tenant_column: "id" }, ...rows.map(({ name }) => ({ name, tenant_column: "tenant_id" }))];
}

/** Number and checksum of an organisation's rows, table by table. If they are equal before and after, nothing has changed. */
export async function checksumsOf(
  database: TestDatabase,
  tenant_id: string,
  tables: readonly TenantTable[],
): Promise<Record<string, string>> {
  const each = tables.map(
    ({ name, tenant_column }) => `
      select '${name}' as name, count(*) || ' rows, ' || coalesce(md5(string_agg(x.told, '|' order by x.told)), '') as sum
      from (select ${name === "retention" ? `(to_jsonb(r) - '${column_of_clean_ups}')::text` : "r::text"} as told from "${name}" r where ${tenant_column} = $1) x`,
  );
  const { rows } = await database.superuser.query<{ name: string; sum: string }>(each.join(" union all "), [tenant_id]);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
