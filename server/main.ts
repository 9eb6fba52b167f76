// The one program: picks the command. What a command does stands in commands/.
import { api } from "./commands/api.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { openapi } from "./commands/openapi.ts";
import { orgApply, orgSchema } from "./commands/org-apply.ts";
import { serve } from "./commands/serve.ts";
import { UsageError } from "./commands/usage.ts";
import { worker } from "./commands/worker.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";

type Command = (config: Readonly<Config>, args: string[]) => Promise<void>;

const commands: Record<string, { run: Command; says: string }> = {
  serve: { run: serve, says: "API, documentation and worker in one process; embedded database without DATABASE_URL" },
  api: { run: api, says: "the HTTP side only; needs DATABASE_URL" },
  worker: { run: worker, says: "the background jobs only; needs DATABASE_URL" },
  migrate: { run: migrateCommand, says: "bring the database to this version's schema" },
  "org apply": { run: orgApply, says: "FILE [--json]: bring an organisation to the state that a file describes" },
  "org schema": { run: orgSchema, says: "print the JSON Schema of the organisation file" },
  openapi: { run: openapi, says: "print the OpenAPI document" },
};

const words = process.argv.slice(2);
const name = words[0] === "org" ? words.slice(0, 2).join(" ") : (words[0] ?? "");
const command = commands[name];
if (command) {
  try {
    await command.run(readConfig(), words.slice(name.split(" ").length));
  } catch (error) {
    // A fault of the setting gets its sentence; anything else also its stack.
    const known = error instanceof ConfigError || error instanceof UsageError;
    console.error(known ? error.message : error);
    process.exitCode = known ? 2 : 1;
  }
} else {
  const width = Math.max(...Object.keys(commands).map((key) => key.length));
  console.error(
    `usage: muster COMMAND\n\n${Object.entries(commands)
      .map(([key, { says }]) => `  ${key.padEnd(width)}  ${says}`)
      .join("\n")}`,
  );
  process.exitCode = name === "" || name === "help" || name === "--help" ? 0 : 2;
}
