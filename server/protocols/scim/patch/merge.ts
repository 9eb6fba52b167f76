// What becomes of the values of a multi-valued attribute when others join them (RFC 7643 §2.4): the same (type, value) is
// there once, and at most one value is the primary one.
import type { Attribute } from "../attributes.ts";
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

/**
 * The values that remain after the removal of those that are given: by their `value` and, if both have one, their `type`; or
 * by all their members.
 */
export function withoutNamed(values: readonly Json[], named: readonly Json[], attribute: Attribute): readonly Json[] {
  const keysOf = nameKeys(attribute);
  const said = new Set(named.flatMap((name) => keysOf(name).said));
  return values.filter((value) => !keysOf(value).heard.some((key) => said.has(key)));
}

/** What a value says when it names others, and by what it is named. */
function nameKeys(attribute: Attribute): (value: Json) => { said: string[]; heard: string[] } {
  const identify = identifier(attribute);
  const exact = valueIsExact(attribute);
  return (value) => {
    const own = isObject(value) ? memberOf(value, "value") : undefined;
    if (own === undefined) return { said: [identify(value)], heard: [identify(value)] };
    const text = exact ? canonicalText(own) : foldedText(own);
    const [of_any_type, of_no_type] = [`any ${text}`, `no ${text}`];
    return memberOf(value as JsonObject, "type") === undefined
      ? { said: [of_no_type], heard: [of_no_type, of_any_type] }
      : { said: [identify(value), of_any_type], heard: [identify(value), of_no_type] };
  };
}

function join(first: Json, later: Json): Json {
  return isObject(first) && isObject(later) ? overlay(first, later) : later;
}

/** Two values with the same text are the same value of the attribute. */
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

// A PATCH asks a thousand times about the same values, which are never changed in place.
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

/** RFC 7643 §7, caseExact: false. */
function foldedText(value: Json): string {
  return canonicalText(typeof value === "string" ? value.toLowerCase() : value);
}
