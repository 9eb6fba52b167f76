import { queue } from "../../platform/jobs/queue.ts";

/** The job that searches logs for people who are being erased. A run that is cut off continues where it was. */
export const erasure_queue = queue<{ tenant_id: string; person_id: string }>("people.erase", {
  run_max_s: 300,
  retries_max: 20,
  retry_delay_max_s: 60,
  at_once_max: 1,
});
