// Processes the midnights that are due, in a process of its own as a worker does.
import { dayTurning } from "../../server/features/days/day-turning.ts";
import { createPool, type Pool } from "../../server/platform/db/pool.ts";
import { workOffDue } from "../../server/platform/jobs/due/due.ts";
import { concurrency } from "../scenario.ts";

/** The database is opened first, so that only the work is timed. */
export type Midnights = { database_url: string; work: boolean };
export type WorkedOff = { organisations: number; seconds: number };

let pool: Pool | null = null;

if (import.meta.main) {
  process.on("message", (midnights: Midnights) => {
    void workOff(midnights).then((worked_off) => process.send!(worked_off));
  });
  process.once("disconnect", () => process.exit(0));
  process.once("SIGTERM", () => process.exit(0));
}

async function workOff({ database_url, work }: Midnights): Promise<WorkedOff> {
  pool ??= createPool({
    connection: { kind: "server", url: database_url },
    role: "muster_worker",
    connections_max: concurrency,
    statement_timeout_ms: 60_000,
    onIdleError: () => undefined,
  });
  const began_ms = performance.now();
  const kind = work ? dayTurning(pool) : { ...dayTurning(pool), kind: "none" };
  const organisations = await workOffDue(pool, kind, new AbortController().signal);
  return { organisations, seconds: (performance.now() - began_ms) / 1_000 };
}
