import type { Logger } from "pino";
import { checkKeys, WrongKey, type KeyFindings } from "../features/keys/check.ts";
import { counted } from "../features/keys/words.ts";
import type { Keyring } from "../platform/crypto/keyring.ts";
import type { Pool } from "../platform/db/pool.ts";
import { UsageError } from "./usage.ts";

/** Checks before anything is served that SECRET_KEY is the one of this database, and logs the versions of it that are missing. */
export async function requireKeys(pool: Pool, { keyring, log }: { keyring: Keyring; log: Logger }): Promise<void> {
  warn(await holdAgainst(pool, keyring, "first"), log);
}

/** Throws, which ends the command, unless SECRET_KEY is the one of this database. */
export async function holdAgainst(pool: Pool, keyring: Keyring, notes: "nothing" | "known" | "first"): Promise<KeyFindings> {
  try {
    return await checkKeys(pool, keyring, notes);
  } catch (error) {
    throw error instanceof WrongKey ? new UsageError(error.message) : error;
  }
}

const guide = "see docs/operating/keys.md";

function warn({ missing, unverifiable, removable }: KeyFindings, log: Logger): void {
  for (const version of new Set(missing.map((use) => use.version))) {
    const uses = missing.filter((use) => use.version === version);
    const what = uses.map((use) => counted(use.kind, use.count)).join(", ");
    log.warn(
      { version, uses: Object.fromEntries(uses.map(({ kind, count }) => [kind, count])) },
      `SECRET_KEY lacks version ${version}, without which these cannot be used: ${what}. Put the old key back behind the new one, as v2:…,v${version}:…, until "muster keys retire ${version}" says that nothing needs it; ${guide}`,
    );
  }
  if (unverifiable.length > 0)
    log.warn(
      { versions: unverifiable },
      `SECRET_KEY lacks versions that were taken out without "muster keys retire": rows of the audit log that they sealed cannot be verified; ${guide}`,
    );
  if (removable.length > 0) log.info({ versions: removable }, "SECRET_KEY holds retired versions, which can be taken out of it");
}
