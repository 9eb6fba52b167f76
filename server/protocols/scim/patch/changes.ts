import { isObject, isSame, memberOf, type Json, type JsonObject } from "./merge-json.ts";

/** One attribute before and after; null where it is unassigned. */
export type Change = { path: string; before: Json; after: Json };

/** The differences between two documents of a resource, by their paths (RFC 7644 §3.10). */
export function findChanges(before: JsonObject, after: JsonObject): Change[] {
  return namesOf(before, after)
    .filter((name) => name !== "schemas")
    .flatMap((name) => compare(name, memberOf(before, name), memberOf(after, name), /^urn:/i.test(name) ? ":" : "."));
}

/** Objects are compared by their members; arrays and everything else as a whole. */
function compare(path: string, before: Json | undefined, after: Json | undefined, joint: ":" | "." | null): Change[] {
  if (isSame(before, after)) return [];
  if (joint === null || !(isObject(before ?? after) && isObject(after ?? before))) {
    return [{ path, before: before ?? null, after: after ?? null }];
  }
  const [old, young] = [(before ?? {}) as JsonObject, (after ?? {}) as JsonObject];
  return namesOf(old, young).flatMap((name) =>
    compare(`${path}${joint}${name}`, memberOf(old, name), memberOf(young, name), joint === ":" ? "." : null),
  );
}

function namesOf(one: JsonObject, other: JsonObject): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}
