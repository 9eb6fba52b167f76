import type { Attribute, ResourceSchema, ResourceType } from "../attributes.ts";
import { resolveElement, type Filter, type FilterOptions } from "../filter/filter.ts";
import { readPath } from "../filter/parser.ts";
import { quoted, ScimSyntax } from "./path-fault.ts";
import { findPath, findSub } from "./path-names.ts";

/** What a path of a PATCH operation means (RFC 7644 §3.5.2). */
export type Path =
  /** A URN alone: all attributes of the extension. */
  | { kind: "extension"; extension: ResourceSchema }
  /** `filter` selects elements of the attribute; `sub` is a sub-attribute, of the attribute or of each selected element. */
  | { kind: "attribute"; extension: ResourceSchema | null; attribute: Attribute; filter: Filter | null; sub: Attribute | null };

/** Parses a path and checks it against a resource type, regardless of the case of names. Throws ScimSyntax (invalidPath). */
export function parsePath(text: string, type: ResourceType, options: FilterOptions = {}): Path {
  const { path, of, sub } = readPath(text);
  const start = text.length - text.trimStart().length;
  const found = findPath(path, type);
  if ("sentence" in found) throw fault(start + found.at, found.sentence);
  if (!("attribute" in found)) {
    if (found === type.core || of !== null) throw fault(start, `${quoted(path)} is a schema; name one of its attributes.`);
    return { kind: "extension", extension: found };
  }
  if (of === null) return { kind: "attribute", ...found, filter: null };
  const { extension, attribute } = found;
  if (found.sub !== null || !attribute.multiValued) {
    throw fault(start, `${quoted(path)} is no list; brackets choose from the elements of a list.`);
  }
  const filter = resolveElement(of, attribute, "invalidPath", options);
  if (sub === null) return { kind: "attribute", extension, attribute, filter, sub: null };
  const part = findSub(attribute, sub.name);
  if (part === undefined) throw fault(sub.at, `${quoted(sub.name)} is no sub-attribute of ${attribute.name}.`);
  return { kind: "attribute", extension, attribute, filter, sub: part };
}

function fault(position: number, sentence: string): ScimSyntax {
  return new ScimSyntax("invalidPath", position, sentence);
}
