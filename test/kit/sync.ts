// Runs the command muster-sync as an integrator does.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Company } from "./company.ts";

export type Said = { code: number | null; stdout: string; stderr: string; objects: Record<string, any>[] };

const command = path.join(import.meta.dirname, "../../sdk/typescript/src/command/main.ts");

export function startSync(company: Company, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const { BASE_URL, TENANT_CODE, SECRET } = company.env;
  const settings = { MUSTER_BASE_URL: BASE_URL, MUSTER_TENANT_CODE: TENANT_CODE, MUSTER_API_KEY: SECRET, ...env };
  return spawn(process.execPath, [command, ...args], { env: { ...process.env, ...settings }, stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs the command to its end. */
export async function sync(company: Company, args: readonly string[], env: Record<string, string> = {}): Promise<Said> {
  const child = startSync(company, args, env);
  let [stdout, stderr] = ["", ""];
  child.stdout!.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
  return { code, stdout, stderr, objects: lines.map((line) => JSON.parse(line) as Record<string, any>) };
}
