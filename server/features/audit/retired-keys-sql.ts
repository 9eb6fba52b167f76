import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

/** The seal keys of retired versions of SECRET_KEY, each encrypted with a newer version. */
export async function listRetiredKeys(db: Db): Promise<{ version: number; sealed: Buffer }[]> {
  return db.rows(sql`select version, audit_key as sealed from infra.secret_key where audit_key is not null`);
}
