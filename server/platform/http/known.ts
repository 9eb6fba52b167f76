import { isUuid } from "../ids.ts";
import { notFound, type Problem } from "./problem.ts";

/** What a 404 says: its detail, or a problem that a feature has a name for. */
type Missing = string | (() => Problem);

/** An id in a URL, in small letters, as ids are kept. What is no id belongs to nothing: throws 404. */
export function idOf(id: string, missing: Missing): string {
  if (!isUuid(id)) throw problemOf(missing);
  return id.toLowerCase();
}

/** What `find` finds under an id in a URL. Throws 404 where there is nothing. */
export async function findKnown<T>(id: string, missing: Missing, find: (id: string) => Promise<T | undefined>): Promise<T> {
  return known(await find(idOf(id, missing)), missing);
}

/** What was found. Throws 404 where there is nothing. */
export function known<T>(found: T | undefined, missing: Missing): T {
  if (found === undefined) throw problemOf(missing);
  return found;
}

function problemOf(missing: Missing): Problem {
  return typeof missing === "string" ? notFound(missing) : missing();
}
