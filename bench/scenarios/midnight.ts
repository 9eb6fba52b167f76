// Processes one midnight of an organisation, in a process of its own.
import { turnDay } from "../../server/features/days/turn-day.ts";
import type { Tenant } from "../../server/platform/context.ts";
import { createPool } from "../../server/platform/db/pool.ts";
import { memoryOf } from "../process.ts";
import { concurrency } from "../scenario.ts";

export type Midnight = { database_url: string; tenant: Tenant; day: string };
export type Turned = { done: boolean; seconds: number; peak_mib: number };

if (import.meta.main) {
  process.on("message", (midnight: Midnight) => {
    void turn(midnight).then((turned) => process.send!(turned));
  });
  process.once("disconnect", () => process.exit(0));
  // A regular end of the process, so that V8 writes the profile.
  process.once("SIGTERM", () => process.exit(0));
}

async function turn({ database_url, tenant, day }: Midnight): Promise<Turned> {
  const pool = createPool({
    connection: { kind: "server", url: database_url },
    role: "muster_worker",
    connections_max: concurrency,
    statement_timeout_ms: 60_000,
    onIdleError: () => undefined,
  });
  try {
    const began_ms = performance.now();
    const done = await turnDay(pool, tenant, day);
    const seconds = (performance.now() - began_ms) / 1_000;
    const { now_mib, peak_mib } = memoryOf(process.pid);
    return { done, seconds, peak_mib: peak_mib ?? now_mib };
  } finally {
    await pool.close();
  }
}
