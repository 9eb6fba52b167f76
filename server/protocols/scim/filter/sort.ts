// Sorting (RFC 7644 §3.4.2.3) by values in their normal form. A list is sorted by the value of its primary element, or else of
// the first element with a value. A list that is stored as rows has no order, so the least value counts. Resources without a
// value come last, or first in descending order, as PostgreSQL sorts null.
import type { ResourceType } from "../attributes.ts";
import { compareTexts, valuesAt } from "./evaluate.ts";
import { member } from "./normal-form.ts";
import type { Scalar } from "./filter.ts";
import type { FilterOptions } from "./filter.ts";
import { quoted, ScimSyntax } from "../patch/path-fault.ts";
import { findPath, findSub, qualify, splitAtList, targetOf, type Target } from "../patch/path-names.ts";

/**
 * The attribute that `sortBy` names; null if this type lacks it and another searched type has it. Throws ScimSyntax
 * (invalidPath).
 */
export function parseSortBy(
  text: string,
  type: ResourceType,
  { others = [], unqualified_names }: Pick<FilterOptions, "others" | "unqualified_names"> = {},
): Target | null {
  const [found, ...elsewhere] = [type, ...others].map((each) => targetIn(unqualified_names ? qualify(text, each) : text, each));
  if (!(found instanceof ScimSyntax)) return found!;
  if (elsewhere.every((other) => other instanceof ScimSyntax)) throw found;
  return null;
}

function targetIn(text: string, type: ResourceType): Target | ScimSyntax {
  const path = findPath(text, type);
  if ("sentence" in path) return fault(path.at, path.sentence);
  if (!("attribute" in path)) return fault(0, `${quoted(text)} is a schema; name one of its attributes.`);
  const sub = path.sub ?? findSub(path.attribute, "value") ?? null;
  const target = targetOf({ ...path, sub });
  if (target.leaf.type === "complex") return fault(0, `${target.name} is no single value; name one of its sub-attributes.`);
  if (target.leaf.returned === "never") return fault(0, `${target.name} is never shown, and nothing is sorted by it.`);
  return target;
}

function fault(position: number, sentence: string): ScimSyntax {
  return new ScimSyntax("invalidPath", position, sentence);
}

/** The value by which a resource is sorted. */
export function sortValueOf(resource: unknown, target: Target): Scalar | undefined {
  if (target.many_at === null) return valuesAt(resource, target)[0] as Scalar | undefined;
  const [list, inner] = splitAtList(target);
  const holder = list.keys.reduce(member, resource);
  const values = (Array.isArray(holder) ? holder : []).flatMap((element: unknown) =>
    valuesAt(element, inner).map((value) => ({ value: value as Scalar, primary: member(element, "primary") === true })),
  );
  return (values.find(({ primary }) => primary) ?? values[0])?.value;
}

/** Compares two sort values of one attribute, ascending. */
export function compareSortValues(one: Scalar | undefined, other: Scalar | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return typeof one === "string" ? compareTexts(one, String(other)) : Number(one) - Number(other);
}
