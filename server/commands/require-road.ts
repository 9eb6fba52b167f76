import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { asFailure } from "../platform/db/failures.ts";
import { lookAtRoad, type Road } from "../platform/db/servers/pooler.ts";
import { UsageError } from "./usage.ts";

/** What has to change in a pooler's settings for this program to work behind it; null: nothing. */
export function unfit({ by_transaction, keeps_statements }: Road): string | null {
  return by_transaction === true && !keeps_statements
    ? "DATABASE_URL leads through a pooler in transaction mode that does not keep prepared statements: use PgBouncer 1.21 or newer, and set max_prepared_statements = 1000 (docs/operating/database.md)."
    : null;
}

/** Throws UsageError if requests would fail behind this pooler. If the server cannot be reached, later connections report it. */
export async function requireRoad(config: Readonly<Config>, log: Logger): Promise<void> {
  let road: Road;
  try {
    road = await lookAtRoad(config.database_url!);
  } catch (error) {
    if (asFailure(error) !== error) return;
    throw error;
  }
  const change = unfit(road);
  if (change !== null) throw new UsageError(change);
  if (road.by_transaction === true && config.database_direct_url === null)
    log.warn(
      "DATABASE_URL leads through a pooler in transaction mode and DATABASE_DIRECT_URL is not set: webhooks wait until a worker looks for them",
    );
}
