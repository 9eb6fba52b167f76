import { isDeepStrictEqual } from "node:util";

/** The changes that an audit row records: `[before, after]` of each member that differs, except the id. */
export function changesBetween<Row extends object>(before: Row | undefined, after: Row): Record<string, [unknown, unknown]> {
  const members = (Object.keys(after) as (keyof Row & string)[]).filter((member) => member !== "id");
  const pairs = members.map((member) => [member, [before?.[member] ?? null, after[member]]] as [string, [unknown, unknown]]);
  return Object.fromEntries(pairs.filter(([, [was, is]]) => !isDeepStrictEqual(was, is)));
}
