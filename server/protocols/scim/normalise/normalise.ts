// Turns the body of a PATCH as providers write it into the operations that RFC 7644 §3.5.2 defines. Every deviation that the
// profile allows is corrected here and noted for the sync log, so that patch.ts and membership.ts only handle strict operations.
// A refusal names the operation by its index, and its path.
import type { ResourceType } from "../attributes.ts";
import { scimError } from "../errors.ts";
import { isArray, isForbidden, isObject, memberOf, type Json } from "../patch/merge-json.ts";
import { readOperationValue } from "./operand.ts";
import { addNote, checkDepth, checkSchemas, readMembers, type Note } from "./request.ts";
import { findTarget, unknownTarget, type Found } from "./target.ts";
import { isUnassigned, readUnknown } from "./value.ts";
import type { PatchTarget, StrictOperation } from "../patch/operation.ts";
import { isAttributePath } from "../patch/path-names.ts";
import type { Profile } from "../profile.ts";
import { training_urn } from "../schemas.ts";
import { enterprise_schema, user_schema } from "../schemas-user.ts";

/** Maximum number of operations of one PATCH; one operation may have many members. */
export const patch_operations_max = 1_000;
/** Maximum number of comparisons in the paths of one PATCH; providers use one per path. */
const patch_comparisons_max = 2_000;
const patch_request = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

export type PatchRequest = {
  type: ResourceType;
  profile: Profile;
  /** The id of the resource that is patched. */
  id: string;
};

export type Normalised = { operations: readonly StrictOperation[]; notes: readonly Note[] };

/** Reads the body of a PATCH; throws a ScimError if neither RFC 7644 nor the profile accepts it. */
export function normalisePatch(body: unknown, request: PatchRequest): Normalised {
  const members = readMembers(body, "The request body");
  checkSchemas(memberOf(members, "schemas"), patch_request, request.profile);
  const sent = memberOf(members, "operations");
  if (!isArray(sent)) throw scimError(400, "invalidSyntax", "Operations must be an array of operations (RFC 7644 §3.5.2).");
  if (sent.length > patch_operations_max) {
    throw scimError(400, "invalidValue", `Operations has ${sent.length} entries; at most ${patch_operations_max} are accepted.`);
  }
  if (sent.length === 0 && !request.profile.empty_operations) {
    throw scimError(400, "invalidSyntax", "Operations must contain an operation (RFC 7644 §3.5.2).");
  }
  const notes: Note[] = [];
  const operations = sent.flatMap((operation, index) => readOperation(operation, { ...request, notes, index }));
  refuseTooMuch(operations);
  return { operations, notes };
}

/**
 * Limits operations and comparisons: a value without a path counts as many operations, and each comparison is made with every
 * value of its attribute.
 */
function refuseTooMuch(operations: readonly StrictOperation[]): void {
  if (operations.length > patch_operations_max) {
    throw scimError(400, "invalidValue", `Operations name more than ${patch_operations_max} attributes.`);
  }
  const comparisons = operations.reduce((sum, { target }) => sum + (target.selection?.comparisons ?? 0), 0);
  if (comparisons > patch_comparisons_max) {
    throw scimError(400, "invalidFilter", `Operations have more than ${patch_comparisons_max} comparisons in their paths.`);
  }
}

/** State while one operation is read. */
type OperationReading = PatchRequest & { notes: Note[]; index: number };

function readOperation(sent: Json, reading: OperationReading): StrictOperation[] {
  const start = `Operations[${reading.index}]`;
  const members = readMembers(sent, start);
  const op = readOp(memberOf(members, "op"), start, reading);
  const path = readPathText(memberOf(members, "path"), start, reading);
  const value = memberOf(members, "value");
  const place = path === null ? start : `${start} (${path.slice(0, 200)})`;
  if (value !== undefined) checkDepth(value, place);
  if (op !== "remove" && value === undefined) throw scimError(400, "invalidValue", `${place} has no value (RFC 7644 §3.5.2).`);
  if (path !== null) return readTargeted(findTarget(path, reading.type, reading.profile, place), { op, value, place, reading });
  // RFC 7644 §3.5.2.2.
  if (op === "remove") throw scimError(400, "noTarget", `${place} removes and needs a path.`);
  return expand(value!, { op, place, reading }, null);
}

function readOp(op: Json | undefined, place: string, { profile, notes }: OperationReading): StrictOperation["op"] {
  const lowered = typeof op === "string" && profile.any_case_operations ? op.toLowerCase() : op;
  if (lowered !== "add" && lowered !== "replace" && lowered !== "remove") {
    throw scimError(400, "invalidSyntax", `${place}.op must be add, replace or remove.`);
  }
  if (lowered !== op) addNote(notes, `${place}.op`, "The operation was read in lower case.");
  return lowered;
}

function readPathText(path: Json | undefined, place: string, { profile }: OperationReading): string | null {
  if (path === undefined || path === null || (path === "" && profile.reshape_values)) return null;
  if (typeof path === "string") return path;
  throw scimError(400, "invalidPath", `${place}.path must be a string.`);
}

type Saying = { op: StrictOperation["op"]; value: Json | undefined; place: string; reading: OperationReading };

