import type pg from "pg";
import type { Role } from "../../platform/db/pool.ts";
import { openAsProcess, readRoles, readTables, type RoleFacts, type ServerFacts } from "./doctor-sql.ts";
import { ok, saying, warning, wrong, type Finding } from "./finding.ts";

const logins = "docs/operating/logins.md";

/** Checks the rights of the login and of the program's roles, and whether connections work as the processes open them. */
export async function checkRights(client: pg.Client, server: ServerFacts, url: string): Promise<Finding[]> {
  const roles = await readRoles(client);
  const tables = await readTables(client);
  const findings = [...checkRoles(roles), ...checkTables(tables), checkLogin(server, roles)];
  const role = (["muster_app", "muster_worker"] as const).find((name) => roles.some((one) => one.name === name && one.may_act));
  if (role !== undefined) findings.push(...(await checkOpening(url, role)));
  return findings;
}

function checkRoles(roles: readonly RoleFacts[]): Finding[] {
  const findings: Finding[] = [];
  for (const { name, is_powerful, may_own } of roles) {
    if (is_powerful)
      findings.push(
        wrong(
          `The role ${name} may put the walls between organisations aside.`,
          `alter role ${name} nosuperuser nobypassrls nocreaterole`,
        ),
      );
    if (may_own)
      findings.push(
        wrong(`The role ${name} may act as muster_owner, which owns all tables.`, `revoke muster_owner from ${name}`),
      );
  }
  return findings;
}

function checkTables({ foreign, open }: { foreign: readonly string[]; open: readonly string[] }): Finding[] {
  const findings: Finding[] = [];
  if (foreign.length > 0)
    findings.push(
      wrong(
        `${foreign.length} tables do not belong to muster_owner, the first is ${foreign[0]}: a dump was restored without owners.`,
        "Restore with owners, or run `reassign owned by … to muster_owner` in this database.",
      ),
    );
  if (open.length > 0)
    findings.push(
      wrong(
        `Row-level security is not forced on ${open.join(", ")}.`,
        open.map((name) => `alter table ${name} enable row level security, force row level security`).join("; "),
      ),
    );
  return findings;
}

function checkLogin({ login, is_superuser, bypasses_walls }: ServerFacts, roles: readonly RoleFacts[]): Finding {
  const names = new Set(roles.filter(({ may_act }) => may_act).map(({ name }) => name));
  const [owns, serves, works, delivers] = ["muster_owner", "muster_app", "muster_worker", "muster_delivery"].map((name) =>
    names.has(name),
  );
  if (roles.length === 0)
    return wrong("The database server has none of our roles.", "Run `muster migrate` with a login that may create roles.");
  if (is_superuser || bypasses_walls)
    return warning(
      `The login ${login} is ${is_superuser ? "a superuser" : "free of row-level security"}: a stranger who obtains it can read and change everything.`,
      `Give each kind of process its own login with the least rights: ${logins}.`,
    );
  // A migration may write rows as the worker does, one organisation at a time.
  if (works !== delivers && !owns)
    return wrong(
      `The login ${login} may act as ${works ? "muster_worker" : "muster_delivery"} alone, and a worker needs both.`,
      `grant muster_worker, muster_delivery to ${login}`,
    );
  if (!owns && !serves && !works)
    return wrong(
      `The login ${login} may act as none of our roles.`,
      `Grant it what its process needs: muster_app to serve, muster_worker and muster_delivery to work (${logins}).`,
    );
  const does = [owns && "migrate", serves && "serve (muster api)", delivers && "work (muster worker)"]
    .filter(Boolean)
    .join(" and ");
  if (serves && !names.has("muster_limited"))
    return warning(
      `The login ${login} may not act as muster_limited: administrators of some departments are refused.`,
      `As a superuser: create role muster_limited nologin; grant muster_limited to ${login}. Then run \`muster migrate\` (${logins}).`,
    );
  if ((owns && (serves || delivers)) || (serves && delivers))
    return warning(
      `The login ${login} may ${does}: more than each of these needs.`,
      `Give each kind of process its own login with the least rights: ${logins}.`,
    );
  return ok(`The login ${login} may ${does}, and nothing more.`);
}

/** Checks whether a connection works as the processes open it. */
async function checkOpening(url: string, role: Role): Promise<Finding[]> {
  try {
    await openAsProcess(url, role);
    return [];
  } catch (error) {
    const change = `Let this login act as ${role}, and see what the server or the pooler in between refuses.`;
    return [wrong(`A connection as ${role} is refused: ${saying(error)}.`, change)];
  }
}
