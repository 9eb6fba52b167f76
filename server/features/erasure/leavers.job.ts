import { withTenant } from "../../platform/db/transaction.ts";
import { queue } from "../../platform/jobs/queue.ts";
import { every, type Job } from "../../platform/jobs/run.ts";
import { cleanUp, type CleanUp, type CleanUpOptions } from "../retention/clean-up.ts";
import { eraseLeaver, type EraseOptions } from "./erase-person.ts";
import { listLeftBefore } from "./sql.ts";

const people_a_part = 20;
/** Limits one organisation to 100 people an hour, because each of them is searched for in all logs. */
const parts_max = 5;
/**
 * The most people of one organisation whose erasure is tried in an hour. If that many fail, the others wait for the next hour.
 */
const tried_max = 500;
/** The most failures that are logged by name; the others are counted. */
const reported_max = 10;

/** Erases, every hour, some of the people who left as long ago as their organisation has set. */
export function leaverJobs(options: CleanUpOptions & EraseOptions): Job[] {
  const people = queue("people.erase-leavers", { retries_max: 0, run_max_s: 1_800 });
  return [
    every("57 * * * *", people, (signal) => {
      const removePart = partsOf(options, signal);
      return cleanUp(options, { kind: "people_who_left", removePart, records_max: people_a_part, parts_max }, signal);
    }),
  ];
}

/** What this run has done in the present organisation. */
type Walk = { tenant_id: string; tried: string[]; erased: number; failures: unknown[] };

/**
 * Erases people part by part. A person who cannot be erased is skipped, so that the others are not delayed. At the end the
 * organisation's clean-up fails because of it, and the next hour tries again.
 */
function partsOf(options: EraseOptions, signal: AbortSignal): CleanUp["removePart"] {
  let walk: Walk | undefined;
  return async (tenant_id, before_us, people_max) => {
    if (walk?.tenant_id !== tenant_id) walk = { tenant_id, tried: [], erased: 0, failures: [] };
    const erased = await erasePart(options, walk, { before_us, people_max }, signal);
    walk.erased += erased;
    const goes_on = erased === people_max && walk.erased < people_max * parts_max;
    if (goes_on || walk.failures.length === 0) return erased;
    const { failures, tried } = walk;
    throw new AggregateError(failures.slice(0, reported_max), `${failures.length} of ${tried.length} could not be erased`);
  };
}

/** Erases at most so many people, or all that are left to try. Returns how many. */
async function erasePart(
  options: EraseOptions,
  walk: Walk,
  { before_us, people_max }: { before_us: number; people_max: number },
  signal: AbortSignal,
): Promise<number> {
  const { tenant_id, tried, failures } = walk;
  let erased = 0;
  while (erased < people_max && tried.length < tried_max && !signal.aborted) {
    const wanted = { before_us, passed_over: tried, people_max: people_max - erased };
    const ids = await withTenant(options.pool, tenant_id, (db) => listLeftBefore(db, tenant_id, wanted));
    if (ids.length === 0) break;
    for (const id of ids) {
      if (signal.aborted) break;
      tried.push(id);
      try {
        await eraseLeaver(options, tenant_id, { id, before_us });
        erased += 1;
      } catch (error) {
        failures.push(new Error(`failed for ${id}`, { cause: error }));
      }
    }
  }
  return erased;
}
