import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "../../db/pool.ts";
import { newId } from "../../ids.ts";
import { readReportedLoad } from "./load-sql.ts";
import { at_full_speed, beside_requests, nextPace, restOf, type Pace } from "./pace.ts";

/** The least time between two readings of the reports. */
const look_interval_ms = 500;
/** After so long without background work, the kept pace is out of date. */
const forgotten_after_ms = 10_000;
/** The longest rest. */
export const rest_max_ms = 1_000;

/** State that the jobs of a process share: the id of its row, and their pace. */
type Kept = { process_id: string; pace: Pace; looked_ms: number; reported_us: number };
const kept_of = new WeakMap<Pool, Kept>();

/** The pace for the next part, from the reports of processes that answer requests. */
export async function paceNow(pool: Pool, now_ms = performance.now()): Promise<Pace> {
  const kept = kept_of.get(pool) ?? { process_id: newId(), pace: at_full_speed, looked_ms: -Infinity, reported_us: 0 };
  kept_of.set(pool, kept);
  const silent_ms = now_ms - kept.looked_ms;
  if (silent_ms < look_interval_ms) return kept.pace;
  kept.looked_ms = now_ms;
  // The previous part is committed, so failing to read the reports is no failure of the work.
  const load = await readReportedLoad(pool, kept.process_id).catch(() => null);
  if (load === null) return kept.pace;
  if (load.answers === 0) kept.pace = at_full_speed;
  // A report from before the work began says nothing about the work.
  else if (silent_ms > forgotten_after_ms) kept.pace = beside_requests;
  else if (load.reported_us !== kept.reported_us) kept.pace = nextPace(kept.pace, load);
  kept.reported_us = load.reported_us;
  return kept.pace;
}

/** Rests after a part that took `took_ms`; for work that does not use `inParts`. */
export async function restAfter(pool: Pool, took_ms: number): Promise<void> {
  const rest_ms = restOf(await paceNow(pool), took_ms, rest_max_ms);
  if (rest_ms > 0) await sleep(rest_ms);
}
