import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { excessOf } from "../../features/health/rights-sql.ts";
import type { Pool } from "../../platform/db/pool.ts";

/** In production, warns at start if the login has more rights than this process needs, which an SQL injection could use. */
export async function warnOfRights({ production }: Readonly<Config>, pool: Pool, log: Logger): Promise<void> {
  if (!production || pool.embedded) return;
  const excess = await excessOf(pool);
  if (excess === null) return;
  const what = excess.superuser ? "is a superuser" : "can act as muster_owner, who may switch row-level security off";
  log.warn(
    { login: excess.login },
    `the database login of this process ${what}; give it one of its own, as docs/operating/logins.md says`,
  );
}
