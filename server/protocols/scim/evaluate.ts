// What filters mean, in memory; filter-sql.ts says the same to the database, and a property test holds the two together.
//
// Values are compared in a normal form. Texts of attributes that are not caseExact: NFC, then lower case, so that the order
// of texts is the order of their code points; the document that filters search in is stored in this form, because the
// database's own lower() depends on its collation. Instants: milliseconds. Nothing is no value: null, an absent member, the
// empty text, an empty list or object, and a value of another type than the schema's (RFC 7643 §2.5).
//
// - An operator on a list holds when it holds for any element (RFC 7644 §3.4.2.2).
// - `ne` is the negation of `eq`: no element is equal, so it holds where there is no value. That *some* element differs is
//   said by a value path: emails[type ne "work"].
// - `eq null` and `eq ""` hold where there is no value, `ne null` and `ne ""` where there is one.
// - Inside a value path all conditions speak of the same element.
import { caseNorm } from "../../platform/text.ts";
import type { Attribute, ResourceSchema, ResourceType } from "./attributes.ts";
import { common_attributes } from "./attributes.ts";
import type { Target } from "./path-names.ts";

export type Comparison = "eq" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le";

/** A value in its normal form. */
export type Scalar = string | number | boolean;

/** A filter whose every name and type is known to be right. */
export type Filter =
  | { kind: "and" | "or"; of: readonly Filter[] }
  | { kind: "not"; of: Filter }
  | { kind: "never" }
  | { kind: "present"; target: Target }
  | { kind: "compare"; target: Target; operator: Comparison; value: Scalar }
  /** A value path: some element of the list, for which `of` holds; its targets start at the element. */
  | { kind: "element"; target: Target; of: Filter };

/** Whether a filter holds for a resource, or that of a value path for one element of its list. */
export function matches(filter: Filter, value: unknown): boolean {
  switch (filter.kind) {
    case "and":
      return filter.of.every((part) => matches(part, value));
    case "or":
      return filter.of.some((part) => matches(part, value));
    case "not":
      return !matches(filter.of, value);
    case "never":
      return false;
    case "present":
      return valuesAt(value, filter.target).length > 0;
    case "compare":
      return valuesAt(value, filter.target).some((found) => compare(filter.operator, found as Scalar, filter.value));
    default:
      return placesAt(value, filter.target).some(
        (element) => normalOne(filter.target.leaf, element) !== undefined && matches(filter.of, element),
      );
  }
}

/** The values at a place, in their normal form. */
export function valuesAt(value: unknown, target: Target): unknown[] {
  return placesAt(value, target)
    .map((found) => normalOne(target.leaf, found))
    .filter((found) => found !== undefined);
}

/** What stands at a place, as sent. A normal form has no normal form: a text is normalised once. */
function placesAt(value: unknown, { keys, many_at }: Target): unknown[] {
  let found: unknown[] = [value];
  keys.forEach((key, index) => {
    found = found.flatMap((holder) => {
      const inner = member(holder, key);
      return index === many_at && Array.isArray(inner) ? inner : [inner];
    });
  });
  return found;
}

/** Orders texts by their code points, as the database does by bytes of UTF-8. */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b) return orderOf(a) - orderOf(b);
  }
  return one.length - other.length;
}

// Code units of surrogate pairs stand for code points above all others.
function orderOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function compare(operator: Comparison, found: Scalar, wanted: Scalar): boolean {
  if (operator === "eq") return found === wanted;
  if (typeof found === "string" && typeof wanted === "string") {
    if (operator === "co") return found.includes(wanted);
    if (operator === "sw") return found.startsWith(wanted);
    if (operator === "ew") return found.endsWith(wanted);
  }
  const order = typeof found === "string" ? compareTexts(found, String(wanted)) : Number(found) - Number(wanted);
  if (operator === "gt") return order > 0;
  if (operator === "ge") return order >= 0;
  return operator === "lt" ? order < 0 : order <= 0;
}

/** The normal form of a resource, as the database keeps it for filters; what no schema of its type has is left out. */
export function normalForm(resource: unknown, type: ResourceType): Record<string, unknown> {
  return Object.fromEntries([
    ...normalMembers(resource, [...common_attributes, ...type.core.attributes]),
    ...type.extensions.flatMap((schema) => normalExtension(resource, schema)),
  ]);
}

function normalExtension(resource: unknown, schema: ResourceSchema): [string, unknown][] {
  const members = normalMembers(member(resource, schema.id), schema.attributes);
  return members.length === 0 ? [] : [[schema.id, Object.fromEntries(members)]];
}

function normalMembers(holder: unknown, attributes: readonly Attribute[]): [string, unknown][] {
  return attributes.flatMap((attribute): [string, unknown][] => {
    const value = normalValue(attribute, member(holder, attribute.name));
    return value === undefined ? [] : [[attribute.name, value]];
  });
}

function normalValue(attribute: Attribute, value: unknown): unknown {
  if (!attribute.multiValued) return normalOne(attribute, value);
  const elements = (Array.isArray(value) ? value : [value])
    .map((element) => normalOne(attribute, element))
    .filter((element) => element !== undefined);
  return elements.length === 0 ? undefined : elements;
}

/** The normal form of one value, or undefined when it is none. */
function normalOne(attribute: Attribute, value: unknown): unknown {
  switch (attribute.type) {
    case "string":
    case "reference":
    case "binary":
      return typeof value === "string" && value !== "" ? normalText(attribute, value) : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "integer":
    case "decimal":
      return typeof value === "number" && Number.isFinite(value) ? value : undefined;
    case "dateTime":
      return typeof value === "string" ? millisecondsOf(value) : undefined;
    default: {
      const members = normalMembers(value, attribute.subAttributes ?? []);
      return members.length === 0 ? undefined : Object.fromEntries(members);
    }
  }
}

export function normalText(attribute: Attribute, text: string): string {
  return attribute.caseExact ? text : caseNorm(text);
}

const date_time_pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/;
const [earliest_ms, latest_ms] = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"].map(
  (text) => Temporal.Instant.from(text).epochMilliseconds,
) as [number, number];

/**
 * The instant of an xsd:dateTime in milliseconds, which is what the service shows of instants; one between two milliseconds
 * lies half-way. UTC when no zone is given. Undefined when it is none, or outside of the years 1 to 9999.
 */
export function millisecondsOf(text: string): number | undefined {
  const [, seconds, fraction = "", zone = "Z"] = date_time_pattern.exec(text) ?? [];
  if (seconds === undefined) return undefined;
  try {
    const whole = Temporal.Instant.from(`${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}${zone}`).epochMilliseconds;
    if (whole < earliest_ms || whole > latest_ms) return undefined;
    return /[1-9]/.test(fraction.slice(3)) ? whole + 0.5 : whole;
  } catch {
    return undefined; // no such day or time
  }
}

function member(holder: unknown, key: string): unknown {
  if (typeof holder !== "object" || holder === null || Array.isArray(holder)) return undefined;
  return Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined;
}
