import type { Config } from "../../config.ts";
import { UsageError } from "../usage.ts";
import { checkAddress } from "./address.ts";
import { checkDatabase } from "./database.ts";
import type { Finding, Named } from "./finding.ts";
import { checkKeys } from "./keys.ts";
import { checkMail } from "./mail.ts";
import { checkSettings } from "./settings.ts";
import { checkDataDir } from "./space.ts";

type Settings = Readonly<Config>;

/** In the order in which their faults should be corrected. */
const checks: Readonly<Record<string, (config: Settings) => Promise<Finding[] | Named[]>>> = {
  settings: async (config) => checkSettings(config),
  keys: checkKeys,
  database: checkDatabase,
  mail: checkMail,
  address: checkAddress,
  disk: checkDataDir,
};

/**
 * `muster doctor [--json]`: checks the set-up with the settings of the processes, and reports what is wrong and what to change.
 * Ends with status 1 when something is wrong. Writes nothing and sends no mail.
 */
export async function doctor(config: Settings, args: string[]): Promise<void> {
  if (args.some((word) => word !== "--json")) throw new UsageError("usage: muster doctor [--json]");
  const findings = await examine(config);
  const sick = findings.some(({ status }) => status === "wrong");
  if (args.includes("--json")) console.log(JSON.stringify({ status: sick ? "wrong" : "ok", checks: findings }, null, 2));
  else console.log(render(findings));
  if (sick) process.exitCode = 1;
}

async function examine(config: Settings): Promise<Named[]> {
  const each = await Promise.all(
    Object.entries(checks).map(async ([check, look]) => (await look(config)).map((found) => ({ check, ...found }))),
  );
  return each.flat();
}

const marks = { ok: "ok     ", warning: "warning", wrong: "WRONG  ", unknown: "unknown" } as const;

function render(findings: readonly Named[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const indent = " ".repeat(marks.ok.length + width + 4);
  const lines = findings.flatMap(({ check, status, found, change }) => [
    `${marks[status]}  ${check.padEnd(width)}  ${found}`,
    ...(change === undefined ? [] : [`${indent}→ ${change}`]),
  ]);
  const count = (status: Finding["status"]) => findings.filter((one) => one.status === status).length;
  return [...lines, "", `${count("wrong")} wrong, ${count("warning")} to look at, ${count("ok")} in order`].join("\n");
}
