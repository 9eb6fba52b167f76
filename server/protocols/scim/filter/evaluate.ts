// The meaning of filters, evaluated in memory. sql.ts translates the same filters for the database, and a property test compares
// the two.
//
// Values are compared in a normal form. Texts of attributes that are not caseExact: NFC, then lower case, sorted by code points.
// The document that filters search is stored in this form, because the database's own lower() depends on its collation. Instants:
// milliseconds. Not a value are: null, an absent member, the empty text, an empty list or object, and a value of another type
// than the schema's, such as a single value where the schema has a list (RFC 7643 §2.5).
//
// - An operator on a list holds if it holds for any element (RFC 7644 §3.4.2.2).
// - `ne` is the negation of `eq`: no element is equal, so it also holds for an attribute without a value. A value path tests
//   whether *some* element differs: emails[type ne "work"].
// - `eq null` and `eq ""` hold for an attribute without a value, `ne null` and `ne ""` for one with a value.
// - Inside a value path all conditions apply to the same element.
import { member, normalOne } from "./normal-form.ts";
import type { Comparison, Filter, Scalar } from "./filter.ts";
import type { Target } from "../patch/path-names.ts";

/** Whether a filter matches a resource, or the filter of a value path one element of its list. */
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

/** The values of an attribute, in their normal form. */
export function valuesAt(value: unknown, target: Target): unknown[] {
  return placesAt(value, target)
    .map((found) => normalOne(target.leaf, found))
    .filter((found) => found !== undefined);
}

/** The values of an attribute, as sent. They are not normalised here, because normalising is not idempotent. */
function placesAt(value: unknown, { keys, many_at }: Target): unknown[] {
  let found: unknown[] = [value];
  keys.forEach((key, index) => {
    found = found.flatMap((holder) => {
      const inner = member(holder, key);
      if (index !== many_at) return [inner];
      return Array.isArray(inner) ? inner : [];
    });
  });
  return found;
}

/** Compares texts by their code points, as the database does by bytes of UTF-8. */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b) return orderOf(a) - orderOf(b);
  }
  return one.length - other.length;
}

// Surrogate pairs encode code points above all others.
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
