import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The parts of a V8 CPU profile that are used here. */
export type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
};

export type SelfTime = { name: string; share: number };

/** The functions with the longest self time, as shares of the time in which the process was not idle. */
export function topSelfTimes(profile: Profile, count: number): SelfTime[] {
  const names = new Map(profile.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const spent = new Map<string, number>();
  profile.samples.forEach((id, index) => {
    const name = names.get(id) ?? "(unknown)";
    if (name === "(idle)" || name === "(root)") return;
    spent.set(name, (spent.get(name) ?? 0) + Math.max(0, profile.timeDeltas[index] ?? 0));
  });
  const busy = spent.values().reduce((sum, time) => sum + time, 0);
  return [...spent]
    .map(([name, time]) => ({ name, share: time / busy }))
    .toSorted((a, b) => b.share - a.share)
    .slice(0, count);
}

/** `read (server/platform/http/bodies/json-body.ts:12)`; functions of the engine have no file. */
function nameOf({ functionName, url, lineNumber }: Profile["nodes"][number]["callFrame"]): string {
  const name = functionName || "(anonymous)";
  const place = url.replace(/^file:\/\//, "").replace(/^.*\/(?=node_modules\/|server\/|bench\/)/, "");
  return place === "" ? name : `${name} (${place}:${lineNumber + 1})`;
}

/** The top functions of every profile in a folder, as text. */
export function renderProfiles(dir: string, count: number): string {
  const files = readdirSync(dir).filter((name) => name.endsWith(".cpuprofile"));
  return files
    .map((name) => {
      const profile = JSON.parse(readFileSync(path.join(dir, name), "utf8")) as Profile;
      const lines = topSelfTimes(profile, count).map(
        (entry) => `  ${(entry.share * 100).toFixed(1).padStart(5)} %  ${entry.name}`,
      );
      return [path.join(dir, name), ...lines].join("\n");
    })
    .join("\n\n");
}
