import type { Attribute, ResourceType } from "../attributes.ts";
import { millisecondsOf, normalText } from "./normal-form.ts";
import { readFilter, type ReadingOptions, type Tree } from "./parser.ts";
import { asLine } from "../line.ts";
import { quoted, ScimSyntax } from "../patch/path-fault.ts";
import { findPath, findSub, qualify, targetOf, type AttributePath, type Target } from "../patch/path-names.ts";

export type Comparison = "eq" | "co" | "sw" | "ew" | "gt" | "ge" | "lt" | "le";

/** A value in its normal form. */
export type Scalar = string | number | boolean;

/** A filter whose names and types have been checked. */
export type Filter =
  | { kind: "and" | "or"; of: readonly Filter[] }
  | { kind: "not"; of: Filter }
  | { kind: "never" }
  | { kind: "present"; target: Target }
  | { kind: "compare"; target: Target; operator: Comparison; value: Scalar }
  /** A value path: `of` holds for some element of the list; the targets in `of` start at the element. */
  | { kind: "element"; target: Target; of: Filter };

export type FilterOptions = ReadingOptions & {
  /** Accepts the texts "True" and "False" for booleans, as Entra writes them. */
  lenient_booleans?: boolean;
  /** Removes characters that a stored line cannot have from compared texts, so that they equal the stored form. */
  cleaned_lines?: boolean;
  /** Accepts names of an extension without its URN, as in Entra's reference queries. */
  unqualified_names?: boolean;
  /**
   * The other resource types of a search at the root. An attribute that one of them has and this type lacks has no value here and
   * is no error (RFC 7644 §3.4.2.1).
   */
  others?: readonly ResourceType[];
};

/** Parses a filter and checks it against a resource type. Throws ScimSyntax (invalidFilter). */
export function parseFilter(text: string, type: ResourceType, options: FilterOptions = {}): Filter {
  const { tree } = readFilter(text, options);
  return resolve(tree, { scimType: "invalidFilter", options, find: (path, at) => findInType(path, at, type, options) });
}

/** Checks the filter of a value path against the attribute whose elements it selects. */
export function resolveElement(
  tree: Tree,
  attribute: Attribute,
  scimType: ScimSyntax["scimType"],
  options: FilterOptions = {},
): Filter {
  return resolve(tree, { scimType, options, find: (path, at) => findInElement(path, at, attribute, scimType) });
}

/** The attribute that a name refers to; `lacking` if only another resource type has it. */
type Found = { target: Target; attribute: Attribute; lacking: boolean };
type Scope = { scimType: ScimSyntax["scimType"]; options: FilterOptions; find: (path: string, at: number) => Found };

function resolve(tree: Tree, scope: Scope): Filter {
  switch (tree.kind) {
    case "and":
    case "or":
      return { kind: tree.kind, of: tree.of.map((part) => resolve(part, scope)) };
    case "not":
      return { kind: "not", of: resolve(tree.of, scope) };
    case "present": {
      const { target, lacking } = scope.find(tree.path, tree.at);
      return lacking ? { kind: "never" } : { kind: "present", target };
    }
    case "compare":
      return resolveComparison(tree, scope);
    default:
      return resolveElements(tree, scope);
  }
}

function resolveComparison(tree: Extract<Tree, { kind: "compare" }>, scope: Scope): Filter {
  const { target, lacking } = withValue(scope.find(tree.path, tree.at));
  const { leaf } = target;
  const fault = (at: number, sentence: string) => new ScimSyntax(scope.scimType, at, sentence);
  if (leaf.type === "complex") {
    throw fault(tree.operator_at, `${target.name} has no value of its own to compare; name one of its sub-attributes.`);
  }
  const operator = tree.operator === "ne" ? "eq" : tree.operator;
  const negate = (filter: Filter): Filter => (tree.operator === "ne" ? { kind: "not", of: filter } : filter);
  if (!operatorsOf(leaf).includes(operator)) {
    throw fault(tree.operator_at, `"${tree.operator}" cannot compare ${target.name}, which is ${article(leaf.type)}.`);
  }
  if (operator === "eq" && (tree.value === null || (tree.value === "" && isText(leaf)))) {
    return negate({ kind: "not", of: lacking ? { kind: "never" } : { kind: "present", target } });
  }
  const value = scalarOf(leaf, operator === "eq" ? asKept(leaf, tree.value, scope.options) : tree.value, scope.options);
  if (value === undefined) throw fault(tree.value_at, `${target.name} is ${article(leaf.type)}; ${wanted[leaf.type]}.`);
  if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed())) {
    throw fault(tree.value_at, "no stored text has U+0000 or half of a surrogate pair.");
  }
  return negate(lacking ? { kind: "never" } : { kind: "compare", target, operator, value });
}

