import { todayOf, type Context } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import type { StandingBy } from "./standing-schema.ts";
import { readStanding } from "./standing-sql.ts";

const lines_max = 200;

/** How much of what is required is covered and what falls due, by department, company, manager or course; as JSON text. */
export async function standing(pool: Pool, context: Context, by: StandingBy, is_limited: boolean): Promise<string> {
  const today = todayOf(context);
  const found = await readStanding(pool, context.tenant.id, { by, today, lines_max, is_limited });
  return `{"as_of":"${today}","by":"${by}",${found.slice(1)}`;
}
