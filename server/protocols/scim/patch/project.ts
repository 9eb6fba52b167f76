// Which attributes an answer shows (RFC 7644 §3.9; `returned`, RFC 7643 §7). Attributes that are always returned are in every
// answer, those that are never returned in none. `attributes` selects others by name, and is the only way to get those that are
// returned on request. `excludedAttributes` leaves attributes out. With both parameters, the answer shows those that are selected
// and not excluded. Unknown names are ignored.
import { common_attributes, type Attribute, type ResourceType } from "../attributes.ts";
import { findPath, targetOf } from "./path-names.ts";

/** Names in the form of Target.name. */
export type Projection = {
  /** Null if the client selects no attributes by name. */
  wanted: ReadonlySet<string> | null;
  /** Attributes and extensions of which a part is selected. */
  wanted_in: ReadonlySet<string>;
  unwanted: ReadonlySet<string>;
};

/** The two parameters as lists of names; in a query they are separated by commas. */
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

const usual: Projection = { wanted: null, wanted_in: new Set(), unwanted: new Set() };

/** Whether an attribute of the type itself will be shown, so that others need not be read. */
export function shows(projection: Projection, name: string, type: ResourceType): boolean {
  const attribute = attributesOf(type).find((attribute) => attribute.name === name);
  return attribute !== undefined && standingOf(attribute, name, false, projection) !== "hidden";
}

/** The shown part of a resource. */
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

/** Whether all of a resource is shown, as in most requests, so that no copy is needed. */
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

/** The shown part of an object: a rule for each attribute of the type, and whether attributes that the type lacks are shown. */
type Shape = { rules: ReadonlyMap<string, Rule>; others: boolean };
/** `parts` is null if all parts of a value are shown. */
type Rule = { standing: Standing; parts: Shape | null };
type Shapes = { core: Shape; extensions: ReadonlyMap<string, Shape | "hidden"> };

const shapes_known = new WeakMap<Projection, WeakMap<ResourceType, Shapes>>();

/** Computed once for all resources of a page. */
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

/** `asked`: the client has selected the attribute or extension that contains these attributes. */
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

/** If sub-attributes are selected, only values that have one of them are shown. */
function shownPart(key: string, value: unknown, standing: Standing): [string, unknown][] {
  if (standing !== "parts") return [[key, value]];
  const bare = (part: unknown) => typeof part === "object" && part !== null && Object.keys(part).length === 0;
  const left = Array.isArray(value) ? value.filter((element) => !bare(element)) : value;
  return bare(left) ? [] : [[key, left]];
}

/** `default`: shown as the schema says; `asked`: with all parts; `parts`: with the selected parts. */
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

/** The attributes that a list of names refers to, each with the attributes and extensions that contain it. */
function placesOf(names: string | readonly string[], type: ResourceType): { name: string; holders: string[] }[] {
  const each = typeof names === "string" ? names.split(",") : names;
  return each.flatMap((name) => {
    // RFC 7644 §3.9 only knows names. A filter in brackets that providers add to a name is ignored, and all values are shown.
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
