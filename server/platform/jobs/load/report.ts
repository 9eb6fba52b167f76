import type { Pool } from "../../db/pool.ts";
import { newId } from "../../ids.ts";
import { reportLoad } from "./load-sql.ts";
import type { Slowness } from "./slowness.ts";

const interval_ms = 1_000;

/** Reports once a second how slow the database is for a process that answers requests, if it answered any in that second. */
export function startReporting(pool: Pool, slowness: Slowness): { stop(): void } {
  const process_id = newId();
  let is_asking = false;
  const report = async () => {
    if (is_asking) return;
    const load = slowness.take();
    if (load.answers === 0) return;
    is_asking = true;
    try {
      if (!(await reportLoad(pool, process_id, load))) slowness.learn();
    } catch {
      // The database cannot be reached; failing requests report that. Missing reports count as no load.
    } finally {
      is_asking = false;
    }
  };
  const timer = setInterval(() => void report(), interval_ms);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
