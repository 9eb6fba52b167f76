// Turns a client's value into the form of its schema: canonical names, JSON types, arrays for multi-valued attributes, and no
// unassigned values. Deviations that the profile does not allow are refused with their place.
import { isUuid } from "../../../platform/ids.ts";
import { isEmailAddress } from "../../../platform/mail/address.ts";
import type { Attribute } from "../attributes.ts";
import { scimError, type ScimError } from "../errors.ts";
import { asLine } from "../line.ts";
import { isPrimary } from "../patch/merge.ts";
import { isArray, isForbidden, isObject, memberOf, withMember, type Json, type JsonObject } from "../patch/merge-json.ts";
import { addNote, type Note } from "./request.ts";
import { findSub } from "../patch/path-names.ts";
import type { Profile } from "../profile.ts";

export type Reading = {
  profile: Profile;
  notes: Note[];
  /** Whether members that no schema has are stored as sent. */
  keep_unknown: boolean;
  /** Whether null is kept, to mark sub-attributes that a PATCH removes; otherwise unassigned ones are left out. */
  clearing: boolean;
};

/** Maximum number of values of one attribute of a document. Members of a group are rows and have no such limit. */
export const values_max = 500;

/** The value in canonical form; undefined if it is unassigned (RFC 7643 §2.5: null and []; providers also use ""). */
export function readValue(value: Json, attribute: Attribute, place: string, reading: Reading): Json | undefined {
  return attribute.multiValued ? readMany(value, attribute, place, reading) : readSingle(value, attribute, place, reading);
}

/** RFC 7643 §2.5 defines null and [] as unassigned; providers also clear an attribute with an empty string. */
export function isUnassigned(value: Json | undefined): value is undefined | null {
  return value === undefined || value === null || value === "" || (isArray(value) && value.length === 0);
}

function readMany(value: Json, attribute: Attribute, place: string, reading: Reading): Json | undefined {
  if (isUnassigned(value)) return undefined;
  if (!isArray(value)) {
    if (!reading.profile.reshape_values) throw wrongType(place, "must be an array");
    addNote(reading.notes, place, "A single value was read as an array of one.");
  }
  const sent = isArray(value) ? value : [value];
  const is_limited = attribute.type !== "complex" || attribute.name !== "members";
  if (is_limited && sent.length > values_max) throw wrongType(place, `has more than ${values_max} values`);
  const assigned = readEach(sent, attribute, place, reading);
  return assigned.length === 0 ? undefined : onePrimary(assigned, place, reading);
}

/** Values of an attribute with several values in canonical form, without unassigned ones. */
export function readEach(sent: readonly Json[], attribute: Attribute, place: string, reading: Reading): Json[] {
  const has_ids = hasIds(attribute);
  const values = sent.map((item, index) =>
    has_ids && isBareId(item) ? item : readOne(item, attribute, `${place}[${index}]`, reading),
  );
  return values.filter((item) => item !== undefined);
}

/** Whether the values of an attribute are objects whose `value` may be an id. */
function hasIds({ subAttributes = [] }: Attribute): boolean {
  const id = subAttributes.find(({ name }) => name === "value");
  return id?.type === "string" && id.content !== "mailbox" && !id.multiValued && id.mutability !== "readOnly";
}

/**
 * Whether a value is an object with an id and nothing else. Nearly all members of groups are sent so, up to 100,000 in a request,
 * and such an object is its own canonical form.
 */
function isBareId(item: Json): boolean {
  if (!isObject(item)) return false;
  for (const name in item) if (name !== "value") return false;
  const id = memberOf(item, "value");
  return typeof id === "string" && isUuid(id);
}

/** RFC 7643 §2.4: at most one value is the primary one. */
function onePrimary(values: readonly Json[], place: string, { profile, notes }: Reading): readonly Json[] {
  const last = values.findLastIndex(isPrimary);
  if (values.findIndex(isPrimary) === last) return values;
  if (!profile.reshape_values) throw wrongType(place, "has several primary values");
  addNote(notes, place, "Of several primary values the last one remained primary.");
  return values.map((value, index) => (isPrimary(value) && index !== last ? withMember(value, "primary", false) : value));
}

function readSingle(value: Json, attribute: Attribute, place: string, reading: Reading): Json | undefined {
  if (!isArray(value)) return readOne(value, attribute, place, reading);
  if (value.length === 0) return undefined;
  if (value.length > 1 || !reading.profile.reshape_values) throw wrongType(place, "must be a single value");
  addNote(reading.notes, place, "An array of one was read as a single value.");
  return readOne(value[0]!, attribute, place, reading);
}

/** One value, of an attribute with one or several values. */
export function readOne(value: Json, attribute: Attribute, place: string, reading: Reading): Json | undefined {
  if (value === null || value === "") return undefined;
  return attribute.type === "complex"
    ? readComplex(value, attribute, place, reading)
    : readScalar(value, attribute, place, reading);
}

function readComplex(value: Json, attribute: Attribute, place: string, reading: Reading): Json | undefined {
  const named = isObject(value) ? value : wrapScalar(value, attribute, place, reading);
  const clearing = reading.clearing && !attribute.multiValued;
  const inner = clearing === reading.clearing ? reading : { ...reading, clearing };
  const members = Object.entries(named).flatMap(([name, member]) => readMember(name, member, attribute, place, inner));
  if (new Set(members.map(([name]) => name)).size < members.length) {
    throw scimError(400, "invalidSyntax", `${place} names a sub-attribute twice.`);
  }
  const read: JsonObject = Object.fromEntries(members);
  // A manager without an id is no manager, even if other members were sent.
  if (clearing) return memberOf(read, "value") === null ? undefined : read;
  return members.length === 0 ? undefined : read;
}

