// The program's entry: selects the command. The commands are in commands/; muster.js starts this file.
import "./loading.js";
import { flushCompileCache } from "node:module";
import { UsageError } from "./commands/usage.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import { asFailure, codeOf, NotHere, Unavailable } from "./platform/db/failures.ts";

type Command = (config: Readonly<Config>, args: string[]) => Promise<void>;

// A command's module is loaded only when it is called: an API process does not need the code of a worker or of `org apply`.
// `takes`: the command reads further arguments itself.
const commands: Record<string, { load: () => Promise<Command>; says: string; takes?: true }> = {
  serve: {
    load: async () => (await import("./commands/serve.ts")).serve,
    says: "API, documentation and worker in one process; embedded database without DATABASE_URL",
  },
  api: { load: async () => (await import("./commands/api.ts")).api, says: "the HTTP side only; needs DATABASE_URL" },
  worker: {
    load: async () => (await import("./commands/worker.ts")).worker,
    says: "the background jobs only; needs DATABASE_URL",
  },
  migrate: {
    load: async () => (await import("./commands/migrate.ts")).migrateCommand,
    says: "bring the database to this version's schema",
  },
  doctor: {
    load: async () => (await import("./commands/doctor/doctor.ts")).doctor,
    says: "[--json]: look at the set-up, and say what is wrong and what to change",
    takes: true,
  },
  "org apply": {
    load: async () => (await import("./commands/organisations/apply.ts")).orgApply,
    says: "FILE [--json]: bring an organisation to the state that a file describes",
    takes: true,
  },
  "org schema": {
    load: async () => (await import("./commands/organisations/apply.ts")).orgSchema,
    says: "print the JSON Schema of the organisation file",
  },
  "backup verify": {
    load: async () => (await import("./commands/backup.ts")).backupVerify,
    says: "[--json]: check a restored copy before it is used; writes nothing",
    takes: true,
  },
  "backup restored": {
    load: async () => (await import("./commands/backup.ts")).backupRestored,
    says: "say that the database was put back from a copy of its files",
    takes: true,
  },
  "audit verify": {
    load: async () => (await import("./commands/audit-verify.ts")).auditVerify,
    says: "FILE…: verify what a log server has received of the audit log",
    takes: true,
  },
  "keys status": {
    load: async () => (await import("./commands/keys.ts")).keysStatus,
    says: "[--json]: what is sealed, digested and signed with which version of SECRET_KEY",
    takes: true,
  },
  "keys rotate": {
    load: async () => (await import("./commands/keys.ts")).keysRotate,
    says: "seal again, with the first version of SECRET_KEY, what older ones have sealed",
  },
  "keys retire": {
    load: async () => (await import("./commands/keys.ts")).keysRetire,
    says: "VERSION [--lost]: end the use of a version, or say what still needs it",
    takes: true,
  },
  "org export": {
    load: async () => (await import("./commands/organisations/transfer.ts")).orgExport,
    says: "CODE FILE: write all of an organisation to a signed file, for another installation",
    takes: true,
  },
  "org import": {
    load: async () => (await import("./commands/organisations/transfer.ts")).orgImport,
    says: "FILE: take in the organisation of such a file, all of it or nothing",
    takes: true,
  },
  "org move": {
    load: async () => (await import("./commands/organisations/move.ts")).orgMove,
    says: "CODE (--to NODE | --abort | --status) [--json]: take an organisation to another node while it works",
    takes: true,
  },
  "org delete": {
    load: async () => (await import("./commands/organisations/delete.ts")).orgDelete,
    says: "CODE [--confirm CODE]: delete an organisation for good, and print a signed statement",
    takes: true,
  },
  "org removed": {
    load: async () => (await import("./commands/organisations/delete.ts")).orgRemoved,
    says: "[FILE]: print what was removed, and whether its signature holds",
    takes: true,
  },
  "nodes list": {
    load: async () => (await import("./commands/nodes/list.ts")).nodesList,
    says: "[--json]: how each node of NODES_FILE is, and how full",
    takes: true,
  },
  "nodes map": {
    load: async () => (await import("./commands/nodes/map.ts")).nodesMap,
    says: "[--write FILE] [--runtime SOCKET]: the map of the proxy in front: which organisation is on which node",
    takes: true,
  },
  "nodes page": {
    load: async () => (await import("./commands/nodes/page.ts")).nodesPageCommand,
    says: "[--listen ADDRESS:PORT]: a page that shows operators the nodes; on this machine only unless told otherwise",
    takes: true,
  },
  "mail bounce": {
    load: async () => (await import("./commands/mail/bounce.ts")).mailBounce,
    says: "[--recipient ADDRESS]: pass on a report of a mail that came back, from the standard input (docs/operating/mail.md)",
    takes: true,
  },
  openapi: { load: async () => (await import("./commands/openapi.ts")).openapi, says: "print the OpenAPI document" },
  mcp: {
    load: async () => (await import("./commands/mcp/mcp.ts")).mcp,
    says: "[--allow-writes]: tools for a model, by the API of a service and over stdio (docs/guides/mcp.md)",
    takes: true,
  },
};

const words = process.argv.slice(2);
const two_words = words.slice(0, 2).join(" ");
const name = commands[two_words] ? two_words : (words[0] ?? "");
const given = words.slice(name.split(" ").length);
const asks_for_help = words[0] === "help" || words.some((word) => word === "--help" || word === "-h");
const command = asks_for_help ? undefined : commands[name];
if (command) {
  try {
    // A misspelt option must not start a migration or a server without that option.
    if (given.length > 0 && !command.takes)
      throw new UsageError(`usage: muster ${name}   (without arguments; settings are environment variables)`);
    const run = await command.load();
    await run(readConfig(), given);
    flushCompileCache();
  } catch (error) {
    // Faults of settings or of the environment are reported by a sentence; other errors also by their stack.
    const known = error instanceof ConfigError || error instanceof UsageError;
    const failure = asFailure(error);
    if (failure instanceof NotHere) console.error(`${failure.message}.`);
    else if (failure instanceof Unavailable) console.error(`${failure.message}: ${causeOf(failure)}`);
    else if (isRefusedLogin(error))
      console.error(
        `The database refuses the login of DATABASE_URL: ${error.message}. docs/operating/logins.md says which login \`muster ${name}\` needs; \`muster doctor\` looks at the one that is set.`,
      );
    else console.error(known ? error.message : error);
    // A start that failed half-way leaves connections and jobs, which would keep the process alive.
    process.exit(known ? 2 : 1);
  }
} else {
  const width = Math.max(...Object.keys(commands).map((key) => key.length));
  console.error(
    `usage: muster COMMAND\n\n${Object.entries(commands)
      .map(([key, { says }]) => `  ${key.padEnd(width)}  ${says}`)
      .join("\n")}`,
  );
  process.exitCode = name === "" || asks_for_help ? 0 : 2;
}

/** No such login, password or database, or missing rights: settings have to change, the program is not at fault. */
function isRefusedLogin(error: unknown): error is Error {
  return error instanceof Error && ["28000", "28P01", "3D000", "42501"].includes(codeOf(error) ?? "");
}

/** Why the database did not answer: the driver's message, or its code if it has none. */
function causeOf({ cause }: Unavailable): string {
  return (cause instanceof Error && cause.message) || codeOf(cause) || "no reason was given";
}
