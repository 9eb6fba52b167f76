// The engine of PATCH (RFC 7644 §3.5.2). Operations come from the normaliser: each has one target, resolved against the
// schemas, and a value in canonical form. They are applied in order to a private copy of the document, so that either all
// of them count or, with the first that is refused, none (atomic). Documents are values: what is changed is copied on the
// way down, what was given stays as it is. Whether anything changed is judged at the end, by comparing both documents: what
// one operation does and another undoes is no change, and neither version nor lastModified moves.
import type { ResourceType } from "../attributes.ts";
import { scimError, type ScimError } from "../errors.ts";
import { isObject, isSame, memberOf, overlay, withMember, type Json, type JsonObject } from "./merge-json.ts";
import { findChanges, type Change } from "./changes.ts";
import type { StrictOperation } from "./operation.ts";
import { patchValues } from "./values.ts";
import type { Profile } from "../profile.ts";

export type Patched = {
  resource: JsonObject;
  changed: boolean;
  changes: readonly Change[];
};

/** Applies all operations or throws a ScimError. Members of groups are not applied here: membership.ts plans them. */
export function patchResource(
  resource: JsonObject,
  operations: readonly StrictOperation[],
  type: ResourceType,
  profile: Profile,
): Patched {
  const applied = operations.reduce((document, operation) => applyOne(document, operation, profile), resource);
  const changes = findChanges(resource, applied);
  if (changes.length === 0) return { resource, changed: false, changes };
  return { resource: checkSize(withMember(applied, "schemas", schemasOf(applied, type))), changed: true, changes };
}

/** Characters of a resource as JSON, without its members: values kept as sent must not grow from PATCH to PATCH. */
export const resource_characters_max = 250_000;

export function checkSize(resource: JsonObject): JsonObject {
  if (JSON.stringify(resource).length <= resource_characters_max) return resource;
  throw scimError(400, "invalidValue", `The resource would have more than ${resource_characters_max} characters.`);
}

function applyOne(document: JsonObject, operation: StrictOperation, profile: Profile): JsonObject {
  const { extension, attribute } = operation.target;
  const container = containerOf(document, extension);
  const before = memberOf(container, attribute.name);
  const after = patchAttribute(before, operation, profile);
  if (after === before) return document;
  if (after === undefined && attribute.required) {
    // RFC 7644 §3.5.2.2: a required attribute cannot become unassigned.
    throw scimError(400, "mutability", `${operation.place}: ${attribute.name} is required and cannot be removed.`);
  }
  const changed = withMember(container, attribute.name, after);
  if (extension === null) return changed;
  return withMember(document, extension, Object.keys(changed).length === 0 ? undefined : changed);
}

/** The object with the attributes of an extension, or the resource itself. */
export function containerOf(document: JsonObject, extension: string | null): JsonObject {
  if (extension === null) return document;
  const container = memberOf(document, extension);
  return isObject(container) ? container : {};
}

/** The attribute as the operation leaves it; the same value where nothing changes, undefined where it becomes unassigned. */
function patchAttribute(before: Json | undefined, operation: StrictOperation, profile: Profile): Json | undefined {
  const { attribute, sub } = operation.target;
  // What is write-only, a password, is accepted and never kept.
  if (attribute.mutability === "writeOnly") return before;
  if (attribute.mutability === "readOnly" || sub?.mutability === "readOnly") return keepReadOnly(before, operation);
  const after = attribute.multiValued ? patchValues(before, operation, profile) : patchSingle(before, operation);
  if (attribute.mutability !== "immutable" || before === undefined) return after;
  if (!isSame(before, after)) throw mutability(operation, "cannot be changed once it is set");
  return before;
}

/** RFC 7644 §3.5.2: read-only attributes are not modified; saying what they are modifies nothing. */
function keepReadOnly(before: Json | undefined, operation: StrictOperation): Json | undefined {
  const { target, value, op } = operation;
  const current = target.sub === null ? before : memberOf(isObject(before) ? before : {}, target.sub.name);
  const is_repeated = target.selection === null && isSame(current, op === "remove" ? undefined : value);
  if (is_repeated) return before;
  throw mutability(operation, "is read-only");
}

function patchSingle(before: Json | undefined, operation: StrictOperation): Json | undefined {
  const { target, op, value } = operation;
  const given = op === "remove" ? undefined : value;
  if (target.attribute.type !== "complex") return given;
  const present = isObject(before) ? before : {};
  if (target.sub !== null) {
    const current = memberOf(present, target.sub.name);
    if (target.sub.mutability === "immutable" && current !== undefined && !isSame(current, given)) {
      throw mutability(operation, "cannot be changed once it is set");
    }
    return mergeComplex(present, Object.fromEntries([[target.sub.name, given ?? null]]));
  }
  return isObject(given) ? mergeComplex(present, given) : undefined;
}

/** RFC 7644 §3.5.2.3: sub-attributes that are not given stay; null takes one away. */
function mergeComplex(present: JsonObject, given: JsonObject): JsonObject | undefined {
  // Address and name of the previous manager do not apply to the new one.
  const moved = memberOf(given, "value") !== undefined && !isSame(memberOf(present, "value"), memberOf(given, "value"));
  const merged = overlay(moved ? {} : present, given);
  const assigned = Object.entries(merged).filter(([, member]) => member !== null);
  return assigned.length === 0 || memberOf(merged, "value") === null ? undefined : Object.fromEntries(assigned);
}

function mutability({ place, target }: StrictOperation, sentence: string): ScimError {
  const name = target.sub === null ? target.attribute.name : `${target.attribute.name}.${target.sub.name}`;
  return scimError(400, "mutability", `${place}: ${name} ${sentence}.`);
}

/** RFC 7643 §3: the schemas of which the resource has attributes. */
export function schemasOf(document: JsonObject, type: ResourceType): readonly string[] {
  return [type.core.id, ...Object.keys(document).filter((name) => isUrn(name) && isObject(document[name]))];
}

function isUrn(name: string): boolean {
  return /^urn:/i.test(name);
}
