// Parameters of a list (RFC 7644 §3.4.2, RFC 9865), from a query or from the body of a search.
import { scimError, type ScimType } from "../errors.ts";

/** Maximum number of resources on one page, and the default number. */
export const page_size_max = 200;
export const page_size_default = 100;

export type ListRequest = {
  filter: string | undefined;
  sort_by: string | undefined;
  descending: boolean;
  /** The first index is 1. */
  start_index: number;
  count: number;
  /** Empty for the first page by cursor; undefined for pages by index. */
  cursor: string | undefined;
  attributes: string | readonly string[] | undefined;
  excluded_attributes: string | readonly string[] | undefined;
};

/** Reads the parameters of a list; unknown parameters are ignored. */
export function readListRequest(sent: Readonly<Record<string, unknown>>): ListRequest {
  return {
    filter: textOf(sent, "filter") || undefined,
    sort_by: textOf(sent, "sortBy") || undefined,
    descending: readOrder(textOf(sent, "sortOrder")),
    start_index: Math.max(1, wholeOf(sent, "startIndex") ?? 1),
    count: Math.min(page_size_max, Math.max(0, wholeOf(sent, "count") ?? page_size_default)),
    cursor: textOf(sent, "cursor"),
    attributes: namesOf(sent, "attributes"),
    excluded_attributes: namesOf(sent, "excludedAttributes"),
  };
}

/** The parameters that choose the shown attributes, for any request (RFC 7644 §3.9). */
export function readProjectionRequest(sent: Readonly<Record<string, unknown>>) {
  return { attributes: namesOf(sent, "attributes"), excludedAttributes: namesOf(sent, "excludedAttributes") };
}

function textOf(sent: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = sent[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw scimError(400, parameterFault(name), `${name} must be one string.`);
}

/** The error code for a parameter that is no text or cannot be stored; RFC 7644 §3.12 and RFC 9865 §2.3 define some. */
export function parameterFault(name: string): ScimType {
  return faults.get(name) ?? "invalidValue";
}

const faults: ReadonlyMap<string, ScimType> = new Map([
  ["filter", "invalidFilter"],
  ["sortBy", "invalidPath"],
  ["cursor", "invalidCursor"],
]);

function wholeOf(sent: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = sent[name];
  if (value === undefined || value === null || value === "") return undefined;
  const number = typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (Number.isSafeInteger(number)) return number as number;
  // RFC 9865 §2.3 has a code of its own for `count` with a cursor.
  const scim_type = name === "count" && sent["cursor"] !== undefined ? "invalidCount" : "invalidValue";
  throw scimError(400, scim_type, `${name} must be a whole number in decimal digits.`);
}

function namesOf(sent: Readonly<Record<string, unknown>>, name: string): string | readonly string[] | undefined {
  const value = sent[name];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw scimError(400, "invalidValue", `${name} must be names of attributes.`);
}

/** RFC 7644 §3.4.2.3: ascending is the default. */
function readOrder(text: string | undefined): boolean {
  const order = (text || "ascending").toLowerCase();
  if (order === "ascending" || order === "descending") return order === "descending";
  throw scimError(400, "invalidValue", "sortOrder must be ascending or descending.");
}
