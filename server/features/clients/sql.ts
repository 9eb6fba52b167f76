import { readInfrastructure } from "../../platform/db/transaction.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import type { Scope } from "../../platform/context.ts";

/** What a request presents, and how; see the function infra.admit. */
export type Presented = {
  address: string;
  tenant_code: string | null;
  key_id: string;
  versions: readonly number[] | null;
  digests: readonly Buffer[] | null;
  method: "api_key" | "oauth2";
  token_expires_us: number | null;
};

export type Admission = {
  outcome: "ok" | "unauthorized" | "blocked" | "limited";
  /** Why authentication failed: for log and panel only. */
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

/** Authenticates; with `admit`, also takes a token of the client's bucket. One statement, its own transaction. */
export async function admit(pool: Pool, presented: Presented, takes_token: boolean): Promise<Admission> {
  const [row] = await readInfrastructure<Admission>(
    pool,
    sql`select * from infra.admit(
      ${presented.address}::inet, ${presented.tenant_code}, ${presented.key_id}, ${presented.versions}::smallint[],
      ${presented.digests}::bytea[], ${presented.method}, ${presented.token_expires_us}::bigint, ${takes_token})`,
  );
  return row!;
}

/** Seconds that an address stays blocked after failed authentications; 0 = it is not. */
export async function findBlockLeft(pool: Pool, address: string): Promise<number> {
  const [row] = await readInfrastructure<{ left_s: number }>(pool, sql`select infra.block_left_s(${address}::inet) as left_s`);
  return row!.left_s;
}
