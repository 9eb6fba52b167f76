import type { PanelRole } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readInfrastructure } from "../../platform/db/transaction.ts";

/** Whom a session belongs to, as infra.find_panel_session says it. */
export type FoundSession = {
  tenant_id: string;
  tenant_code: string;
  tenant_kind: "live" | "sandbox";
  tenant_name: string;
  time_zone: string;
  fiscal_month: number;
  clock_offset_us: number;
  now_us: number;
  session_id: string;
  account_kind: "administrator" | "person";
  account_id: string;
  name: string;
  email: string | null;
  role: PanelRole;
  locale: string | null;
  second_factor: boolean;
  stepped_up_us: number | null;
  may_set_password: boolean;
};

/** The session whose token has this SHA-256, unless it or its account has ended. */
export async function findSession(pool: Pool, token_hash: Buffer): Promise<FoundSession | undefined> {
  const [row] = await readInfrastructure<FoundSession | { session_id: null }>(
    pool,
    sql`
      select tenant_id, tenant_code, tenant_kind, tenant_name, time_zone, fiscal_month, clock_offset_us::float8, now_us::float8,
        session_id, account_kind, account_id, name, email, role, locale, second_factor, stepped_up_us::float8, may_set_password
      from infra.find_panel_session(${token_hash})`,
  );
  return row?.session_id ? row : undefined;
}
