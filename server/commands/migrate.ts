import type { Config } from "../config.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openRuntime } from "./runtime.ts";

/** `muster migrate`: applies the missing migrations and prints which ones. */
export async function migrateCommand(config: Readonly<Config>): Promise<void> {
  const runtime = await openRuntime(config, "migrate");
  try {
    const applied = await migrate(runtime.connection);
    console.log(applied.length === 0 ? "The database is current." : `Applied ${applied.join(", ")}.`);
  } finally {
    await runtime.close();
  }
}
