import { scimError } from "../errors.ts";
import { isArray, type Json } from "../patch/merge-json.ts";
import { readEach, readValue, type Reading } from "./value.ts";
import type { PatchTarget, StrictOperation } from "../patch/operation.ts";

/**
 * The value of an operation in its target's type. Undefined: the attribute becomes unassigned, or `remove` removes all values.
 */
export function readOperationValue(
  target: PatchTarget,
  op: StrictOperation["op"],
  value: Json | undefined,
  place: string,
  { profile, notes }: Pick<Reading, "profile" | "notes">,
): Json | undefined {
  const { attribute, selection, sub } = target;
  const reading: Reading = { profile, notes, keep_unknown: profile.keep_unknown_attributes, clearing: true };
  if (op === "remove") return readRemoved(target, value, place, reading);
  // A read-only value is later compared with the current one, as it was sent.
  if (attribute.mutability === "readOnly" || sub?.mutability === "readOnly") return value ?? undefined;
  const read = readGiven(target, op, value!, place, reading);
  if (read === undefined && attribute.required && selection === null && sub === null) {
    throw scimError(400, "invalidValue", `${place}: ${attribute.name} is required and needs a value.`);
  }
  return read;
}

/** `{"op":"remove","path":"members","value":[…]}`: removes only these values, none if the list is empty. Without a value: all. */
function readRemoved({ attribute, selection, sub }: PatchTarget, value: Json | undefined, place: string, reading: Reading) {
  const names_values = attribute.multiValued && selection === null && sub === null;
  if (!names_values || value === undefined || value === null || value === "") return undefined;
  const named = isArray(value) ? value : [value];
  return readEach(named, attribute, place, reading);
}

function readGiven(
  { attribute, selection, sub }: PatchTarget,
  op: "add" | "replace",
  value: Json,
  place: string,
  reading: Reading,
) {
  if (sub !== null) return readValue(value, sub, place, reading);
  if (selection !== null) return readValue(value, { ...attribute, multiValued: false }, place, { ...reading, clearing: false });
  // RFC 7644 §3.5.2.1: "a new value is added", so a single value is accepted for an array.
  const is_one = attribute.multiValued && op === "add" && !isArray(value) && value !== null && value !== "";
  return readValue(is_one ? [value] : value, attribute, place, reading);
}
