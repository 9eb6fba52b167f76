// PUT (RFC 7644 §3.5.1), and the reading of a resource for PUT and POST. Attributes that the service decides are ignored when a
// client sends them back, a password is discarded, and attributes that the platform has no field for are stored as sent. A PUT is
// complete: attributes that it omits are removed, unless they are read-only or immutable.
import { common_attributes, type Attribute, type ResourceType } from "../attributes.ts";
import { scimError } from "../errors.ts";
import { memberIds } from "../groups/membership.ts";
import { settle } from "./merge.ts";
import { isArray, isForbidden, isObject, isSame, memberOf, withMember, type Json, type JsonObject } from "./merge-json.ts";
import { addNote, checkDepth, checkSchemas, type Note } from "../normalise/request.ts";
import { readUnknown, readValue, type Reading } from "../normalise/value.ts";
import { findChanges } from "./changes.ts";
import { checkSize, containerOf, schemasOf, type Patched } from "./patch.ts";
import { findPath } from "./path-names.ts";
import type { Profile } from "../profile.ts";

export type ReadResource = {
  /** In canonical form, without read-only attributes and without members. */
  resource: JsonObject;
  /** Ids of a group's members; null where the body omits members, [] where it is empty. */
  members: readonly string[] | null;
  notes: readonly Note[];
};

export type Replaced = Patched & Pick<ReadResource, "members" | "notes">;

type Request = { type: ResourceType; profile: Profile };

/** The resource after a PUT. Members are not compared: they are rows, and `members` lists them. */
export function replaceResource(current: JsonObject, body: unknown, request: Request): Replaced {
  return replaceByRead(current, readResource(body, request), request);
}

/** Like `replaceResource`, for a body that has been read. */
export function replaceByRead(
  current: JsonObject,
  { resource: sent, members, notes }: ReadResource,
  { type }: Request,
): Replaced {
  const replaced = placesOf(type).reduce((document, place) => keepAttribute(current, document, place), sent);
  const changes = findChanges(current, replaced);
  if (changes.length === 0) return { resource: current, changed: false, changes, members, notes };
  return {
    resource: checkSize(withMember(replaced, "schemas", schemasOf(replaced, type))),
    changed: true,
    changes,
    members,
    notes,
  };
}

type Place = { extension: string | null; attribute: Attribute };

function placesOf({ core, extensions }: ResourceType): Place[] {
  return [
    ...[...common_attributes, ...core.attributes].map((attribute) => ({ extension: null, attribute })),
    ...extensions.flatMap(({ id, attributes }) => attributes.map((attribute) => ({ extension: id, attribute }))),
  ];
}

/** RFC 7644 §3.5.1: read-only attributes stay. Immutable ones stay too, and may be sent unchanged. */
function keepAttribute(current: JsonObject, document: JsonObject, { extension, attribute }: Place): JsonObject {
  const { name, mutability } = attribute;
  if (mutability !== "readOnly" && mutability !== "immutable") return document;
  const before = memberOf(containerOf(current, extension), name);
  const container = containerOf(document, extension);
  const sent = memberOf(container, name);
  if (before === undefined) return document;
  if (sent !== undefined && !isSame(before, sent))
    throw scimError(400, "mutability", `${name} cannot be changed once it is set.`);
  const kept = withMember(container, name, before);
  return extension === null ? kept : withMember(document, extension, kept);
}

/** Reads the body of a POST or PUT. */
export function readResource(body: unknown, { type, profile }: Request): ReadResource {
  if (!isObject(body)) throw scimError(400, "invalidSyntax", "The request body must be a JSON object.");
  checkDepth(body, "The request body");
  const [, named] = Object.entries(body).find(([name]) => name.toLowerCase() === "schemas") ?? [];
  if (!profile.schemas_optional) checkSchemas(named, type.core.id, profile);
  const notes: Note[] = [];
  const reading: Reading = { profile, notes, keep_unknown: true, clearing: false };
  const attributes = readAttributes(body, null, type, reading);
  const missing = type.core.attributes.find(({ name, required }) => required && !attributes.some(([key]) => key === name));
  if (missing !== undefined) throw scimError(400, "invalidValue", `${missing.name} is required and needs a value.`);
  const has_members = type.name === "Group" && Object.keys(body).some((name) => name.toLowerCase() === "members");
  const members = has_members ? [...memberIds(attributes.find(([name]) => name === "members")?.[1], "members")] : null;
  const content = attributes.filter(([name]) => !(type.name === "Group" && name === "members"));
  const schemas = schemasOf(Object.fromEntries(content), type);
  return { resource: checkSize(Object.fromEntries([["schemas", schemas], ...content])), members, notes };
}

type Members = [name: string, value: Json][];

/** The members of a resource, or of an extension, in canonical form. */
function readAttributes(holder: JsonObject, extension: string | null, type: ResourceType, reading: Reading): Members {
  const attributes = Object.entries(holder).flatMap(([key, value]) =>
    isForbidden(key) ? [] : readAttribute(key, value, extension, type, reading),
  );
  if (new Set(attributes.map(([name]) => name)).size < attributes.length) {
    throw scimError(400, "invalidSyntax", `${extension ?? "The request body"} names an attribute twice.`);
  }
  return attributes;
}

function readAttribute(key: string, value: Json, extension: string | null, type: ResourceType, reading: Reading): Members {
  const place = extension === null ? key.slice(0, 200) : `${extension}:${key.slice(0, 200)}`;
  // A dot in a key has no special meaning here: only PATCH has paths.
  const found = key.includes(".") && !/^urn:/i.test(key) ? null : findPath(extension === null ? key : place, type);
  if (found === null || "sentence" in found || ("attribute" in found && found.sub !== null)) {
    addNote(reading.notes, place, "Kept as sent: no schema has the attribute.");
    const kept = readUnknown(key, value, extension ?? "The request body", reading);
    return kept === undefined ? [] : [[key, kept]];
  }
  if (!("attribute" in found)) return readExtension(found.id, value, type, reading);
  const { attribute } = found;
  // `schemas` follows from the attributes. Unknown URIs, such as one that Entra sends with groups, are harmless.
  if (attribute.name === "schemas") return [];
  if (attribute.mutability === "readOnly") return ignore(place, `Ignored: ${attribute.name} is read-only.`, reading);
  if (attribute.mutability === "writeOnly") return ignore(place, `Ignored: ${attribute.name} is never kept.`, reading);
  const read = readValue(value, attribute, place, reading);
  if (read === undefined) return [];
  // Members are not part of the document; memberIds leaves out repeated ones by their ids.
  const is_settled = isArray(read) && attribute.name !== "members";
  return [[attribute.name, is_settled ? settle(read.map(touched), attribute) : read]];
}

function readExtension(id: string, value: Json, type: ResourceType, reading: Reading): Members {
  if (value === null || value === "") return [];
  if (!isObject(value)) throw scimError(400, "invalidValue", `${id} must be an object of attributes.`);
  const attributes = readAttributes(value, id, type, reading);
  return attributes.length === 0 ? [] : [[id, Object.fromEntries(attributes)]];
}

function ignore(place: string, detail: string, { notes }: Reading): Members {
  addNote(notes, place, detail);
  return [];
}

function touched(value: Json): { value: Json; touched: boolean } {
  return { value, touched: true };
}
