// The words and settings of a command line.
import { parseArgs, type ParseArgsConfig } from "node:util";
import { Muster } from "../muster.ts";
import { version } from "../generated/operations.ts";
import { usageFault } from "./exit.ts";
import type { Output } from "./output.ts";

/** What a subcommand is given. */
export type Task = { muster: Muster; setting: Setting; output: Output; signal: AbortSignal };

export type Setting = { base_url: string; tenant_code: string };

/** Options of every subcommand. */
const common = {
  "base-url": { type: "string" },
  tenant: { type: "string" },
  json: { type: "boolean", default: false },
  quiet: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

type Options = NonNullable<ParseArgsConfig["options"]>;
export type Values = { [name: string]: string | boolean | (string | boolean)[] | undefined };
export type Given = { values: Values; positionals: string[] };

export function readArguments(args: readonly string[], options: Options): Given {
  try {
    return parseArgs({ args: [...args], options: { ...common, ...options }, allowPositionals: true });
  } catch (error) {
    throw usageFault(`${(error as Error).message.split(". To specify")[0]}.`);
  }
}

/** The one argument that a subcommand takes. */
export function onlyArgument({ positionals }: Given, what: string): string {
  const [first, ...others] = positionals;
  if (first === undefined) throw usageFault(`Say which ${what}.`);
  if (others.length > 0)
    throw usageFault(`Only one ${what} can be given; ${JSON.stringify(others[0])} is one too many. Quote names with spaces.`);
  return first;
}

export function textOf({ values }: Given, name: string): string | undefined {
  return values[name] as string | undefined;
}

export function isSet({ values }: Given, name: string): boolean {
  return values[name] === true;
}

/** A whole number within bounds. */
export function numberOf(given: Given, name: string, min: number, max: number, fallback: number): number {
  const text = textOf(given, name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw usageFault(`--${name} must be a whole number from ${min} to ${max}.`);
  return value;
}

/** Secrets come from the environment only: arguments stand in the list of processes and in the shell's history. */
export const variables = {
  MUSTER_BASE_URL: "the service's address, https://… (or --base-url)",
  MUSTER_TENANT_CODE: "the organisation's tenant code (or --tenant)",
  MUSTER_API_KEY: "the client's secret, lms_live_…",
  MUSTER_CLIENT_ID: "instead of the key: OAuth 2.0, with MUSTER_CLIENT_SECRET",
  MUSTER_CLIENT_SECRET: "the client's secret",
} as const;

export function settingOf(given: Given, env: NodeJS.ProcessEnv): Setting {
  const base_url = textOf(given, "base-url") ?? env["MUSTER_BASE_URL"];
  const tenant_code = textOf(given, "tenant") ?? env["MUSTER_TENANT_CODE"];
  if (!base_url || !URL.canParse(base_url)) throw usageFault("Set MUSTER_BASE_URL to the service's address, https://…");
  if (!tenant_code) throw usageFault("Set MUSTER_TENANT_CODE to the organisation's tenant code.");
  return { base_url, tenant_code };
}

export function clientOf({ base_url, tenant_code }: Setting, env: NodeJS.ProcessEnv): Muster {
  const { MUSTER_API_KEY: apiKey, MUSTER_CLIENT_ID: clientId, MUSTER_CLIENT_SECRET: clientSecret } = env;
  if (!apiKey && !(clientId && clientSecret))
    throw usageFault("Set MUSTER_API_KEY to the client's secret (lms_live_…), or MUSTER_CLIENT_ID and MUSTER_CLIENT_SECRET.");
  const credentials = apiKey ? { apiKey } : { clientId, clientSecret };
  return new Muster({
    baseUrl: base_url,
    tenantCode: tenant_code,
    ...credentials,
    triesMax: 8,
    userAgent: `muster-sync/${version}`,
  });
}
