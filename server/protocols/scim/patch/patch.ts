// Applies a PATCH (RFC 7644 §3.5.2). The operations come from the normaliser: each has one target, resolved by the schemas, and a
// value in canonical form. They are applied in order to a copy of the document, so that either all of them take effect or, if one
// is refused, none. Documents are immutable: changed parts are copied, the original stays as it is. Whether anything has changed
// is decided at the end by comparing both documents. If one operation undoes another, nothing has changed, and version and
// lastModified stay.
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

/**
 * Maximum number of characters of a resource as JSON, without its members, so that values stored as sent cannot grow with each
 * PATCH.
 */
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

/** The attribute after the operation; the same value if nothing changes, undefined if it becomes unassigned. */
function patchAttribute(before: Json | undefined, operation: StrictOperation, profile: Profile): Json | undefined {
  const { attribute, sub } = operation.target;
  // A write-only attribute, the password, is accepted and never stored.
  if (attribute.mutability === "writeOnly") return before;
  if (attribute.mutability === "readOnly" || sub?.mutability === "readOnly") return keepReadOnly(before, operation);
  const after = attribute.multiValued ? patchValues(before, operation, profile) : patchSingle(before, operation);
  if (attribute.mutability !== "immutable" || before === undefined) return after;
  if (!isSame(before, after)) throw mutability(operation, "cannot be changed once it is set");
  return before;
}

/** RFC 7644 §3.5.2: read-only attributes cannot be modified; an operation with the current value changes nothing. */
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

/** RFC 7644 §3.5.2.3: sub-attributes that are not given stay; null removes one. */
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

/** RFC 7643 §3: the schemas whose attributes the resource has. */
export function schemasOf(document: JsonObject, type: ResourceType): readonly string[] {
  return [type.core.id, ...Object.keys(document).filter((name) => isUrn(name) && isObject(document[name]))];
}

function isUrn(name: string): boolean {
  return /^urn:/i.test(name);
}
