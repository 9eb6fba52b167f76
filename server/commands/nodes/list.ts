import type { Config } from "../../config.ts";
import { UsageError } from "../usage.ts";
import { lookAtAll, withNodes, type NodeReport } from "./look.ts";
import { nodesOf } from "./nodes-of.ts";

/** `muster nodes list [--json]`: shows the state of each node of NODES_FILE. Ends with status 1 when a node does not answer. */
export async function nodesList(config: Readonly<Config>, args: string[]): Promise<void> {
  if (args.some((word) => word !== "--json")) throw new UsageError("usage: muster nodes list [--json]");
  const reports = await withNodes(nodesOf(config), (nodes) => lookAtAll(nodes, config.keyring));
  console.log(args.includes("--json") ? JSON.stringify({ nodes: reports }, null, 2) : tableOf(reports));
  if (reports.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
}

const head = ["node", "version", "migration", "keys", "organisations", "people", "database", "connections", "oldest due"];

function tableOf(reports: readonly NodeReport[]): string {
  const rows = [head, ...reports.map(rowOf)];
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join("  ")
      .trimEnd(),
  );
  const faults = reports.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`));
  return [...lines, ...(faults.length === 0 ? [] : ["", ...faults])].join("\n");
}

function rowOf({ name, version, facts }: NodeReport): string[] {
  const unknown = "-";
  if (facts === null) return [name, version ?? unknown, ...head.slice(2).map(() => unknown)];
  return [
    name,
    version ?? unknown,
    String(facts.migration),
    facts.key_versions.map((key) => `v${key}`).join(","),
    String(facts.organisations),
    `~${Math.round(facts.people)}`,
    inGib(facts.database_bytes),
    `${facts.connections} of ${facts.connections_max}`,
    `${Math.round(facts.oldest_due_s)} s`,
  ];
}

const gib = 1_073_741_824;

export function inGib(bytes: number): string {
  return `${(bytes / gib).toFixed(2)} GiB`;
}
