import { scimError, type ScimError } from "../errors.ts";
import { matches } from "../filter/evaluate.ts";
import { isArray, isObject, memberOf, overlay, withMember, type Json, type JsonObject } from "./merge-json.ts";
import { settle, withoutNamed, type Entry } from "./merge.ts";
import { values_max } from "../normalise/value.ts";
import type { StrictOperation } from "./operation.ts";
import type { Profile } from "../profile.ts";

/** The values of a multi-valued attribute after the operation; undefined if none remain. */
export function patchValues(before: Json | undefined, operation: StrictOperation, profile: Profile): Json | undefined {
  const present = before === undefined ? [] : isArray(before) ? before : [before];
  const { attribute, selection, sub } = operation.target;
  const entries = selection === null && sub === null ? patchAll(present, operation) : patchChosen(present, operation, profile);
  const settled = settle(entries, attribute);
  if (settled.length > values_max) {
    throw scimError(400, "invalidValue", `${operation.place}: ${attribute.name} would have more than ${values_max} values.`);
  }
  return settled.length === 0 ? undefined : settled;
}

/** An operation without filter and sub-attribute: it applies to the attribute as a whole. */
function patchAll(present: readonly Json[], { op, value, target }: StrictOperation): Entry[] {
  const given = value === undefined ? [] : isArray(value) ? value : [value];
  // RFC 7644 §3.5.2.2 removes all values; providers list the values to remove in the operation's value.
  if (op === "remove") {
    return value === undefined ? [] : untouched(withoutNamed(present, given, target.attribute));
  }
  const brought = given.map((item) => ({ value: item, touched: true }));
  return op === "add" ? [...untouched(present), ...brought] : brought;
}

/** An operation on the values that a filter selects, or on a sub-attribute of all values. */
function patchChosen(present: readonly Json[], operation: StrictOperation, profile: Profile): Entry[] {
  const { selection } = operation.target;
  const chosen = present.map((item) => selection === null || matches(selection.filter, item));
  if (!chosen.includes(true)) return [...untouched(present), ...create(operation, profile)];
  return present.flatMap((item, index) => (chosen[index] ? change(item, operation, profile) : untouched([item])));
}

function change(item: Json, operation: StrictOperation, profile: Profile): Entry[] {
  const { op, value, target } = operation;
  if (target.sub !== null) {
    const changed = changeSub(item, target.sub.name, op === "remove" ? undefined : value, operation);
    // Providers remove an address by clearing its `value`. By RFC 7644 §3.5.2.2 the other sub-attributes would stay, which are
    // useless alone.
    const is_cleared = profile.create_unmatched && target.sub.name === "value" && (op === "remove" || value === undefined);
    return is_cleared && isObject(item) && memberOf(item, "value") !== undefined ? [] : changed;
  }
  if (op === "add" && value === undefined) return untouched([item]);
  if (op === "remove" || value === undefined) return [];
  if (!isObject(value) || !isObject(item)) return [{ value, touched: true }];
  if (op === "add") return [{ value: overlay(item, value), touched: true }];
  // RFC 7644 §3.5.2.3: the matching value is replaced. A provider that writes `emails[type eq "work"]` expects it to keep that
  // type.
  const kept = profile.create_unmatched ? (target.selection?.described ?? {}) : {};
  return [{ value: overlay(kept, value), touched: true }];
}

function changeSub(item: Json, name: string, value: Json | undefined, { place, target }: StrictOperation): Entry[] {
  if (!isObject(item)) return untouched([item]);
  const current = memberOf(item, name);
  if (target.sub!.mutability === "immutable" && current !== undefined && current !== value) {
    throw scimError(400, "mutability", `${place}: ${target.attribute.name}.${name} cannot be changed once it is set.`);
  }
  const changed = withMember(item, name, value);
  // RFC 7644 §3.5.2.2: a value is removed with its last sub-attribute.
  return Object.keys(changed).length === 0 ? [] : [{ value: changed, touched: true }];
}

/**
 * The filter selected nothing. RFC 7644 §3.5.2.3 refuses that; providers expect the value that the filter describes to be
 * created.
 */
function create(operation: StrictOperation, profile: Profile): Entry[] {
  const { op, value, target, place } = operation;
  if (op === "remove" || value === undefined) {
    if (target.selection === null || profile.create_unmatched) return [];
    throw noTarget(place, target.attribute.name);
  }
  const described = target.selection === null ? {} : target.selection.described;
  if (described === null || (target.selection !== null && !profile.create_unmatched)) {
    throw noTarget(place, target.attribute.name);
  }
  const given: JsonObject = target.sub === null ? (isObject(value) ? value : {}) : Object.fromEntries([[target.sub.name, value]]);
  return [{ value: overlay(described, given), touched: true }];
}

function noTarget(place: string, name: string): ScimError {
  return scimError(400, "noTarget", `${place}: no value of ${name} matches the filter.`);
}

function untouched(values: readonly Json[]): Entry[] {
  return values.map((value) => ({ value, touched: false }));
}
