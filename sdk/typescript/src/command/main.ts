#!/usr/bin/env node
// muster-sync: runs the subcommand, and exits with its code.
import {
  AddressError,
  AuthenticationError,
  ConnectionError,
  ProblemError,
  RateLimitError,
  ServerError,
  ValidationError,
} from "../errors.ts";
import { version } from "../generated/operations.ts";
import { ImportError } from "../imports.ts";
import { clientOf, settingOf, type Given, type Task } from "./arguments.ts";
import { doctor, scimCheck } from "./checks.ts";
import { complianceExport } from "./compliance-export.ts";
import { enrollmentsAssign } from "./enrollments-assign.ts";
import { eventsTail, webhooksListen } from "./events.ts";
import { Ending, exit_codes, type ExitCode } from "./exit.ts";
import { help, helps } from "./help.ts";
import { createOutput, type Output } from "./output.ts";
import { usersSync } from "./users-sync.ts";

type Subcommand = (
  args: readonly string[],
  prepare: (given: Given) => Task,
  output: Output,
  signal: AbortSignal,
) => Promise<ExitCode>;

const subcommands: Readonly<Record<string, Subcommand>> = {
  "users sync": usersSync,
  "enrollments assign": enrollmentsAssign,
  "compliance export": complianceExport,
  "events tail": eventsTail,
  "webhooks listen": webhooksListen,
  "scim check": scimCheck,
  doctor,
};

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort(new Interrupted()));
// The reader of the output, such as `head`, has closed it. With --state this is a failure, because output that would be
// remembered as read was not read.
process.stdout.on("error", () => process.exit(process.argv.includes("--state") ? exit_codes.failed : exit_codes.done));

class Interrupted extends Error {}

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<ExitCode> {
  const output = createOutput({ json: args.includes("--json"), quiet: args.includes("--quiet") }, process);
  const name = Object.keys(subcommands).find((one) => one.split(" ").every((word, index) => args[index] === word));
  if (args.includes("--version")) return print(version);
  if (name === undefined)
    return args.length === 0 || args.includes("--help") || args.includes("-h") || args[0] === "help"
      ? print(help)
      : unknown(args);
  if (args.includes("--help") || args.includes("-h")) return print(helps[name]!);
  try {
    const prepare = (given: Given): Task => {
      const setting = settingOf(given, process.env);
      return { setting, muster: clientOf(setting, process.env), output, signal: interrupted.signal };
    };
    return await subcommands[name]!(args.slice(name.split(" ").length), prepare, output, interrupted.signal);
  } catch (error) {
    output.progressEnded();
    const { code, message } = endingOf(error, resumes(name, args));
    if (output.json) output.result("", { error: message, exit_code: code });
    process.stderr.write(`${message}\n`);
    return code;
  }
}

function print(text: string): ExitCode {
  process.stdout.write(`${text.trimEnd()}\n`);
  return exit_codes.done;
}

function unknown(args: readonly string[]): ExitCode {
  const near = Object.keys(subcommands).filter((one) => one.split(" ").some((word) => args.includes(word)));
  process.stderr.write(
    `There is no "${args.slice(0, 2).join(" ")}".${near.length > 0 ? ` Is "${near.join('" or "')}" meant?` : ""} muster-sync --help lists everything.\n`,
  );
  return exit_codes.usage;
}

/** Whether the next run of the same command continues where this one ended. */
function resumes(name: string, args: readonly string[]): boolean {
  return ["users sync", "enrollments assign", "webhooks listen"].includes(name) || args.includes("--state");
}

function endingOf(error: unknown, goes_on: boolean): { code: ExitCode; message: string } {
  if (error instanceof Ending) return error;
  if (error instanceof Interrupted)
    return { code: exit_codes.interrupted, message: `Interrupted.${goes_on ? " The same command goes on from here." : ""}` };
  if (error instanceof RateLimitError || error instanceof ServerError || error instanceof ConnectionError)
    return {
      code: exit_codes.try_later,
      message: `${error.message}\n${goes_on ? "The same command goes on from here." : "Run it again later."}`,
    };
  // The service refused the arguments of a read, so the command line is not valid.
  if (error instanceof ValidationError && error.operation.startsWith("GET "))
    return { code: exit_codes.usage, message: error.message };
  if (error instanceof AuthenticationError)
    return {
      code: exit_codes.failed,
      message: `${error.message}\nmuster-sync doctor helps to find out; do not repeat it often, twenty failures a minute block this address.`,
    };
  if (error instanceof ProblemError || error instanceof ImportError || error instanceof AddressError)
    return { code: exit_codes.failed, message: error.message };
  return { code: exit_codes.failed, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
