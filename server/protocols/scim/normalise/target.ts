// Resolves the path of an operation, or a key that is a path, by the schemas of the resource type.
import { attribute as makeAttribute, type Attribute, type ResourceSchema, type ResourceType } from "../attributes.ts";
import { parsed, scimError, type ScimError } from "../errors.ts";
import { readPath, type Tree } from "../filter/parser.ts";
import { isArray, isObject, type JsonObject } from "../patch/merge-json.ts";
import { readOne } from "./value.ts";
import type { PatchTarget, Selection } from "../patch/operation.ts";
import { findPath, findSub, qualify } from "../patch/path-names.ts";
import { parsePath } from "../patch/path.ts";
import { profiles, type Profile } from "../profile.ts";

export type Found =
  | { kind: "attribute"; target: PatchTarget }
  | { kind: "extension"; extension: ResourceSchema }
  /** A well-formed path to an attribute that no schema has. */
  | { kind: "unknown"; error: ScimError };

/** The target of a path. Throws if the path is malformed or its filter invalid. */
export function findTarget(path: string, type: ResourceType, profile: Profile, place: string): Found {
  const written = parsed(place, () => readPath(path));
  const qualified = profile.keys_as_paths ? qualify(written.path, type) : written.path;
  const named = findPath(qualified, type);
  if ("sentence" in named) return { kind: "unknown", error: scimError(400, "invalidPath", `${place}: ${named.sentence}`) };
  const full = path.trim().replace(written.path, () => qualified);
  const found = parsed(place, () =>
    parsePath(full, type, { lenient_booleans: profile.convert_scalars, cleaned_lines: profile.clean_lines }),
  );
  if (found.kind === "extension") return found;
  const { extension, attribute, filter, sub } = found;
  const selection = filter === null ? null : selectionOf(filter, written.of!, attribute);
  return { kind: "attribute", target: { extension: extension?.id ?? null, attribute, selection, sub } };
}

/** A description for an attribute that no schema has; its value is stored as sent. */
export function unknownTarget(extension: string | null, name: string): PatchTarget {
  return { extension, attribute: makeAttribute(name, "string", "Not in any schema."), selection: null, sub: null };
}

function selectionOf(filter: Selection["filter"], tree: Tree, attribute: Attribute): Selection {
  const equalities = equalitiesOf(tree);
  const described = equalities === null ? null : describe(equalities, attribute);
  return { filter, tree, described, comparisons: countComparisons(tree) };
}

function countComparisons(tree: Tree): number {
  if (tree.kind === "compare" || tree.kind === "present") return 1;
  if (tree.kind === "not" || tree.kind === "element") return countComparisons(tree.of);
  return tree.of.reduce((sum, part) => sum + countComparisons(part), 0);
}

type Equality = { path: string; value: string | number | boolean };

/** The equalities that a filter consists of; null if it contains anything else. */
function equalitiesOf(tree: Tree): Equality[] | null {
  if (tree.kind === "compare" && tree.operator === "eq" && tree.value !== null) return [{ path: tree.path, value: tree.value }];
  if (tree.kind !== "and") return null;
  const parts = tree.of.map(equalitiesOf);
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}

/** The value with these sub-attributes; null if two of them contradict each other or are computed. */
function describe(equalities: readonly Equality[], attribute: Attribute): JsonObject | null {
  const members = equalities.map(({ path, value }) => {
    const sub = findSub(attribute, path);
    if (sub === undefined || sub.mutability === "readOnly") return null;
    // The filter has already been checked against the schema, so a lenient profile reads its literals.
    const read = readOne(value, sub, path, { profile: profiles.generic, notes: [], keep_unknown: false, clearing: false });
    return read === undefined || isObject(read) || isArray(read) ? null : ([sub.name, read] as const);
  });
  const known = members.filter((member) => member !== null);
  const contradictory = known.some(([name, value]) => known.some(([other, its]) => other === name && its !== value));
  return known.length < members.length || contradictory ? null : Object.fromEntries(known);
}
