import { readFileSync } from "node:fs";
import type { Config } from "../../config.ts";
import { readNodes, type NodeEntry } from "../../platform/nodes.ts";
import { UsageError } from "../usage.ts";

export function nodesOf({ nodes_file }: Pick<Config, "nodes_file">): NodeEntry[] {
  if (nodes_file === null) throw new UsageError("Set NODES_FILE to the file that lists the nodes (docs/operating/nodes.md).");
  try {
    return readNodes(readFileSync(nodes_file, "utf8"));
  } catch (error) {
    throw new UsageError(`NODES_FILE ${nodes_file}: ${(error as Error).message}`);
  }
}
