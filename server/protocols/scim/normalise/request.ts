// Checks of PATCH, PUT, POST and Bulk requests before their attributes are read.
import { scimError } from "../errors.ts";
import { isArray, isForbidden, isObject, type Json, type JsonObject } from "../patch/merge-json.ts";
import type { Profile } from "../profile.ts";

/**
 * Maximum number of levels of nesting below an attribute or an operation: a value within an attribute within an extension within
 * a PATCH needs 7.
 */
export const value_depth_max = 12;

/** A correction or omission in a request, for the sync log. */
export type Note = { place: string; detail: string };

/** Maximum number of notes of one request: a list of 100,000 members does not get a note for each member. */
export const notes_max = 100;

export function addNote(notes: Note[], place: string, detail: string): void {
  if (notes.length < notes_max) notes.push({ place, detail });
}

/** The members of an object of the protocol by their names in lower case (RFC 7643 §2.1: case does not matter). */
export function readMembers(value: unknown, place: string): JsonObject {
  if (!isObject(value)) throw scimError(400, "invalidSyntax", `${place} must be a JSON object.`);
  const members = Object.entries(value).filter(([name]) => !isForbidden(name));
  const lowered = members.map(([name, member]) => [name.toLowerCase(), member] as const);
  const names = new Set(lowered.map(([name]) => name));
  if (names.size < lowered.length) throw scimError(400, "invalidSyntax", `${place} names a member twice.`);
  return Object.fromEntries(lowered);
}

/** RFC 7644 §3.1: a body must name the schema of its message. */
export function checkSchemas(schemas: Json | undefined, due: string, profile: Profile): void {
  if (schemas === undefined || schemas === null) {
    if (profile.schemas_optional) return;
    throw scimError(400, "invalidSyntax", `schemas is missing; it must contain ${due}.`);
  }
  const listed = isArray(schemas) ? schemas : [schemas];
  const known = listed.some((schema) => typeof schema === "string" && schema.toLowerCase() === due.toLowerCase());
  if (known && (isArray(schemas) || profile.reshape_values)) return;
  throw scimError(400, "invalidSyntax", `schemas must be an array that contains ${due}.`);
}

/** Refuses values that are nested deeper than anything in SCIM, before they are processed recursively. */
export function checkDepth(value: Json, place: string, left = value_depth_max): void {
  if (typeof value !== "object" || value === null) return;
  if (left === 0) throw scimError(400, "invalidValue", `${place} is nested more than ${value_depth_max} levels deep.`);
  for (const member of Object.values(value)) checkDepth(member, place, left - 1);
}
