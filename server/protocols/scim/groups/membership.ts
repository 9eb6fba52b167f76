// The changes of a group's members by a PATCH, computed without reading the members: a group may have 100,000 of them, and adding
// one must cost as little as in a group of ten. The operations are combined, in their order, into the rows to add and to remove,
// or into a list that replaces all. The result is the same as if the operations were carried out one by one.
import { isUuid } from "../../../platform/ids.ts";
import { scimError } from "../errors.ts";
import type { Tree } from "../filter/parser.ts";
import { isArray, isObject, memberOf, type Json } from "../patch/merge-json.ts";
import type { StrictOperation } from "../patch/operation.ts";

export type MembershipPlan = {
  /** Ids to be members afterwards, as kept (asKept), in the order of the request; none is in `remove`. */
  add: readonly string[];
  remove: readonly string[];
  /** All members afterwards; `add` and `remove` are then empty. Null: other members stay. */
  replace: readonly string[] | null;
  /** Operations on other attributes, in their order. */
  others: readonly StrictOperation[];
};

export function planMembership(operations: readonly StrictOperation[]): MembershipPlan {
  const plan: Collapsed = { add: new Set(), remove: new Set(), replace: null };
  const others = operations.filter((operation) => operation.target.attribute.name !== "members");
  for (const operation of operations) if (operation.target.attribute.name === "members") collapse(plan, operation);
  const { add, remove, replace } = plan;
  return { add: [...add], remove: [...remove], replace: replace === null ? null : [...replace], others };
}

/** The ids in a value of `members` in canonical form, without duplicates. */
export function memberIds(value: Json | undefined, place: string): Set<string> {
  const members = value === undefined ? [] : isArray(value) ? value : [value];
  const ids = new Set<string>();
  for (const member of members) {
    const id = isObject(member) ? memberOf(member, "value") : undefined;
    if (typeof id !== "string") throw scimError(400, "invalidValue", `${place}: each member needs a value with its id.`);
    ids.add(asKept(id));
  }
  return ids;
}

/** A member's id in the form in which it is kept: UUIDs are compared regardless of case (RFC 9562 §4). */
export function asKept(id: string): string {
  return isUuid(id) ? id.toLowerCase() : id;
}

type Collapsed = { add: Set<string>; remove: Set<string>; replace: Set<string> | null };

function collapse(plan: Collapsed, operation: StrictOperation): void {
  const { op, target, value, place } = operation;
  if (target.sub !== null || (target.selection !== null && op !== "remove")) {
    // RFC 7643 §4.2: the sub-attributes of a member are immutable.
    throw scimError(400, "mutability", `${place}: a member can be added and removed, not changed.`);
  }
  if (op === "add") addMembers(plan, memberIds(value, place));
  else if (op === "replace") replaceMembers(plan, memberIds(value, place));
  else if (target.selection !== null) removeMembers(plan, idsIn(target.selection.tree, place));
  else if (value === undefined) replaceMembers(plan, new Set());
  else removeMembers(plan, memberIds(value, place));
}

function addMembers({ add, remove, replace }: Collapsed, ids: Iterable<string>): void {
  for (const id of ids) {
    remove.delete(id);
    (replace ?? add).add(id);
  }
}

function removeMembers({ add, remove, replace }: Collapsed, ids: Iterable<string>): void {
  for (const id of ids) {
    if (replace !== null) replace.delete(id);
    else {
      add.delete(id);
      remove.add(id);
    }
  }
}

function replaceMembers(plan: Collapsed, ids: Set<string>): void {
  plan.add.clear();
  plan.remove.clear();
  plan.replace = ids;
}

/** The ids that a filter names. Other filters are refused, because they would have to read all members. */
function idsIn(tree: Tree, place: string): readonly string[] {
  if (
    tree.kind === "compare" &&
    tree.operator === "eq" &&
    tree.path.toLowerCase() === "value" &&
    typeof tree.value === "string"
  ) {
    return [asKept(tree.value)];
  }
  if (tree.kind === "or") return [...new Set(tree.of.flatMap((part) => idsIn(part, place)))];
  throw scimError(400, "invalidFilter", `${place}: members are chosen by their ids, as in members[value eq "…"].`);
}
