import { queue } from "../../platform/jobs/queue.ts";

/** A run that is cut off here is taken up again where it was: the tries together are enough for a million new people. */
const run_max_s = 900;
/** How often a run may be cut off, by its time, by the end of its worker or by the database's, before the import has failed. */
const retries_max = 20;
const retry_delay_max_s = 60;

/** Files that have arrived. One at a time in each process: each may remember the numbers of a million people. */
export const import_queue = queue<{ tenant_id: string; import_id: string }>("imports.run", {
  run_max_s,
  retries_max,
  retry_delay_max_s,
  at_once_max: 1,
});
