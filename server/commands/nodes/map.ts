import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import type { Config } from "../../config.ts";
import { UsageError } from "../usage.ts";
import { changeRuntimeMap, readRuntimeMap } from "./haproxy-runtime.ts";
import { withNodes } from "./look.ts";
import { changesOf, mapBeside, mapText, readMapText, readWhereabouts, type Whereabouts } from "./node-map.ts";
import { nodesOf } from "./nodes-of.ts";

const usage = "usage: muster nodes map [--write FILE] [--runtime SOCKET]";

/**
 * `muster nodes map`: the map of the proxy in front, from tenant code to node. It is printed, or written to a file that is
 * replaced atomically, or its changes are sent to a running HAProxy. Ends with status 1 when a node could not be queried; the
 * entries of that node then stay as they were.
 */
export async function nodesMap(config: Readonly<Config>, args: string[]): Promise<void> {
  const { file, socket } = readArguments(args);
  const found = await withNodes(nodesOf(config), readWhereabouts);
  for (const [name, reason] of found.unreachable)
    console.error(`${name} could not be asked: ${reason}. Its entries stay as they were.`);
  for (const code of found.claimed)
    console.error(`${code} is on several nodes, and its entry stays as it was: \`muster org move\` says how it is ended.`);
  if (found.unreachable.size > 0 || found.claimed.length > 0) process.exitCode = 1;
  if (file !== null) writeFile(file, mapText(mapBeside(readFile(file), found)));
  if (socket !== null) await bring(socket, file, found);
  if (file === null && socket === null) process.stdout.write(mapText(found.map));
}

async function bring(socket: string, file: string | null, found: Whereabouts): Promise<void> {
  try {
    const { id, entries } = await readRuntimeMap(socket, file);
    const changes = changesOf(entries, mapBeside(entries, found));
    await changeRuntimeMap(socket, id, changes);
    console.log(`${changes.length} of ${entries.size} entries changed.`);
  } catch (error) {
    throw new UsageError(`HAProxy at ${socket}: ${(error as Error).message}`);
  }
}

function readArguments(args: string[]): { file: string | null; socket: string | null } {
  const given = { "--write": null as string | null, "--runtime": null as string | null };
  for (let at = 0; at < args.length; at += 2) {
    const [flag, value] = [args[at], args[at + 1]];
    if ((flag !== "--write" && flag !== "--runtime") || value === undefined || given[flag] !== null) throw new UsageError(usage);
    given[flag] = value;
  }
  return { file: given["--write"] && path.resolve(given["--write"]), socket: given["--runtime"] };
}

function readFile(file: string): Map<string, string> {
  try {
    return readMapText(readFileSync(file, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Replaces the file atomically: a reader finds the old map or the new one, also after a power failure. */
function writeFile(file: string, text: string): void {
  const beside = `${file}.${process.pid}`;
  try {
    const open = openSync(beside, "wx", 0o644);
    try {
      writeSync(open, text);
      fsyncSync(open);
    } finally {
      closeSync(open);
    }
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
  }
}
