import { readInfrastructure, readInTurn, readTenant } from "../../platform/db/transaction.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import type { Scope } from "../../platform/context.ts";

/** The credentials of a request, and how they were sent; see the function infra.admit_together. */
export type Presented = {
  address: string;
  tenant_code: string | null;
  key_id: string;
  versions: readonly number[] | null;
  digests: readonly Buffer[] | null;
  /** `oauth2`: at the token endpoint, or with a bearer token; `dpop`: with a token whose key is proved. */
  method: "api_key" | "oauth2" | "dpop";
  token_expires_us: number | null;
  /** The client to which the secret must belong; null: only the secret names it. */
  client_id: string | null;
};

export type Admission = {
  outcome: "ok" | "unauthorized" | "blocked" | "limited";
  /** The cause of a failed authentication, for log and panel only. */
  cause: string | null;
  tenant_id: string;
  tenant_code: string;
  tenant_kind: "live" | "sandbox";
  time_zone: string;
  fiscal_month: number;
  client_id: string;
  client_name: string;
  scopes: Scope[];
  now_us: number;
  clock_offset_us: number;
  rate_per_minute: number;
  rate_burst: number;
  rate_per_day: number;
  tat_us: number;
  used: number;
  retry_after_s: number;
};

/** The result of an admission without the bucket: the client and whether it was admitted. */
export type Standing = Omit<Admission, "rate_per_minute" | "rate_burst" | "rate_per_day" | "tat_us" | "used">;

/** The result of a statement that judges several requests together. */
export type AdmittedTogether = Admission & {
  /** How many requests, counted from the first, were admitted; null: no limit was counted, or the client was refused. */
  admitted: number | null;
};

/**
 * Authenticates `count` requests with the same credentials, and takes a token of the client's bucket for each while there are
 * some. Count 0 authenticates one request and takes no token. One statement in its own transaction.
 */
export async function admitTogether(pool: Pool, presented: Presented, count: number): Promise<AdmittedTogether> {
  const [row] = await readInTurn<AdmittedTogether>(
    pool,
    presented.key_id,
    sql`select * from infra.admit_together(
      ${presented.address}::inet, ${presented.tenant_code}, ${presented.key_id}, ${presented.versions}::smallint[],
      ${presented.digests}::bytea[], ${presented.method}, ${presented.token_expires_us}::bigint,
      ${presented.client_id}::uuid, ${count})`,
  );
  return row!;
}

export type Bucket = Pick<Admission, "tat_us" | "now_us" | "used" | "rate_per_minute" | "rate_burst" | "rate_per_day">;

/** A client's bucket and limits, without taking a token, and whether its tokens must be bound to a key. */
export async function findBucket(
  pool: Pool,
  tenant_id: string,
  client_id: string,
): Promise<Bucket & { dpop_bound_access_tokens: boolean }> {
  const [row] = await readTenant<Bucket & { dpop_bound_access_tokens: boolean }>(
    pool,
    tenant_id,
    sql`
      select n.us as now_us,
        least(
          coalesce(b.tat_us, n.us),
          n.us + least(c.rate_burst, t.rate_burst) * ceil(60000000.0 / least(c.rate_per_minute, t.rate_per_minute))
        )::bigint as tat_us,
        case when b.day_no = (n.us / 86400000000)::int then b.used else 0 end as used,
        least(c.rate_per_minute, t.rate_per_minute) as rate_per_minute, least(c.rate_burst, t.rate_burst) as rate_burst,
        least(c.rate_per_day, t.rate_per_day) as rate_per_day, c.dpop_bound_access_tokens
      from client c
      join tenant t on t.id = c.tenant_id
      cross join (select infra.now_us() as us) n
      left join rate_bucket b on b.tenant_id = c.tenant_id and b.client_id = c.id
      where c.tenant_id = ${tenant_id} and c.id = ${client_id}`,
  );
  return row!;
}

/** The data that a client reads about itself. */
export type OwnClient = { name: string; granted_scopes: Scope[]; expires_at: string | null; organisation: string };

/** A client's name, all its scopes, its expiry, and the name of its organisation. */
export async function findOwnClient(pool: Pool, tenant_id: string, client_id: string): Promise<OwnClient> {
  const [row] = await readTenant<OwnClient>(
    pool,
    tenant_id,
    sql`
      select c.name, c.scopes as granted_scopes, infra.iso(c.expires_at) as expires_at, t.name as organisation
      from client c
      join tenant t on t.id = c.tenant_id
      where c.tenant_id = ${tenant_id} and c.id = ${client_id}`,
  );
  return row!;
}

/** For how many seconds the address stays blocked after failed authentications; 0: it is not blocked. */
export async function findBlockLeft(pool: Pool, address: string): Promise<number> {
  const [row] = await readInfrastructure<{ left_s: number }>(pool, sql`select infra.block_left_s(${address}::inet) as left_s`);
  return row!.left_s;
}

/** Whether the token endpoint accepts a request of an address: `blocked_s` > 0: blocked; `ok` false: its window is full. */
export type Entry = { blocked_s: number; ok: boolean | null; retry_after_s: number | null };

/** Counts a request to the token endpoint by its address, unless the address is blocked. */
export async function enterTokenEndpoint(pool: Pool, address: string, limit: number, window_us: number): Promise<Entry> {
  const [row] = await readInfrastructure<Entry>(
    pool,
    sql`select * from infra.enter_token_endpoint(${address}::inet, ${limit}, ${window_us}::bigint)`,
  );
  return row!;
}
