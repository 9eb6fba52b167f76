import { queue } from "../../platform/jobs/queue.ts";

/**
 * The longest time of one run. A run that is cut off continues where it was; all tries together are enough for a million new
 * people.
 */
const run_max_s = 900;
/** How often a run may be cut off, by its time limit or by the end of its worker or of the database, before the import fails. */
const retries_max = 20;
const retry_delay_max_s = 60;

/**
 * The jobs of files that have arrived. Each process runs one at a time, because a run may hold the numbers of a million people in
 * memory.
 */
export const import_queue = queue<{ tenant_id: string; import_id: string }>("imports.run", {
  run_max_s,
  retries_max,
  retry_delay_max_s,
  at_once_max: 1,
});
