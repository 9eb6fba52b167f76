// The arguments and options of a command line.
import { readFileSync } from "node:fs";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { Muster } from "../muster.ts";
import { version } from "../generated/operations.ts";
import type { PrivateJwk, PrivateKey } from "../signing.ts";
import type { MusterOptions } from "../transport.ts";
import { usageFault } from "./exit.ts";
import type { Output } from "./output.ts";

/** The input of a subcommand. */
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
  const given = parsed(args, options);
  const empty = Object.keys(given.values).find((name) => [given.values[name]].flat().includes(""));
  if (empty !== undefined) throw usageFault(`--${empty} is empty; a variable may not be set.`);
  return given;
}

function parsed(args: readonly string[], options: Options): Given {
  try {
    return parseArgs({ args: [...args], options: { ...common, ...options }, allowPositionals: true });
  } catch (error) {
    throw usageFault(`${(error as Error).message.split(". To specify")[0]}.`);
  }
}

/** The only argument of a subcommand. */
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

/** An integer within bounds. */
export function numberOf(given: Given, name: string, min: number, max: number, fallback: number): number {
  const text = textOf(given, name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw usageFault(`--${name} must be a whole number from ${min} to ${max}.`);
  return value;
}

/** Secrets are read from the environment only, because arguments appear in the process list and in the shell's history. */
export const variables = {
  MUSTER_BASE_URL: "the service's address, https://… (or --base-url)",
  MUSTER_TENANT_CODE: "the organisation's tenant code (or --tenant)",
  MUSTER_API_KEY: "the client's secret, lms_live_…",
  MUSTER_CLIENT_ID: "instead of the key: OAuth 2.0, with MUSTER_CLIENT_SECRET",
  MUSTER_CLIENT_SECRET: "the client's secret",
  MUSTER_PRIVATE_KEY_FILE: "instead of the secret: a file with the client's private key, PEM (PKCS #8) or JWK (private_key_jwt)",
  MUSTER_KEY_ID: "its kid, as the panel shows it; not needed where the panel made it of the key",
  MUSTER_DPOP: "1: tokens are bound to a key that is made for the run (DPoP); with MUSTER_CLIENT_ID",
} as const;

export function settingOf(given: Given, env: NodeJS.ProcessEnv): Setting {
  const base_url = textOf(given, "base-url") ?? env["MUSTER_BASE_URL"];
  const tenant_code = textOf(given, "tenant") ?? env["MUSTER_TENANT_CODE"];
  if (!base_url || !URL.canParse(base_url)) throw usageFault("Set MUSTER_BASE_URL to the service's address, https://…");
  if (!tenant_code) throw usageFault("Set MUSTER_TENANT_CODE to the organisation's tenant code.");
  return { base_url, tenant_code };
}

export function clientOf({ base_url, tenant_code }: Setting, env: NodeJS.ProcessEnv): Muster {
  return new Muster({
    baseUrl: base_url,
    tenantCode: tenant_code,
    ...credentialsOf(env),
    triesMax: 8,
    userAgent: `muster-sync/${version}`,
  });
}

function credentialsOf(env: NodeJS.ProcessEnv): Partial<MusterOptions> {
  const { MUSTER_API_KEY: apiKey, MUSTER_CLIENT_ID: clientId, MUSTER_CLIENT_SECRET: clientSecret } = env;
  const { MUSTER_PRIVATE_KEY_FILE: file, MUSTER_KEY_ID: keyId, MUSTER_DPOP: bound } = env;
  const dpop = bound === "1";
  if (bound && !dpop && bound !== "0") throw usageFault("MUSTER_DPOP must be 1 or 0.");
  if (apiKey && dpop) throw usageFault("MUSTER_DPOP binds tokens: set MUSTER_CLIENT_ID instead of MUSTER_API_KEY.");
  if (apiKey) return { apiKey };
  if (clientId && clientSecret) return { clientId, clientSecret, dpop };
  if (clientId && file) return { clientId, privateKey: readPrivateKey(file), ...(keyId ? { keyId } : {}), dpop };
  throw usageFault(
    "Set MUSTER_API_KEY to the client's secret (lms_live_…), or MUSTER_CLIENT_ID and either MUSTER_CLIENT_SECRET or MUSTER_PRIVATE_KEY_FILE.",
  );
}

function readPrivateKey(file: string): PrivateKey {
  try {
    const text = readFileSync(file, "utf8");
    return text.trimStart().startsWith("{") ? (JSON.parse(text) as PrivateJwk) : text;
  } catch (error) {
    throw usageFault(`MUSTER_PRIVATE_KEY_FILE cannot be read: ${(error as Error).message}`);
  }
}
