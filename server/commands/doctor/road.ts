import type { Config } from "../../config.ts";
import { lookAtRoad, type Road } from "../../platform/db/servers/pooler.ts";
import { unfit } from "../require-road.ts";
import { ok, saying, wrong, type Finding } from "./finding.ts";

const manual = "docs/operating/database.md";

/**
 * Checks the pooler that DATABASE_URL leads through, and the direct connection that bypasses it. No findings if there is none.
 */
export async function checkRoad(config: Readonly<Config>, road: Road): Promise<Finding[]> {
  if (!road.is_pooled) return [];
  const change = unfit(road);
  if (change !== null) return [wrong("Requests fail behind this pooler.", change)];
  const mode = road.by_transaction === true ? "in transaction mode" : "that keeps sessions, or is too busy to tell";
  return [
    ok(`DATABASE_URL leads through a pooler ${mode}; prepared statements survive it.`),
    ...(await checkWayPast(config, road)),
  ];
}

async function checkWayPast(config: Readonly<Config>, road: Road): Promise<Finding[]> {
  const { database_direct_url } = config;
  if (database_direct_url === null) {
    if (road.by_transaction !== true) return [];
    const found =
      "DATABASE_DIRECT_URL is not set: no process is told of what another has to do, and no migration can hold its lock.";
    return [wrong(found, `Set DATABASE_DIRECT_URL to PostgreSQL itself (${manual}).`)];
  }
  try {
    const past = await lookAtRoad(database_direct_url);
    return past.by_transaction === true
      ? [wrong("DATABASE_DIRECT_URL leads through a pooler in transaction mode, too.", "Let it lead to PostgreSQL itself.")]
      : [ok("DATABASE_DIRECT_URL leads past it.")];
  } catch (error) {
    return [wrong(`DATABASE_DIRECT_URL leads nowhere: ${saying(error)}.`, `Let it lead to PostgreSQL itself (${manual}).`)];
  }
}
