import type { MapChange } from "./haproxy-runtime.ts";
import { inTime, reasonOf, type OpenNode } from "./look.ts";
import { listOrganisations, type Organisation } from "./nodes-sql.ts";

const page_rows = 1_000;

/** The node of each organisation, by code; nodes that could not be queried, with the reason; codes that two nodes claim. */
export type Whereabouts = { map: Map<string, string>; unreachable: Map<string, string>; claimed: string[] };

/** Reads all organisations of all nodes, in pages. */
export async function readWhereabouts(nodes: readonly OpenNode[]): Promise<Whereabouts> {
  const unreachable = new Map<string, string>();
  const read = async (node: OpenNode) => {
    try {
      return { node: node.name, organisations: await readAll(node) };
    } catch (error) {
      unreachable.set(node.name, reasonOf(error));
      return { node: node.name, organisations: [] };
    }
  };
  return { ...mapOf(await Promise.all(nodes.map(read))), unreachable };
}

async function readAll({ pool }: OpenNode): Promise<Organisation[]> {
  const found: Organisation[] = [];
  for (let after = ""; ; after = found.at(-1)!.code) {
    const page = await inTime(listOrganisations(pool, { after, begins: "", rows_max: page_rows }));
    found.push(...page);
    if (page.length < page_rows) return found;
  }
}

type Claim = { node: string; organisations: readonly Pick<Organisation, "code" | "state">[] };

/** The node of each organisation. If several nodes have its rows, the one that serves it, or will serve it next. */
export function mapOf(claims: readonly Claim[]): Pick<Whereabouts, "map" | "claimed"> {
  const best = new Map<string, { node: string; rank: number }>();
  const claimed = new Set<string>();
  for (const { node, organisations } of claims) {
    for (const { code, state } of organisations) {
      const rank = rankOf(state);
      const known = best.get(code);
      if (rank === 0 && known?.rank === 0) claimed.add(code);
      if (rank < moved_rank && (known === undefined || rank < known.rank)) best.set(code, { node, rank });
    }
  }
  const map = new Map([...best].filter(([code]) => !claimed.has(code)).map(([code, { node }]) => [code, node]));
  return { map, claimed: [...claimed].sort() };
}

const moved_rank = 3;

/** During a move, an organisation's requests go to the node that it leaves, which answers that the organisation is moving. */
function rankOf(state: string | null): number {
  if (state === "moved") return moved_rank;
  if (state === "moving_in") return 2;
  return state === "paused" ? 1 : 0;
}

/** The new map. Entries of nodes that could not be queried, and of organisations that two nodes claim, are kept. */
export function mapBeside(before: ReadonlyMap<string, string>, { map, unreachable, claimed }: Whereabouts): Map<string, string> {
  const kept = [...before].filter(([code, node]) => !map.has(code) && (unreachable.has(node) || claimed.includes(code)));
  return new Map([...map, ...kept]);
}

export function changesOf(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): MapChange[] {
  const set = [...after].map(([key, value]) => ({ key, before: before.get(key) ?? null, value }));
  const gone = [...before.keys()].filter((key) => !after.has(key));
  return [
    ...set.filter((change) => change.before !== change.value),
    ...gone.map((key) => ({ key, before: before.get(key)!, value: null })),
  ];
}

/** The map in HAProxy's format: a code and a node per line, sorted by code. */
export function mapText(map: ReadonlyMap<string, string>): string {
  return [...map]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, node]) => `${code} ${node}\n`)
    .join("");
}

export function readMapText(text: string): Map<string, string> {
  const lines = text.split("\n").map((line) => line.trim());
  return new Map(
    lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split(/\s+/, 2) as [string, string]),
  );
}
