// Adding values to a multi-valued attribute (RFC 7643 §2.4): the same (type, value) occurs only once, and at most one value is
// primary.
import type { Attribute } from "../attributes.ts";
import { canonicalText, isObject, memberOf, overlay, withMember, type Json, type JsonObject } from "./merge-json.ts";

/** A value, and whether the current request has added or changed it. */
export type Entry = { value: Json; touched: boolean };

/**
 * The remaining values. Equal values become one, at the place of the first and with the sub-attributes of the last. RFC 7644
 * §3.5.2: a primary value in the request makes the others non-primary.
 */
export function settle(entries: readonly Entry[], attribute: Attribute): readonly Json[] {
  const identify = identifier(attribute);
  const merged = new Map<string, Entry>();
  for (const { value, touched } of entries) {
    const identity = identify(value);
    const first = merged.get(identity);
    if (first === undefined) merged.set(identity, { value, touched });
    else merged.set(identity, { value: join(first.value, value), touched: touched || first.touched });
  }
  const settled = [...merged.values()];
  const primary = settled.findLast(({ value, touched }) => touched && isPrimary(value));
  if (primary === undefined) return settled.map(({ value }) => value);
  return settled.map((entry) =>
    entry !== primary && isPrimary(entry.value) ? withMember(entry.value, "primary", false) : entry.value,
  );
}

export function isPrimary(value: Json): value is JsonObject {
  return isObject(value) && memberOf(value, "primary") === true;
}

/**
 * The values without the given ones. Values are compared by their `value` and, if both have one, their `type`; a value without
 * `value` is compared by all its members.
 */
export function withoutNamed(values: readonly Json[], named: readonly Json[], attribute: Attribute): readonly Json[] {
  const keysOf = removalKeys(attribute);
  const removes = new Set(named.flatMap((name) => keysOf(name).removes));
  return values.filter((value) => !keysOf(value).removed_by.some((key) => removes.has(key)));
}

/**
 * Keys that decide which values a request removes: a stored value is removed if one of its `removed_by` keys is among the
 * `removes` keys of a value in the request.
 */
function removalKeys(attribute: Attribute): (value: Json) => { removes: string[]; removed_by: string[] } {
  const identify = identifier(attribute);
  const exact = valueIsExact(attribute);
  return (value) => {
    const own = isObject(value) ? memberOf(value, "value") : undefined;
    if (own === undefined) return { removes: [identify(value)], removed_by: [identify(value)] };
    const text = exact ? canonicalText(own) : foldedText(own);
    const [of_any_type, of_no_type] = [`any ${text}`, `no ${text}`];
    return memberOf(value as JsonObject, "type") === undefined
      ? { removes: [of_no_type], removed_by: [of_no_type, of_any_type] }
      : { removes: [identify(value), of_any_type], removed_by: [identify(value), of_no_type] };
  };
}

function join(first: Json, later: Json): Json {
  return isObject(first) && isObject(later) ? overlay(first, later) : later;
}

/** A function whose text is the same for equal values of the attribute. */
function identifier(attribute: Attribute): (value: Json) => string {
  if (attribute.type !== "complex") return attribute.caseExact ? canonicalText : foldedText;
  const exact = valueIsExact(attribute);
  return (value) => {
    if (!isObject(value)) return canonicalText(value);
    const known = identities.get(value);
    if (known !== undefined) return known;
    const identity = identityOf(value, exact);
    identities.set(value, identity);
    return identity;
  };
}

// Cached, because a PATCH compares the same values a thousand times; they are never changed in place.
const identities = new WeakMap<JsonObject, string>();

function identityOf(value: JsonObject, exact: boolean): string {
  const own = memberOf(value, "value");
  if (own === undefined) return canonicalText(value);
  const type = memberOf(value, "type");
  return JSON.stringify([type === undefined ? null : foldedText(type), exact ? canonicalText(own) : foldedText(own)]);
}

function valueIsExact({ subAttributes = [] }: Attribute): boolean {
  return subAttributes.find(({ name }) => name === "value")?.caseExact ?? true;
}

/** The text for attributes with caseExact false (RFC 7643 §7). */
function foldedText(value: Json): string {
  return canonicalText(typeof value === "string" ? value.toLowerCase() : value);
}
