// Which attributes an answer shows (RFC 7644 §3.9; `returned`, RFC 7643 §7): what is always returned stands in every answer and
// what is never returned in none; `attributes` asks for the rest by name, and only so for what is returned on request;
// `excludedAttributes` leaves out. With both, what is asked for and not left out is shown. Names that the type lacks mean
// nothing.
import { common_attributes, type Attribute, type ResourceType } from "../attributes.ts";
import { findPath, targetOf } from "./path-names.ts";

/** Names as Target.name writes them. */
export type Projection = {
  /** Null when the client asks for nothing by name. */
  wanted: ReadonlySet<string> | null;
  /** Attributes and extensions of which a part is wanted. */
  wanted_in: ReadonlySet<string>;
  unwanted: ReadonlySet<string>;
};

/** The two parameters as lists of names; in a query they are parted by commas. */
export type ProjectionRequest = {
  attributes?: string | readonly string[] | undefined;
  excludedAttributes?: string | readonly string[] | undefined;
};

export function parseProjection({ attributes, excludedAttributes }: ProjectionRequest, type: ResourceType): Projection {
  const wanted = attributes === undefined ? [] : placesOf(attributes, type);
  const unwanted = excludedAttributes === undefined ? [] : placesOf(excludedAttributes, type);
  return {
    wanted: attributes === undefined ? null : new Set(wanted.map(({ name }) => name)),
    wanted_in: new Set(wanted.flatMap(({ holders }) => holders)),
    unwanted: new Set(unwanted.map(({ name }) => name)),
  };
}

/** Whether an attribute of the type itself will be shown, by its name: others need not be read. */
export function shows(projection: Projection, name: string, type: ResourceType): boolean {
  const attribute = attributesOf(type).find((attribute) => attribute.name === name);
  return attribute !== undefined && standingOf(attribute, name, false, projection) !== "hidden";
}

/** A resource with what the answer shows of it. */
export function project(resource: object, type: ResourceType, projection: Projection): Record<string, unknown> {
  const shown = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    const extension = type.extensions.find(({ id }) => id === key);
    if (!extension) return pick({ [key]: value }, attributesOf(type), "", false, projection);
    if (projection.unwanted.has(key)) return [];
    const members = pick(value, extension.attributes, `${key}:`, projection.wanted?.has(key) ?? false, projection);
    return members.length > 0 ? [[key, Object.fromEntries(members)]] : [];
  });
  return Object.fromEntries(shown);
}

/** The members of an object that are shown; `asked` when the client named what they are parts of. */
function pick(
  holder: unknown,
  attributes: readonly Attribute[],
  prefix: string,
  asked: boolean,
  projection: Projection,
): [string, unknown][] {
  if (typeof holder !== "object" || holder === null) return [];
  return Object.entries(holder).flatMap(([key, value]): [string, unknown][] => {
    const attribute = attributes.find(({ name }) => name === key);
    if (!attribute) return asked || projection.wanted === null ? [[key, value]] : [];
    const name = prefix + key;
    const standing = standingOf(attribute, name, asked, projection);
    if (standing === "hidden") return [];
    if (!attribute.subAttributes) return [[key, value]];
    const part = (element: unknown): unknown =>
      typeof element === "object" && element !== null
        ? Object.fromEntries(pick(element, attribute.subAttributes!, `${name}.`, standing === "asked", projection))
        : element;
    return shownPart(key, Array.isArray(value) ? value.map(part) : part(value), standing);
  });
}

/** Where sub-attributes were requested, only values with one of them are shown. */
function shownPart(key: string, value: unknown, standing: Standing): [string, unknown][] {
  if (standing !== "parts") return [[key, value]];
  const bare = (part: unknown) => typeof part === "object" && part !== null && Object.keys(part).length === 0;
  const left = Array.isArray(value) ? value.filter((element) => !bare(element)) : value;
  return bare(left) ? [] : [[key, left]];
}

/** `default`: shown as the schema says; `asked`: with all its parts; `parts`: with those that were asked for. */
type Standing = "asked" | "default" | "parts" | "hidden";

function standingOf(attribute: Attribute, name: string, asked: boolean, projection: Projection): Standing {
  const { wanted, wanted_in, unwanted } = projection;
  if (attribute.returned === "never") return "hidden";
  if (attribute.returned === "always") return wanted === null ? "default" : "asked";
  if (unwanted.has(name)) return "hidden";
  if (asked || wanted?.has(name)) return "asked";
  if (wanted_in.has(name)) return "parts";
  return wanted === null && attribute.returned === "default" ? "default" : "hidden";
}

function attributesOf(type: ResourceType): readonly Attribute[] {
  return [...common_attributes, ...type.core.attributes];
}

/** What a list of names means: each place with what it is a part of. */
function placesOf(names: string | readonly string[], type: ResourceType): { name: string; holders: string[] }[] {
  const each = typeof names === "string" ? names.split(",") : names;
  return each.flatMap((name) => {
    // RFC 7644 §3.9 has names; a choice among values that providers write behind one is not made, and all are shown.
    const path = findPath(name.replace(/^([^[]*)\[.*\]/s, "$1").trim(), type);
    if ("sentence" in path) return [];
    if ("attribute" in path) {
      const holder = path.sub ? [targetOf({ ...path, sub: null }).name] : [];
      return [{ name: targetOf(path).name, holders: path.extension ? [...holder, path.extension.id] : holder }];
    }
    if (path !== type.core) return [{ name: path.id, holders: [] }];
    return path.attributes.map((attribute) => ({ name: attribute.name, holders: [] }));
  });
}
