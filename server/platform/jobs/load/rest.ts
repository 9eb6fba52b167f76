import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "../../db/pool.ts";
import { newId } from "../../ids.ts";
import { readReportedLoad } from "./load-sql.ts";
import { at_full_speed, beside_requests, createWorkTime, dividedBy, nextPace, type WorkTime, type Pace } from "./pace.ts";

/** The least time between two readings of the reports. */
const look_interval_ms = 500;
/** After so long without background work, the kept pace is out of date. */
const forgotten_after_ms = 10_000;
export const rest_max_ms = 1_000;

/** State that the jobs of a process share: the id of its row, the pace of all processes, how many others work, and their working time. */
type Kept = { process_id: string; pace: Pace; others: number; looked_ms: number; reported_us: number; work_time: WorkTime };
const kept_of = new WeakMap<Pool, Kept>();

function keptOf(pool: Pool): Kept {
  const known = kept_of.get(pool);
  if (known !== undefined) return known;
  const none = { pace: at_full_speed, others: 0, looked_ms: -Infinity, reported_us: 0 };
  const kept: Kept = { process_id: newId(), ...none, work_time: createWorkTime() };
  kept_of.set(pool, kept);
  return kept;
}

/** The working time that the jobs of this process share. */
export function workTimeOf(pool: Pool): WorkTime {
  return keptOf(pool).work_time;
}

/** The pace for the next part, from the reports of processes that answer requests. */
export async function paceNow(pool: Pool, now_ms = performance.now()): Promise<Pace> {
  const kept = keptOf(pool);
  if (now_ms - kept.looked_ms >= look_interval_ms) await look(pool, kept, now_ms);
  return dividedBy(kept.pace, 1 + kept.others);
}

async function look(pool: Pool, kept: Kept, now_ms: number): Promise<void> {
  const silent_ms = now_ms - kept.looked_ms;
  kept.looked_ms = now_ms;
  // The previous part is committed, so failing to read the reports is no failure of the work.
  const load = await readReportedLoad(pool, kept.process_id).catch(() => null);
  if (load === null) return;
  if (load.answers === 0) kept.pace = at_full_speed;
  // A report from before the work began says nothing about the work.
  else if (silent_ms > forgotten_after_ms) kept.pace = beside_requests;
  else if (load.reported_us !== kept.reported_us) kept.pace = nextPace(kept.pace, load);
  kept.reported_us = load.reported_us;
  kept.others = load.others;
}

/** Rests after a part that took `took_ms`; for work that does not use `inParts`. */
export async function restAfter(pool: Pool, took_ms: number, work_time: WorkTime = workTimeOf(pool)): Promise<void> {
  const rest_ms = work_time.restAfter(await paceNow(pool), performance.now(), took_ms, rest_max_ms);
  if (rest_ms > 0) await sleep(rest_ms);
}
