import { sql, type Fragment } from "./db/sql.ts";
import type { Db } from "./db/transaction.ts";

/** A table whose rows expire at `expires_us`, and the column that identifies a row within its organisation. */
export type Expiring = { table: Fragment; key: Fragment };

/** Deletes expired rows of an organisation, the oldest first. Rows locked by other transactions are skipped. */
export async function deleteLate(db: Db, tenant_id: string, { table, key }: Expiring, batch_max: number): Promise<void> {
  await db.count(sql`
    delete from ${table}
    where tenant_id = ${tenant_id} and ${key} = any (array(
      select ${key} from ${table}
      where tenant_id = ${tenant_id} and expires_us <= infra.now_us()
      order by expires_us
      limit ${batch_max}
      for update skip locked
    ))`);
}
