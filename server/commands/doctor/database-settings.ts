import { isLoopbackHost } from "../is-trial.ts";
import type { ServerFacts } from "./doctor-sql.ts";
import { ok, warning, wrong, type Finding } from "./finding.ts";

const version_min = 15;
/** Connections besides those of the pool: one for the health probe, and one that asks about a silent connection. */
const further_connections = 2;
/** The server counts as busy if this share of its connections is used. */
const busy_share = 0.8;

/** Checks the server's version and the settings that this program depends on. */
export function checkServer(server: ServerFacts, url: string): Finding[] {
  const findings = [...checkKind(server), ...checkSafety(server), ...checkRoad(server, url)];
  return findings.some(({ status }) => status === "wrong")
    ? findings
    : [ok(`PostgreSQL ${server.version} answers, and its settings are as they should be.`), ...findings];
}

function checkKind({ version_number, version, is_standby, encoding, database, settings }: ServerFacts): Finding[] {
  const findings: Finding[] = [];
  if (version_number < version_min * 10_000)
    findings.push(wrong(`PostgreSQL ${version} is too old.`, `Use PostgreSQL ${version_min} or newer.`));
  if (is_standby)
    findings.push(wrong("The server is a standby, on which nothing can be written.", "Let DATABASE_URL lead to the primary."));
  else if (settings["default_transaction_read_only"] === "on")
    findings.push(
      wrong("Transactions are read-only by default.", `alter database ${database} reset default_transaction_read_only`),
    );
  if (encoding !== "UTF8")
    findings.push(
      wrong(
        `The database's encoding is ${encoding}: names with other letters cannot be stored.`,
        "Create the database anew with `encoding 'UTF8' template template0`.",
      ),
    );
  const isolation = settings["default_transaction_isolation"];
  if (isolation !== "read committed")
    findings.push(
      wrong(
        `The default isolation is ${isolation}: requests fail that would wait for each other.`,
        `alter database ${database} reset default_transaction_isolation`,
      ),
    );
  return findings;
}

/** Settings that must be on, and the risk while they are off. */
const must_be_on: Readonly<Record<string, string>> = {
  fsync: "a crash of the server's machine may destroy the database",
  full_page_writes: "a crash of the server's machine may destroy the database",
  synchronous_commit: "changes that were acknowledged may be lost in a crash",
  autovacuum: "tables grow and plans age until everything is slow, and in the end the server stops writing",
  track_counts: "autovacuum does not know what to do",
};

function checkSafety({ settings, database }: ServerFacts): Finding[] {
  return Object.entries(must_be_on)
    .filter(([name]) => settings[name] === "off")
    .map(([name, then]) =>
      wrong(
        `${name} is off: ${then}.`,
        name === "synchronous_commit"
          ? `alter database ${database} reset synchronous_commit, and see postgresql.conf and the login's own setting`
          : `alter system set ${name} = on, and select pg_reload_conf()`,
      ),
    );
}

function checkRoad({ is_encrypted }: ServerFacts, url: string): Finding[] {
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? hostname;
  if (is_encrypted || host.startsWith("/") || isLoopbackHost(host)) return [];
  return [
    warning(
      `The connection to ${host} is not encrypted: passwords and people's data pass over the network readable.`,
      "Switch ssl on at the server, and add sslmode=verify-full to DATABASE_URL.",
    ),
  ];
}

/** How many processes the server has connections for. */
export function checkConnections(
  { settings, connections }: Pick<ServerFacts, "settings" | "connections">,
  pool_size: number,
): Finding {
  const number = (name: string) => Number(settings[name] ?? 0);
  const room = number("max_connections") - number("superuser_reserved_connections") - number("reserved_connections");
  const api = pool_size + further_connections;
  const worker = 2 * pool_size + further_connections;
  const needs = `With DATABASE_POOL_SIZE ${pool_size} an API uses up to ${api} connections and a worker up to ${worker}`;
  const change = "Raise max_connections, or lower DATABASE_POOL_SIZE or the number of processes.";
  if (room < api + worker) return wrong(`${needs}; the server has ${room} for all.`, change);
  if (connections > room * busy_share)
    return warning(`${connections} of the server's ${room} connections are in use. ${needs}.`, change);
  return ok(`${needs}; the server has ${room}, of which ${connections} are in use.`);
}