function resolveElements(tree: Extract<Tree, { kind: "element" }>, scope: Scope): Filter {
  const { target, attribute, lacking } = scope.find(tree.path, tree.at);
  if (target.leaf !== attribute) {
    throw new ScimSyntax(scope.scimType, tree.at, `${target.name} is a sub-attribute; brackets follow an attribute.`);
  }
  if (!attribute.multiValued && attribute.type !== "complex") {
    throw new ScimSyntax(scope.scimType, tree.at, `${target.name} is one value; brackets choose from a list.`);
  }
  const of = resolveElement(tree.of, attribute, scope.scimType, scope.options);
  return lacking ? { kind: "never" } : { kind: "element", target, of };
}

function findInType(text: string, at: number, type: ResourceType, { others = [], unqualified_names }: FilterOptions): Found {
  const find = (among: ResourceType) => findPath(unqualified_names ? qualify(text, among) : text, among);
  const path = find(type);
  if ("attribute" in path) return foundIn(path, at, false);
  for (const other of others) {
    const elsewhere = find(other);
    if ("attribute" in elsewhere) return foundIn(elsewhere, at, true);
  }
  if ("sentence" in path) throw new ScimSyntax("invalidFilter", at + path.at, path.sentence);
  throw new ScimSyntax("invalidFilter", at, `${quoted(text)} is a schema; name one of its attributes.`);
}

function foundIn(path: AttributePath, at: number, lacking: boolean): Found {
  const target = targetOf(path);
  // An attribute that is never returned cannot be searched either: filters would reveal it letter by letter (RFC 7644 §7.5).
  if (target.leaf.returned === "never") throw new ScimSyntax("invalidFilter", at, `${target.name} cannot be searched.`);
  return { target, attribute: path.attribute, lacking };
}

function findInElement(text: string, at: number, attribute: Attribute, scimType: ScimSyntax["scimType"]): Found {
  if (attribute.type !== "complex" && /^value$/i.test(text)) {
    const leaf = { ...attribute, multiValued: false };
    return { target: { name: "value", keys: [], many_at: null, leaf }, attribute: leaf, lacking: false };
  }
  const sub = findSub(attribute, text);
  if (sub === undefined) throw new ScimSyntax(scimType, at, `${quoted(text)} is no sub-attribute of ${attribute.name}.`);
  return { target: { name: sub.name, keys: [sub.name], many_at: null, leaf: sub }, attribute: sub, lacking: false };
}

/** RFC 7643 §2.4: `emails co "x"` refers to the sub-attribute `value`, if there is one. */
function withValue(found: Found): Found {
  const { target } = found;
  const value = target.leaf.type === "complex" ? findSub(target.leaf, "value") : undefined;
  if (value === undefined) return found;
  return {
    ...found,
    target: { ...target, name: `${target.name}.${value.name}`, keys: [...target.keys, value.name], leaf: value },
  };
}

const equality: readonly Comparison[] = ["eq"];
const ordered: readonly Comparison[] = ["eq", "gt", "ge", "lt", "le"];
const textual: readonly Comparison[] = [...ordered, "co", "sw", "ew"];

/** RFC 7644 §3.4.2.2: booleans and binary values have no order; `co`, `sw` and `ew` are for texts only. */
function operatorsOf(leaf: Attribute): readonly Comparison[] {
  if (leaf.type === "boolean" || leaf.type === "binary") return equality;
  return isText(leaf) ? textual : ordered;
}

function isText({ type }: Attribute): boolean {
  return type === "string" || type === "reference" || type === "binary";
}

/**
 * The literal in its stored form, so that it finds a user who was sent with it. For `co`, `sw` and `ew` the literal is not
 * cleaned, because it could become "".
 */
function asKept({ content }: Attribute, value: Scalar | null, { cleaned_lines }: FilterOptions): Scalar | null {
  return cleaned_lines && content !== undefined && typeof value === "string" ? asLine(value) : value;
}

/** A literal in the normal form of an attribute; undefined if it has another type. */
function scalarOf(leaf: Attribute, value: Scalar | null, { lenient_booleans }: FilterOptions): Scalar | undefined {
  if (isText(leaf)) return typeof value === "string" ? normalText(leaf, value) : undefined;
  if (leaf.type === "dateTime") return typeof value === "string" ? millisecondsOf(value) : undefined;
  if (leaf.type === "boolean") {
    if (lenient_booleans && typeof value === "string" && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === "true";
    return typeof value === "boolean" ? value : undefined;
  }
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

const wanted: Readonly<Record<Attribute["type"], string>> = {
  string: "compare it with a text in quotes",
  reference: "compare it with a text in quotes",
  binary: "compare it with a text in quotes",
  boolean: "compare it with true or false, without quotes",
  integer: "compare it with a number, without quotes, that a double can hold",
  decimal: "compare it with a number, without quotes, that a double can hold",
  dateTime: 'compare it with an instant of the years 1 to 9999 in quotes, such as "2026-01-28T08:15:30Z"',
  complex: "name one of its sub-attributes",
};

function article(type: Attribute["type"]): string {
  return type === "integer" ? "an integer" : `a ${type}`;
}
