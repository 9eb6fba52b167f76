import type pg from "pg";
import type { Config } from "../../config.ts";
import { clock_skew_max_ms } from "../../features/health/readiness.ts";
import { codeOf } from "../../platform/db/failures.ts";
import { listMigrations } from "../../platform/db/migrate.ts";
import { lookAtRoad } from "../../platform/db/servers/pooler.ts";
import { checkConnections, checkServer } from "./database-settings.ts";
import { connectAsLogin, listIdleMoveSlots, readMigrations, readServer, readSkew, type AppliedMigration } from "./doctor-sql.ts";
import { ok, saying, unknown, warning, wrong, type Finding, type Named } from "./finding.ts";
import { checkRights } from "./rights.ts";
import { checkRoad } from "./road.ts";
import { checkDatabaseSpace, checkMoveSlots } from "./space.ts";

/** All checks of the database, over one connection. */
export async function checkDatabase(config: Readonly<Config>): Promise<Named[]> {
  const { database_url } = config;
  if (database_url === null) return [];
  const { host, pathname } = new URL(database_url);
  let client: pg.Client;
  try {
    client = await connectAsLogin(database_url);
  } catch (error) {
    return [{ check: "database", ...unreachable(error, `${host}${pathname}`) }];
  }
  try {
    const server = await readServer(client);
    const applied = await readMigrations(client).catch((error: unknown) => saying(error));
    const road = await lookAtRoad(database_url);
    const looks: Record<string, () => Finding[] | Promise<Finding[]>> = {
      database: () => checkServer(server, database_url),
      pooler: () => checkRoad(config, road),
      rights: () => checkRights(client, server, database_url),
      migrations: () => [typeof applied === "string" ? hidden(applied) : checkMigrations(applied)],
      clock: async () => [await checkClock(client)],
      // Behind a pooler, the number of connections is the pooler's own setting.
      connections: () => (road.is_pooled ? [] : [checkConnections(server, config.pool_size)]),
      space: () => checkDatabaseSpace(server, database_url),
      // A standby has no write position of its own, which the check compares with.
      moves: async () => (server.is_standby ? [] : checkMoveSlots(await listIdleMoveSlots(client))),
    };
    const findings: Named[] = [];
    for (const [check, look] of Object.entries(looks)) findings.push(...(await look()).map((found) => ({ check, ...found })));
    return findings;
  } catch (error) {
    return [{ check: "database", ...unreachable(error, `${host}${pathname}`) }];
  } finally {
    await client.end();
  }
}

/** What to change after each refusal, by SQLSTATE or system error code. */
const remedies: Readonly<Record<string, string>> = {
  "28P01": "Correct the password in DATABASE_URL.",
  "28000": "Let this login in from this machine: pg_hba.conf of the server, and DATABASE_URL's user.",
  "3D000": "Create the database, or correct its name in DATABASE_URL.",
  "42501": "Grant the login the right to connect, or use the login that docs/operating/logins.md describes.",
  "53300": "Raise max_connections, or lower DATABASE_POOL_SIZE or the number of processes.",
  "57P03": "Wait until the server has started; its log says what it does.",
  ECONNREFUSED: "Start PostgreSQL, let it listen on that address (listen_addresses), and check host and port of DATABASE_URL.",
  ENOTFOUND: "Correct the host in DATABASE_URL, or the name service.",
  ENOENT: "Start PostgreSQL, or correct the folder of its socket in DATABASE_URL.",
  ETIMEDOUT: "Let the firewall pass connections from this machine to the server's port.",
};

function unreachable(error: unknown, place: string): Finding {
  const remedy = remedies[codeOf(error) ?? ""] ?? "Connect with psql and the same URL from this machine, and mend what it says.";
  return wrong(`The database ${place} cannot be used: ${saying(error)}.`, remedy);
}

function hidden(message: string): Finding {
  return wrong(
    `Which migrations were applied cannot be read: ${message}.`,
    "Run `muster migrate` with the migrating login, and let this login act as a role of ours (docs/operating/logins.md).",
  );
}

/** Compares the migrations that the database has with those of this program. */
export function checkMigrations(applied: readonly AppliedMigration[] | null, known = listMigrations()): Finding {
  const run = "Run `muster migrate` of this version, then start the processes (docs/operating/upgrade.md).";
  if (applied === null) return wrong("The database has never been prepared for Muster.", run);
  const by_number = new Map(applied.map((one) => [one.number, one]));
  const missing = known.filter(({ number }) => !by_number.has(number));
  if (missing.length > 0) return wrong(`The database lacks ${missing.length} migrations, the first is ${missing[0]!.name}.`, run);
  const edited = known.find(({ number, sha256 }) => by_number.get(number)!.sha256 !== sha256);
  if (edited !== undefined)
    return wrong(
      `Migration ${edited.name} was applied with another text than this program has.`,
      "Use the program that the database was migrated with, unedited.",
    );
  const newest = applied.at(-1)!;
  if (newest.number > known.at(-1)!.number)
    return warning(
      `The database is newer than this program: it has ${newest.name}.`,
      "This is how an upgrade looks while old processes still run. Start the newer version and stop this one.",
    );
  return ok(`All ${known.length} migrations are applied.`);
}

async function checkClock(client: pg.Client): Promise<Finding> {
  let ahead_ms: number;
  try {
    ahead_ms = await readSkew(client);
  } catch (error) {
    return unknown(`The database's clock cannot be read before it is migrated: ${saying(error)}.`);
  }
  if (Math.abs(ahead_ms) <= clock_skew_max_ms) return ok("This machine's clock agrees with the database's.");
  const seconds = Math.round(Math.abs(ahead_ms) / 1_000);
  return wrong(
    `This machine's clock is ${seconds} s ${ahead_ms > 0 ? "ahead of" : "behind"} the database's.`,
    "Let NTP set both machines' clocks (`timedatectl set-ntp true`), and see which of them is off.",
  );
}
