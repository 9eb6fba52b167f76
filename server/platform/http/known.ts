import { isUuid } from "../ids.ts";
import { notFound, type Problem } from "./problem.ts";

/** The content of a 404: its detail, or a problem of the feature. */
type Missing = string | (() => Problem);

/** An id from a URL, in lower case as ids are stored. Throws 404 for a text that is no id. */
export function idOf(id: string, missing: Missing): string {
  if (!isUuid(id)) throw problemOf(missing);
  return id.toLowerCase();
}

/** The record that `find` finds under an id from a URL. Throws 404 if there is none. */
export async function findKnown<T>(id: string, missing: Missing, find: (id: string) => Promise<T | undefined>): Promise<T> {
  return known(await find(idOf(id, missing)), missing);
}

/** The given record. Throws 404 if it is undefined. */
export function known<T>(found: T | undefined, missing: Missing): T {
  if (found === undefined) throw problemOf(missing);
  return found;
}

function problemOf(missing: Missing): Problem {
  return typeof missing === "string" ? notFound(missing) : missing();
}
