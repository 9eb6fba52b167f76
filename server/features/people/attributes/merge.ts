import { isDeepStrictEqual } from "node:util";
import { escapeToken } from "../../../platform/http/bodies/json-body.ts";
import type { ErrorItem } from "../../../platform/http/problem.ts";
import type { AttributeValue } from "../definition.ts";
import { attributes_max } from "../schema.ts";
import type { AttributeDefinition } from "../sql.ts";

type Attributes = Record<string, AttributeValue>;

/**
 * Merges custom attributes key by key as in RFC 7396: null removes a key. Keys must be defined by an administrator, and values
 * must have the key's type. An existing value may always be written back or removed, even if its key was changed or deleted.
 */
export function mergeAttributes(
  current: Attributes,
  given: Attributes | null | undefined,
  definitions: readonly AttributeDefinition[],
): { attributes: Attributes; faults: ErrorItem[] } {
  if (given === undefined) return { attributes: current, faults: [] };
  if (given === null) return { attributes: {}, faults: [] };
  const types = new Map(definitions.map(({ key, type }) => [key, type]));
  const attributes = new Map(Object.entries(current));
  const faults: ErrorItem[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (attributes.has(key) && (value === null || isDeepStrictEqual(value, attributes.get(key)))) {
      if (value === null) attributes.delete(key);
      continue;
    }
    const item = faultOf(key, value, types.get(key));
    if (item) faults.push(item);
    else if (value !== null) attributes.set(key, value);
  }
  if (attributes.size > attributes_max) {
    faults.push({ pointer: "#/attributes", code: "TOO_LONG", detail: `a person can have at most ${attributes_max} attributes` });
  }
  return { attributes: Object.fromEntries(attributes), faults };
}

function faultOf(key: string, value: AttributeValue, type: AttributeDefinition["type"] | undefined): ErrorItem | null {
  const pointer = `#/attributes/${escapeToken(key)}`;
  if (type === undefined)
    return { pointer, code: "UNKNOWN_ATTRIBUTE", detail: "is not an attribute that the organisation has defined" };
  if (value === null || typeOf(value) === type) return null;
  return { pointer, code: "INVALID_TYPE", detail: type === "string_array" ? "must be an array of strings" : `must be a ${type}` };
}

function typeOf(value: Exclude<AttributeValue, null>): string {
  return Array.isArray(value) ? "string_array" : typeof value;
}
