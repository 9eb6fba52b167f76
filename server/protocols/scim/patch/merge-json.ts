// Functions for JSON from outside. Members are read with Object.hasOwn, and written with Object.fromEntries or in a literal, so
// that a name such as `__proto__` reaches no prototype.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

/** Names that are special in JavaScript and have no meaning in SCIM; they are always left out. */
const forbidden_names = new Set(["__proto__", "constructor", "prototype"]);

export function isForbidden(name: string): boolean {
  return forbidden_names.has(name);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Like Array.isArray, but without its `any`. */
export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The own member of that name, or undefined. */
export function memberOf(object: JsonObject | undefined, name: string): Json | undefined {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A copy in which the member has that value; undefined removes it. The order of members stays. */
export function withMember(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [name]: value };
  const { [name]: _, ...others } = object;
  return others;
}

/** An object with the members of both; those of the second take precedence. */
export function overlay(below: JsonObject, above: JsonObject): JsonObject {
  return { ...below, ...above };
}

/** Whether two values are equal. The order of members does not matter, nor, by RFC 7643 §2.4, the order of an array's values. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && canonicalText(one) === canonicalText(other));
}

/** A text that is the same for equal values. */
export function canonicalText(value: Json): string {
  if (isArray(value)) return `[${value.map(canonicalText).sort().join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join(",")}}`;
}
