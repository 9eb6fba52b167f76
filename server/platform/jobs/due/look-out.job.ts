import type { Pool } from "../../db/pool.ts";
import { queue } from "../queue.ts";
import { every, type Job } from "../run.ts";
import { lookOut } from "./due-sql.ts";

/** 1,440 organisations a day. */
const tenants_max = 10;

/** Every ten minutes some organisations are looked at, in turn, whether what they have to do is known to be due. */
export function lookOutJobs(pool: Pool): Job[] {
  return [every("*/10 * * * *", queue("due.look-out", { retries_max: 0 }), () => lookOut(pool, tenants_max))];
}
