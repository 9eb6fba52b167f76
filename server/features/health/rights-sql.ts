import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readInfrastructure } from "../../platform/db/transaction.ts";

/** Rights of a pool's login beyond its role. Neither serving requests nor working needs them. */
export type Excess = { login: string; superuser: boolean; owner: boolean };

/** Whether SQL in this pool could act as a superuser or as the owner of all tables; null: it could not. */
export async function excessOf(pool: Pool): Promise<Excess | null> {
  const [row] = await readInfrastructure<Excess>(
    pool,
    sql`
      select rolname as login, rolsuper as superuser, pg_has_role(rolname, 'muster_owner', 'member') as owner
      from pg_roles
      where rolname = session_user`,
  );
  return row!.superuser || row!.owner ? row! : null;
}