/** Entra and other providers send a manager or a member as its bare id. */
function wrapScalar(value: Json, attribute: Attribute, place: string, reading: Reading): JsonObject {
  const wrapped = attribute.subAttributes?.some(({ name }) => name === "value") && !isArray(value);
  if (!wrapped || !reading.profile.reshape_values) throw wrongType(place, "must be an object");
  addNote(reading.notes, place, "A plain value was read as the sub-attribute value.");
  return { value };
}

function readMember(name: string, member: Json, of: Attribute, place: string, reading: Reading): [string, Json][] {
  if (isForbidden(name)) return [];
  // The exact name is tried first: nearly all names are written as in the schema, and a group may have 100,000 members to read.
  const attribute = of.subAttributes?.find((sub) => sub.name === name) ?? findSub(of, name);
  // A sub-attribute that the service computes, such as a manager's displayName, is part of what clients read and send back.
  if (attribute?.mutability === "readOnly") return [];
  const value =
    attribute === undefined
      ? readUnknown(name, member, place, reading)
      : readValue(member, attribute, `${place}.${attribute.name}`, reading);
  if (value === undefined) return reading.clearing ? [[attribute?.name ?? name, null]] : [];
  return [[attribute?.name ?? name, value]];
}

/** A member that no schema has; undefined for null. */
export function readUnknown(name: string, member: Json, place: string, reading: Reading): Json | undefined {
  if (!reading.keep_unknown) throw scimError(400, "invalidValue", `${place} has no attribute "${name.slice(0, 100)}".`);
  checkText(name, place);
  return member === null ? undefined : readOpaque(member, `${place}.${name.slice(0, 100)}`);
}

/** A value without a schema: as sent, except for names that are special in JavaScript. */
function readOpaque(value: Json, place: string): Json {
  if (typeof value === "string") return checkText(value, place);
  if (isArray(value)) return value.map((item) => readOpaque(item, place));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => !isForbidden(name));
  return Object.fromEntries(members.map(([name, member]) => [checkText(name, place), readOpaque(member, place)]));
}

function readScalar(sent: Json, { type, content }: Attribute, place: string, reading: Reading): Json | undefined {
  const value = unwrap(sent, place, reading);
  if (value === null || value === "") return undefined;
  if (typeof value === "object") throw wrongType(place, `must be ${type_names[type]}`);
  const converted = reading.profile.convert_scalars ? convert(value, type) : value;
  if (!isOfType(converted, type)) throw wrongType(place, `must be ${type_names[type]}`);
  if (converted !== value) addNote(reading.notes, place, `A ${typeof value} was read as ${type_names[type]}.`);
  if (typeof converted !== "string") return converted;
  checkText(converted, place);
  return content === undefined ? converted : readLine(converted, content, place, reading);
}

/** A name or an address; undefined if nothing is left of it after cleaning. */
function readLine(text: string, content: "line" | "mailbox", place: string, { profile, notes }: Reading): string | undefined {
  const kept = asLine(text);
  if (kept !== text) {
    if (!profile.clean_lines) throw wrongType(place, "must be one line, without control characters and overrides of direction");
    addNote(notes, place, "What cannot be in a line was taken out: line breaks, control characters, overrides of direction.");
  }
  if (kept === "") return undefined;
  if (content === "mailbox" && !isEmailAddress(kept)) {
    addNote(notes, place, "Kept as sent, and no mail goes there: this is no address (RFC 5321).");
  }
  return kept;
}

/** Entra's older form sends the value of a simple attribute in an object: `{"$ref":null,"value":"x"}`. */
function unwrap(value: Json, place: string, { profile, notes }: Reading): Json {
  const is_wrapped =
    profile.reshape_values && isObject(value) && Object.keys(value).every((name) => name === "value" || name === "$ref");
  const inner = is_wrapped ? memberOf(value, "value") : undefined;
  if (inner === undefined) return value;
  addNote(notes, place, "An object with a value was read as the value.");
  return inner;
}

type Scalar = string | number | boolean;

function convert(value: Scalar, type: Attribute["type"]): Scalar {
  if (type === "boolean") return typeof value === "string" ? (booleans.get(value.trim().toLowerCase()) ?? value) : value;
  if (type !== "integer" && type !== "decimal") return String(value);
  return typeof value === "string" && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value.trim()) ? Number(value) : value;
}

const booleans: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

function isOfType(value: Scalar, type: Attribute["type"]): boolean {
  if (type === "boolean") return typeof value === "boolean";
  if (type === "integer") return Number.isSafeInteger(value);
  // Formats of dates, references and certificates are not checked, because providers stop synchronising when a value is refused.
  return type === "decimal" ? Number.isFinite(value) : typeof value === "string";
}

const type_names: Readonly<Record<Attribute["type"], string>> = {
  string: "a string",
  boolean: "a boolean",
  integer: "an integer",
  decimal: "a number",
  dateTime: "a string with a date and time",
  reference: "a string with a reference",
  binary: "a string in base64",
  complex: "an object",
};

/** PostgreSQL cannot store U+0000 or half of a surrogate pair. */
function checkText(text: string, place: string): string {
  if (text.includes("\0") || !text.isWellFormed()) throw wrongType(place, "has characters that are not text");
  return text;
}

function wrongType(place: string, sentence: string): ScimError {
  return scimError(400, "invalidValue", `${place} ${sentence}.`);
}
