// Learners in packages, each committing at a fixed interval whether or not answers have come: people do not wait for each other.
// A commit without an answer is sent again with its number, as the player does. Runs in a process of its own.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { percentile } from "../../statistics.ts";

export type CommitJob = {
  /** The addresses of the servers. Learners are spread over them, and switch to another server if theirs does not answer. */
  urls: string[];
  host: string;
  /** A path for each learner. */
  paths: string[];
  /** The number of each learner's first commit. */
  first: number;
  every_s: number;
  seconds: number;
  connections: number;
};

export type CommitResult = {
  sent: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
  statuses: Record<string, number>;
  /** Tries without an answer. */
  lost: number;
  /** The highest number of each learner that was answered. */
  answered: number[];
  /** Commits answered per second during the load. */
  per_second: number;
};

if (import.meta.main) {
  process.on("message", (job: CommitJob) => {
    void commitAll(job).then((result) => process.send!(result));
  });
  process.once("disconnect", () => process.exit(0));
}

const tries_max = 60;
const again_ms = 500;
const answer_max_ms = 10_000;

export async function commitAll(job: CommitJob): Promise<CommitResult> {
  const { urls, host, paths, every_s, seconds, connections } = job;
  const pools = urls.map((url) => new Pool(url, { connections, pipelining: 1 }));
  const durations_ms: number[] = [];
  const statuses: Record<string, number> = {};
  const answered = paths.map(() => 0);
  let lost = 0;
  const headers = { "content-type": "application/json", host };
  const commit = async (learner: number, seq: number) => {
    const began = performance.now();
    const body = bodyOf(seq);
    for (let tries = 0; tries < tries_max; tries += 1) {
      const pool = pools[(learner + tries) % pools.length]!;
      const status = await pool
        .request({
          method: "POST",
          path: paths[learner]!,
          headers,
          body,
          headersTimeout: answer_max_ms,
          bodyTimeout: answer_max_ms,
        })
        .then(async (answer) => {
          await answer.body.dump();
          return answer.statusCode;
        })
        .catch(() => 0);
      if (status !== 0 && status !== 503) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        durations_ms.push(performance.now() - began);
        if (status === 200) answered[learner] = Math.max(answered[learner]!, seq);
        return;
      }
      lost += 1;
      await sleep(again_ms);
    }
    statuses["none"] = (statuses["none"] ?? 0) + 1;
  };
  const begin = performance.now();
  const between_ms = (every_s * 1_000) / paths.length;
  const all: Promise<void>[] = [];
  for (let number = 0; number * between_ms < seconds * 1_000; number += 1) {
    const wait = begin + number * between_ms - performance.now();
    if (wait > 2) await sleep(wait);
    all.push(commit(number % paths.length, job.first + Math.floor(number / paths.length)));
  }
  await Promise.all(all);
  const took_s = (performance.now() - begin) / 1_000;
  await Promise.all(pools.map((pool) => pool.close()));
  return {
    sent: all.length,
    p50_ms: percentile(durations_ms, 50),
    p95_ms: percentile(durations_ms, 95),
    p99_ms: percentile(durations_ms, 99),
    statuses,
    lost,
    answered,
    per_second: durations_ms.length / took_s,
  };
}

/**
 * The data of a lesson from an authoring tool: two kilobytes that cannot be compressed, because the tool has already compressed
 * them.
 */
function bodyOf(seq: number): string {
  const elements = {
    "cmi.suspend_data": `page=${seq};${randomBytes(1_500).toString("base64")}`,
    "cmi.core.lesson_location": `page-${seq}`,
    "cmi.core.lesson_status": "incomplete",
    "cmi.core.exit": "suspend",
    "cmi.core.session_time": "0000:00:10.00",
  };
  return JSON.stringify({ seq, item: "ITEM-1", opening: 1, ended: false, elements });
}
