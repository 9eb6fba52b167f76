// What becomes of the values of a multi-valued attribute when others join them (RFC 7643 §2.4): the same (type, value) is
// there once, and at most one value is the primary one.
import type { Attribute } from "./attributes.ts";
import { canonicalText, isObject, memberOf, overlay, withMember, type Json, type JsonObject } from "./merge-json.ts";

/** A value and whether the request at hand has brought or changed it. */
export type Entry = { value: Json; touched: boolean };

/**
 * The values as they remain: those that are the same become one, at the place of the first, with the sub-attributes of the
 * last; RFC 7644 §3.5.2: a primary value that the request brings ends that of the others.
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

/** Whether a value is the one that somebody names in order to remove it: by its `value` and, if both have one, its `type`. */
export function isNamedBy(value: Json, named: Json, attribute: Attribute): boolean {
  const valueOf = identifierOf(attribute, "value");
  if (!isObject(value) || !isObject(named) || memberOf(named, "value") === undefined) {
    return isObject(value) && isObject(named)
      ? hasAll(value, named)
      : identifier(attribute)(value) === identifier(attribute)(named);
  }
  const types = [memberOf(value, "type"), memberOf(named, "type")];
  const same_type = types.includes(undefined) || foldedText(types[0]!) === foldedText(types[1]!);
  return same_type && valueOf(memberOf(value, "value")) === valueOf(memberOf(named, "value"));
}

function hasAll(value: JsonObject, named: JsonObject): boolean {
  return Object.entries(named).every(([name, member]) => canonicalText(memberOf(value, name) ?? null) === canonicalText(member));
}

function join(first: Json, later: Json): Json {
  return isObject(first) && isObject(later) ? overlay(first, later) : later;
}

/** Two values with the same text are the same value of the attribute. */
function identifier(attribute: Attribute): (value: Json) => string {
  if (attribute.type !== "complex") return attribute.caseExact ? canonicalText : foldedText;
  const valueOf = identifierOf(attribute, "value");
  return (value) => {
    const own = isObject(value) ? memberOf(value, "value") : undefined;
    if (own === undefined) return canonicalText(value);
    return JSON.stringify([foldedText(memberOf(value as JsonObject, "type") ?? null), valueOf(own)]);
  };
}

function identifierOf(attribute: Attribute, name: string): (value: Json | undefined) => string {
  const exact = attribute.subAttributes?.find((sub) => sub.name === name)?.caseExact ?? true;
  return (value) => (exact ? canonicalText(value ?? null) : foldedText(value ?? null));
}

/** RFC 7643 §7, caseExact: false. */
function foldedText(value: Json): string {
  return canonicalText(typeof value === "string" ? value.toLowerCase() : value);
}
