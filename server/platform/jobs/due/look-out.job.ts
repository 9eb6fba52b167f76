import type { Pool } from "../../db/pool.ts";
import { queue } from "../queue.ts";
import { every, type Job } from "../run.ts";
import { lookOut } from "./due-sql.ts";

/** Maximum number of organisations of one run; it comes to 1,440 organisations a day. */
const tenants_max = 10;

/** Every ten minutes checks the next organisations in turn for work that has no due row. */
export function lookOutJobs(pool: Pool): Job[] {
  return [every("*/10 * * * *", queue("due.look-out", { retries_max: 0 }), () => lookOut(pool, tenants_max))];
}
