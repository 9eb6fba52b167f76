import { common_attributes, type Attribute, type ResourceSchema, type ResourceType } from "../attributes.ts";
import { quoted } from "./path-fault.ts";

/** An attribute of a resource type, found by its name; `extension` is null for attributes of the resource itself. */
export type AttributePath = { extension: ResourceSchema | null; attribute: Attribute; sub: Attribute | null };

/** The path from a resource, or inside a value path from one element, to its values. */
export type Target = {
  /** The path as in the schema: `emails.value`, `urn:…:User:manager.value`; `value` for an element that is no object. */
  name: string;
  /** The members to follow; none if the element itself is the value. */
  keys: readonly string[];
  /** The index of the key whose value is a list, or null. No path contains two lists. */
  many_at: number | null;
  leaf: Attribute;
};

/** Why a name is invalid; `at` counts from the name's first character. */
export type NameFault = { at: number; sentence: string };

// RFC 7643 §2.1. `$ref` is a name in §2.4, although no name of the grammar begins with `$`.
const name_pattern = /^\$?[A-Za-z][\w$-]*$/;
const uri_pattern = /^[A-Za-z][A-Za-z0-9+.-]*:[\w.~%!$&'*+,;=:@/?#-]+$/;

/** Whether a word has the syntax of an attrPath (RFC 7644 §3.4.2.2). */
export function isAttributePath(word: string): boolean {
  const colon = word.lastIndexOf(":");
  if (colon !== -1 && !uri_pattern.test(word.slice(0, colon))) return false;
  const names = word.slice(colon + 1).split(".", 3);
  return names.length <= 2 && names.every((name) => name_pattern.test(name));
}

/** What an attrPath refers to in a resource type: an attribute, a whole schema by its URN, or nothing. */
export function findPath(text: string, type: ResourceType): AttributePath | ResourceSchema | NameFault {
  const schema = schemaOf(text, type);
  if (schema !== null && text.length === schema.id.length) return schema;
  const start = schema === null ? 0 : schema.id.length + 1;
  const rest = text.slice(start);
  if (rest.includes(":")) return { at: 0, sentence: `${quoted(text)} begins with no schema of ${type.name}.` };
  const [name, sub_name, ...more] = rest.split(".");
  const extension = schema !== null && schema !== type.core ? schema : null;
  const attribute = findAttribute(name!, extension ? extension.attributes : type.core.attributes, extension === null);
  if (attribute === undefined)
    return { at: start, sentence: `${quoted(name!)} is no attribute of ${extension?.id ?? type.name}.` };
  if (sub_name === undefined) return { extension, attribute, sub: null };
  const sub = findSub(attribute, sub_name);
  if (sub === undefined || more.length > 0) {
    const wrong = [sub_name, ...more].join(".");
    return { at: start + name!.length + 1, sentence: `${quoted(wrong)} is no sub-attribute of ${attribute.name}.` };
  }
  return { extension, attribute, sub };
}

/**
 * Completes a path whose extension URN a provider has left out, or has ended with a dot: if the core schema has no such attribute
 * and exactly one extension has it. RFC 7644 §3.10 requires the URN and a colon, so any other path stays as it is.
 */
export function qualify(path: string, type: ResourceType): string {
  if (!("sentence" in findPath(path, type))) return path;
  const candidates = type.extensions.map(({ id }) => `${id}:${path}`);
  const dotted = [type.core, ...type.extensions].find(({ id }) => sameName(path.slice(0, id.length + 1), `${id}.`));
  const meant = dotted ? [`${dotted.id}:${path.slice(dotted.id.length + 1)}`] : candidates;
  const known = meant.filter((name) => !("sentence" in findPath(name, type)));
  return known.length === 1 ? known[0]! : path;
}

/** The sub-attribute with this name, in any letter case. */
export function findSub(attribute: Attribute, name: string): Attribute | undefined {
  return findAttribute(name, attribute.subAttributes ?? [], false);
}

/** The values that a path refers to; by default those of the sub-attribute `value` (RFC 7643 §2.4). */
export function targetOf({ extension, attribute, sub }: AttributePath): Target {
  const keys = [...(extension ? [extension.id] : []), attribute.name];
  return {
    name: `${extension ? `${extension.id}:` : ""}${attribute.name}${sub ? `.${sub.name}` : ""}`,
    keys: sub ? [...keys, sub.name] : keys,
    many_at: attribute.multiValued ? keys.length - 1 : null,
    leaf: sub ?? attribute,
  };
}

/** Splits a target in a list into the list and the target within its element. */
export function splitAtList({ keys, many_at, leaf }: Target): [Target, Target] {
  const list = keys.slice(0, many_at! + 1);
  const inner = keys.slice(many_at! + 1);
  return [
    { name: list.join(":"), keys: list, many_at, leaf },
    { name: inner[0] ?? "value", keys: inner, many_at: null, leaf: { ...leaf, multiValued: false } },
  ];
}

/** The schema with the longest URN that the text begins with, regardless of case (RFC 8141 §3.1, for URNs like ours). */
function schemaOf(text: string, type: ResourceType): ResourceSchema | null {
  let longest: ResourceSchema | null = null;
  for (const schema of [type.core, ...type.extensions]) {
    if (!sameName(text.slice(0, schema.id.length), schema.id)) continue;
    const after = text[schema.id.length];
    if (after !== undefined && after !== ":") continue;
    if (longest === null || schema.id.length > longest.id.length) longest = schema;
  }
  return longest;
}

function findAttribute(name: string, attributes: readonly Attribute[], with_common: boolean): Attribute | undefined {
  const named = (attribute: Attribute) => sameName(name, attribute.name);
  return attributes.find(named) ?? (with_common ? common_attributes.find(named) : undefined);
}

// Only ASCII letters are compared regardless of case: the Kelvin sign is no k.
function sameName(one: string, other: string): boolean {
  return one === other || (one.length === other.length && /^[!-~]*$/.test(one) && one.toLowerCase() === other.toLowerCase());
}
