import { statfs } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../../config.ts";
import { isLoopbackHost } from "../is-trial.ts";
import type { ServerFacts } from "./doctor-sql.ts";
import { ok, unknown, warning, wrong, type Finding } from "./finding.ts";

const gib = 1_073_741_824;
const free_min_bytes = gib / 4;
const free_low_bytes = 2 * gib;
const free_low_share = 0.1;

/** Checks the folder of the embedded database and its key. A process that uses a database server stores nothing on disk. */
export async function checkDataDir({ database_url, data_dir }: Readonly<Config>): Promise<Finding[]> {
  if (database_url !== null) return [];
  return [await checkFolder(path.resolve(data_dir), "DATA_DIR")];
}

/** The database's size, and the free space of its disk if the server runs on this machine and its folder is readable. */
export async function checkDatabaseSpace({ size_bytes, settings }: ServerFacts, url: string): Promise<Finding[]> {
  const size = `The database takes ${inGib(size_bytes)}.`;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? hostname;
  const is_here = host.startsWith("/") || isLoopbackHost(host);
  const folder = settings["data_directory"];
  if (is_here && folder !== undefined) {
    const found = await checkFolder(folder, "The database's folder");
    if (found.status !== "unknown") return [{ ...found, found: `${size} ${found.found}` }];
  }
  return [unknown(`${size} How much is free around it cannot be seen from here.`, "Watch the free space of the server's disk.")];
}

async function checkFolder(folder: string, what: string): Promise<Finding> {
  // Finds the nearest existing folder: DATA_DIR is created at the first start.
  for (let place = folder; ; place = path.dirname(place)) {
    try {
      const { bavail, bsize, blocks } = await statfs(place);
      return judgeSpace(`${what} ${folder}`, bavail * bsize, blocks * bsize);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || place === path.dirname(place))
        return unknown(`${what} ${folder} cannot be looked at.`);
    }
  }
}

function judgeSpace(what: string, free: number, total: number): Finding {
  const found = `${what} has ${inGib(free)} free of ${inGib(total)}.`;
  const change = "Free space or enlarge the disk, before writes are refused.";
  if (free < free_min_bytes) return wrong(found, change);
  if (free < free_low_bytes || free < total * free_low_share) return warning(found, change);
  return ok(found);
}

/** Reports replication slots that a move has left: the server retains its log for them until its disk is full. */
export function checkMoveSlots(slots: readonly { name: string; kept_bytes: number }[]): Finding[] {
  return slots.map(({ name, kept_bytes }) =>
    warning(
      `The replication slot ${name}, which a move of an organisation made, has no connected reader; the server keeps ${inGib(kept_bytes)} of its log for it.`,
      "If no move is under way, run `muster org move CODE --abort`, or --to the same node again (docs/operating/moving.md).",
    ),
  );
}

function inGib(bytes: number): string {
  return `${(bytes / gib).toFixed(2)} GiB`;
}
