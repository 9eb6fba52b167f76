import type { Pool } from "../../platform/db/pool.ts";
import { sql } from "../../platform/db/sql.ts";
import { readFew } from "../../platform/db/transaction.ts";
import type { ProfileName } from "./profile.ts";
import type { OwnAttribute } from "./schemas.ts";

/** Settings that decide how a client's requests are interpreted. */
export type Settings = {
  profile: ProfileName;
  /** The organisation's attributes of people. */
  own: OwnAttribute[];
  create_departments: boolean;
};

export async function findSettings(pool: Pool, tenant_id: string, client_id: string): Promise<Settings> {
  const [row] = await readFew<Settings>(
    pool,
    tenant_id,
    sql`
      select c.scim_profile as profile, t.create_departments_from_scim as create_departments,
        coalesce(
          (select json_agg(row_to_json(a) order by a.key) from (
            select key, type from attribute_definition where tenant_id = ${tenant_id}
          ) a), '[]') as own
      from client c
      join tenant t on t.id = c.tenant_id
      where c.tenant_id = ${tenant_id} and c.id = ${client_id}`,
  );
  return row!;
}
