import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { seat_lines_max } from "./schema.ts";
import { readSeats } from "./seats-sql.ts";

/** How many seats of licences are used today, as JSON text. */
export function seatFigures(pool: Pool, context: Context): Promise<string> {
  const { id: tenant_id } = context.tenant;
  return withTenant(pool, tenant_id, (db) => readSeats(db, tenant_id, todayOf(context), seat_lines_max));
}