function readTargeted(found: Found, saying: Saying): StrictOperation[] {
  const { op, value, place, reading } = saying;
  if (found.kind === "attribute") return settleTarget(found.target, saying, false);
  if (found.kind === "unknown") {
    if (!reading.profile.ignore_unknown_paths) throw found.error;
    addNote(reading.notes, place, "Ignored: no schema has the attribute.");
    return [];
  }
  const { id, attributes } = found.extension;
  if (op !== "remove" && !isUnassigned(value)) return expand(value, saying, id);
  if (op === "add") return [];
  return attributes.map((attribute) => ({
    index: reading.index,
    place,
    op: "remove",
    target: { extension: id, attribute, selection: null, sub: null },
    value: undefined,
  }));
}

/** Splits a value without a path: each member is an attribute of the resource (RFC 7644 §3.5.2.1), or of an extension. */
function expand(sent: Json, { op, place, reading }: Omit<Saying, "value">, extension: string | null): StrictOperation[] {
  const value = unwrapped(sent, place, reading);
  if (!isObject(value)) throw scimError(400, "invalidValue", `${place}.value must be an object of attributes.`);
  return Object.entries(value).flatMap(([key, member]) => {
    if (isForbidden(key)) return [];
    const inner = `${place} (value.${key.slice(0, 200)})`;
    return expandMember(key, extension, { op, value: member, place: inner, reading });
  });
}

/** SCIM-SDK sends the attributes in an array of one element. */
function unwrapped(sent: Json, place: string, { profile, notes }: OperationReading): Json {
  if (!profile.reshape_values || !isArray(sent) || sent.length !== 1) return sent;
  addNote(notes, place, "An array of one was read as its value.");
  return sent[0]!;
}

function expandMember(key: string, extension: string | null, saying: Saying): StrictOperation[] {
  const { value, place, reading } = saying;
  const { type, profile, notes } = reading;
  if (extension === null && key.toLowerCase() === type.core.id.toLowerCase() && profile.keys_as_paths) {
    return expand(value ?? {}, saying, null);
  }
  const found = findKey(key, extension, saying);
  if (found.kind === "attribute") return settleTarget(found.target, saying, true);
  if (found.kind === "extension") return readTargeted(found, saying);
  if (!profile.keep_unknown_attributes) throw found.error;
  addNote(notes, place, "Kept as sent: no schema has the attribute.");
  const kept = readUnknown(key, value ?? null, place, { profile, notes, keep_unknown: true, clearing: false });
  return [{ index: reading.index, place, op: saying.op, target: unknownTarget(extension, key), value: kept }];
}

/** The keys of a value are names of attributes (RFC 7644 §3.5.2.1); some providers write paths instead. */
function findKey(key: string, extension: string | null, { place, reading }: Saying): Found {
  const { type, profile } = reading;
  const is_path = /[.:[]/.test(key);
  const is_extension = extension === null && type.extensions.some(({ id }) => id.toLowerCase() === key.toLowerCase());
  const is_read = is_extension || !is_path || profile.keys_as_paths;
  if (!is_read || (!key.includes("[") && !isAttributePath(key))) {
    return { kind: "unknown", error: scimError(400, "invalidPath", `${place} is not the name of an attribute.`) };
  }
  return findTarget(extension === null ? key : `${extension}:${key}`, type, profile, place);
}

/** The operation, or none if its target needs no change. */
function settleTarget(target: PatchTarget, saying: Saying, in_value: boolean): StrictOperation[] {
  const { op, value, place, reading } = saying;
  const reason = ignoredBecause(target, saying, in_value) ?? keptBecause(target, saying);
  if (reason !== null) {
    addNote(reading.notes, place, reason);
    return [];
  }
  return [{ index: reading.index, place, op, target, value: readOperationValue(target, op, value, place, reading) }];
}

/** Attributes that every user has, whether or not a provider sends them. If removed, they would get a value again. */
const lasting: ReadonlySet<string> = new Set([
  `${user_schema.id}:active`,
  `${enterprise_schema.id}:employeeNumber`,
  `${training_urn}:workerType`,
]);

/**
 * RFC 7644 §3.5.2.2: removing an attribute that must have a value is refused as `mutability`, or ignored with a note in the sync
 * log.
 */
function keptBecause({ attribute, extension }: PatchTarget, { op, value, place, reading }: Saying): string | null {
  const { type, profile } = reading;
  const is_lasting = lasting.has(`${extension ?? type.core.id}:${attribute.name}`);
  if (!is_lasting || (op !== "remove" && !isUnassigned(value))) return null;
  if (profile.keep_lasting) return `Ignored: every user has ${attribute.name}; it stays as it is.`;
  throw scimError(400, "mutability", `${place}: every user has ${attribute.name}; it can be changed, not removed.`);
}

function ignoredBecause({ attribute, sub, extension }: PatchTarget, saying: Saying, in_value: boolean): string | null {
  const { op, value, place, reading } = saying;
  const { ignore_read_only } = reading.profile;
  if (extension === null && attribute.name === "schemas" && op !== "remove")
    return "Ignored: schemas follows from the attributes.";
  if (extension === null && attribute.name === "id" && op !== "remove") {
    if (value === reading.id) return "Ignored: it is the resource's own id.";
    throw scimError(400, "mutability", `${place}: id is read-only, and is not that of the resource.`);
  }
  if (attribute.mutability === "writeOnly") return `Ignored: ${attribute.name} is never kept.`;
  if (attribute.mutability !== "readOnly" && sub?.mutability !== "readOnly") return null;
  const ignored = ignore_read_only === "always" || (ignore_read_only === "in_values" && in_value);
  return ignored ? `Ignored: ${attribute.name} is read-only.` : null;
}
