import { isDeepStrictEqual } from "node:util";

/** What an audit row says of a record: `[before, after]` of each member that differs, the id apart. */
export function changesBetween<Row extends object>(before: Row | undefined, after: Row): Record<string, [unknown, unknown]> {
  const members = (Object.keys(after) as (keyof Row & string)[]).filter((member) => member !== "id");
  const pairs = members.map((member) => [member, [before?.[member] ?? null, after[member]]] as [string, [unknown, unknown]]);
  return Object.fromEntries(pairs.filter(([, [was, is]]) => !isDeepStrictEqual(was, is)));
}
