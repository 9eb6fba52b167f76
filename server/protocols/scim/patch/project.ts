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
  if (attributes === undefined && excludedAttributes === undefined) return usual;
  const wanted = attributes === undefined ? [] : placesOf(attributes, type);
  const unwanted = excludedAttributes === undefined ? [] : placesOf(excludedAttributes, type);
  return {
    wanted: attributes === undefined ? null : new Set(wanted.map(({ name }) => name)),
    wanted_in: new Set(wanted.flatMap(({ holders }) => holders)),
    unwanted: new Set(unwanted.map(({ name }) => name)),
  };
}

/** Of most requests. */
const usual: Projection = { wanted: null, wanted_in: new Set(), unwanted: new Set() };

/** Whether an attribute of the type itself will be shown, by its name: others need not be read. */
export function shows(projection: Projection, name: string, type: ResourceType): boolean {
  const attribute = attributesOf(type).find((attribute) => attribute.name === name);
  return attribute !== undefined && standingOf(attribute, name, false, projection) !== "hidden";
}

/** A resource with what the answer shows of it. */
export function project(resource: object, type: ResourceType, projection: Projection): Record<string, unknown> {
  const { core, extensions } = shapesOf(type, projection);
  if (isShownWhole(resource, core, extensions)) return resource as Record<string, unknown>;
  const shown = Object.entries(resource).flatMap(([key, value]): [string, unknown][] => {
    const extension = extensions.get(key);
    if (extension === undefined) return pickMember(key, value, core);
    const members = extension === "hidden" ? [] : pick(value, extension);
    return members.length > 0 ? [[key, Object.fromEntries(members)]] : [];
  });
  return Object.fromEntries(shown);
}

/** Whether nothing of a resource is left out, as in most requests: then no copy of it is made. */
function isShownWhole(resource: object, core: Shape, extensions: Shapes["extensions"]): boolean {
  return Object.keys(resource).every((key) => {
    const extension = extensions.get(key);
    if (extension === undefined) return isWhole(core, key);
    const value = (resource as Record<string, unknown>)[key];
    return extension !== "hidden" && typeof value === "object" && value !== null && hasOnlyWhole(extension, value);
  });
}

function hasOnlyWhole(shape: Shape, holder: object): boolean {
  const names = Object.keys(holder);
  return names.length > 0 && names.every((name) => isWhole(shape, name));
}

function isWhole({ rules, others }: Shape, name: string): boolean {
  const rule = rules.get(name);
  return rule === undefined ? others : rule.standing !== "hidden" && rule.standing !== "parts" && rule.parts === null;
}

/** What is shown of an object: of each attribute by its name, and of what the type does not name. */
type Shape = { rules: ReadonlyMap<string, Rule>; others: boolean };
/** `parts` is null where all parts of a value are shown. */
type Rule = { standing: Standing; parts: Shape | null };
type Shapes = { core: Shape; extensions: ReadonlyMap<string, Shape | "hidden"> };

const shapes_known = new WeakMap<Projection, WeakMap<ResourceType, Shapes>>();

/** Found once for all resources of a page. */
function shapesOf(type: ResourceType, projection: Projection): Shapes {
  const known = shapes_known.get(projection) ?? new WeakMap<ResourceType, Shapes>();
  shapes_known.set(projection, known);
  const found = known.get(type);
  if (found !== undefined) return found;
  const made: Shapes = {
    core: shapeOf(attributesOf(type), "", false, projection),
    extensions: new Map(
      type.extensions.map(({ id, attributes }) => [
        id,
        projection.unwanted.has(id) ? "hidden" : shapeOf(attributes, `${id}:`, projection.wanted?.has(id) ?? false, projection),
      ]),
    ),
  };
  known.set(type, made);
  return made;
}

/** `asked` when the client named what the attributes are parts of. */
function shapeOf(attributes: readonly Attribute[], prefix: string, asked: boolean, projection: Projection): Shape {
  const rules = attributes.map((attribute): [string, Rule] => {
    const name = prefix + attribute.name;
    const standing = standingOf(attribute, name, asked, projection);
    const { subAttributes } = attribute;
    const parts =
      standing === "hidden" || !subAttributes ? null : shapeOf(subAttributes, `${name}.`, standing === "asked", projection);
    return [attribute.name, { standing, parts: parts !== null && standing !== "parts" && showsAll(parts) ? null : parts }];
  });
  return { rules: new Map(rules), others: asked || projection.wanted === null };
}

function showsAll({ rules, others }: Shape): boolean {
  return others && rules.values().every(({ standing, parts }) => standing !== "hidden" && parts === null);
}

/** The members of an object that are shown. */
function pick(holder: unknown, shape: Shape): [string, unknown][] {
  if (typeof holder !== "object" || holder === null) return [];
  return Object.entries(holder).flatMap(([key, value]) => pickMember(key, value, shape));
}

function pickMember(key: string, value: unknown, { rules, others }: Shape): [string, unknown][] {
  const rule = rules.get(key);
  if (rule === undefined) return others ? [[key, value]] : [];
  const { standing, parts } = rule;
  if (standing === "hidden") return [];
  if (parts === null) return [[key, value]];
  const part = (element: unknown): unknown =>
    typeof element === "object" && element !== null ? Object.fromEntries(pick(element, parts)) : element;
  return shownPart(key, Array.isArray(value) ? value.map(part) : part(value), standing);
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
