// Translates filters to SQL conditions; evaluate.ts defines their meaning. Every value and every name of an attribute is a
// parameter. A condition that does not hold is false or null. `is not true` is used for negation, because it treats both the
// same; other conditions keep the form that indexes support.
import { join, part, type Fragment, type Statement } from "../../../platform/db/sql.ts";
import type { Attribute } from "../attributes.ts";
import type { Comparison, Filter, Scalar } from "./filter.ts";
import { splitAtList, type Target } from "../patch/path-names.ts";

/**
 * The column of a single value. Texts are in the attribute's normal form and never empty; instants are as the database stores
 * them.
 */
export type Column = { kind: "text" | "id" | "boolean" | "number" | "instant"; value: Fragment };

/** A member of a JSON document. */
export type Member = { kind: "json"; document: Fragment; keys: readonly string[] };

/**
 * A list that is stored in rows of its own. `columns` are by name of the sub-attribute; a sub-attribute without a column has no
 * value.
 */
export type Rows = { kind: "rows"; from: Fragment; where: Fragment; columns: ReadonlyMap<string, Column> };

/**
 * A list that a JSON expression computes. `candidates` is a condition that an index can answer. It is true for every resource
 * whose list has an element with this value, and perhaps for others.
 */
export type List = { kind: "list"; list: Fragment; candidates: (sub_attribute: string, value: Scalar) => Fragment | null };

/** Where the values of a resource type are stored. */
export type Storage = {
  /** By the attribute's path as in Target.name; for a list, by the path of the list. */
  places: ReadonlyMap<string, Column | Member | Rows | List>;
  /** The normal form of all other attributes (`normalForm`), or null. */
  document: Fragment;
};

/** The SQL condition for a filter on rows of a resource type. */
export function conditionOf(filter: Filter, storage: Storage): Fragment {
  return compile(filter, { storage, placeOf: (target) => placeOfValue(target, storage) });
}

/** A statement without a name, which is not kept prepared: the number of different filters of clients is unlimited. */
export function onceOnly({ parts, parameters }: Fragment): Statement {
  return { text: parts.reduce((all, next, index) => `${all}$${index}${next}`), values: parameters, name: "" };
}

type Place = Column | Member | null;
/** `storage` is null inside a value path. */
type Scope = { storage: Storage | null; placeOf: (target: Target) => Place };

function compile(filter: Filter, scope: Scope): Fragment {
  switch (filter.kind) {
    case "and":
    case "or":
      return part`(${join(
        filter.of.map((inner) => compile(inner, scope)),
        filter.kind === "and" ? " and " : " or ",
      )})`;
    case "not":
      return part`(${compile(filter.of, scope)} is not true)`;
    case "never":
      return part`false`;
    case "element":
      return elementCondition(filter.target, filter.of, scope);
    default:
      return leafCondition(filter, scope);
  }
}

/** A condition on a list holds if one element meets it, whether or not the filter is written as a value path. */
function leafCondition(filter: Extract<Filter, { kind: "present" | "compare" }>, scope: Scope): Fragment {
  const { target } = filter;
  if (target.many_at !== null) {
    const [list, element] = splitAtList(target);
    return listCondition(list, { ...filter, target: element }, scope.storage!);
  }
  if (target.leaf.type === "complex") return anyPart(target, scope);
  const place = scope.placeOf(target);
  if (place === null) return part`false`;
  if (place.kind === "json") {
    return filter.kind === "present" ? jsonPresent(place, target.leaf) : jsonCondition(place, filter.operator, filter.value);
  }
  return filter.kind === "present" ? part`${place.value} is not null` : columnCondition(place, filter.operator, filter.value);
}

function elementCondition(target: Target, of: Filter, scope: Scope): Fragment {
  if (target.many_at !== null) return listCondition(target, of, scope.storage!);
  return part`(${anyPart(target, scope)} and ${compile(within(of, target), scope)})`;
}

/** A complex attribute has a value if one of its sub-attributes has. */
function anyPart(target: Target, scope: Scope): Fragment {
  const parts = (target.leaf.subAttributes ?? []).map((leaf) =>
    leafCondition({ kind: "present", target: below(target, leaf) }, scope),
  );
  return part`(${join(parts, " or ")})`;
}

function listCondition(list: Target, of: Filter, storage: Storage): Fragment {
  const place = placeOfList(list, storage);
  if (place.kind === "rows") {
    const inner = compile(of, { storage: null, placeOf: (target) => place.columns.get(target.name) ?? null });
    return part`exists (select from ${place.from} where ${place.where} and ${inner})`;
  }
  const pairs = equalities(of);
  if (place.kind === "json") {
    // JSON containment finds an element that has all of these members.
    if (pairs !== null) return contains(place.document, [...place.keys], [elementOf(pairs)]);
    return someElement(place.document, jsonPath(place.keys), list.leaf, of);
  }
  const exact = someElement(place.list, jsonPath([]), list.leaf, of);
  const candidates = (pairs ?? []).map(([key, value]) => place.candidates(key, value)).filter((found) => found !== null);
  return part`(${join([...candidates, exact], " and ")})`;
}

function someElement(document: Fragment, path: string, leaf: Attribute, of: Filter): Fragment {
  const element: Member = { kind: "json", document: part`element.value`, keys: [] };
  const inner = compile(of, { storage: null, placeOf: ({ keys }) => ({ ...element, keys }) });
  // The normal form has no empty elements. The organisation's own lists are stored as sent, so their elements are checked.
  const given = leaf.multiValued && leaf.type !== "complex" ? part`${jsonPresent(element, leaf)} and ${inner}` : inner;
  return part`exists (select from jsonb_path_query(${document}, ${path}::jsonpath, '{}', true) element (value) where ${given})`;
}

/**
 * The members that an element must have, if the filter consists of equalities only; otherwise null. The name is "" for an element
 * that is no object.
 */
function equalities(filter: Filter): [string, Scalar][] | null {
  const parts = filter.kind === "and" ? filter.of : [filter];
  const pairs: [string, Scalar][] = [];
  for (const inner of parts) {
    if (inner.kind !== "compare" || inner.operator !== "eq") return null;
    const [key = ""] = inner.target.keys;
    if (pairs.some(([known]) => known === key)) return null;
    pairs.push([key, inner.value]);
  }
  return pairs;
}

function elementOf(pairs: [string, Scalar][]): unknown {
  return pairs[0]?.[0] === "" ? pairs[0][1] : Object.fromEntries(pairs);
}

function columnCondition({ kind, value }: Column, operator: Comparison, wanted: Scalar): Fragment {
  if (kind === "instant") return instantCondition(value, operator, wanted as number);
  if (kind === "boolean") return part`${value} = ${wanted}::boolean`;
  if (kind === "number") return orderCondition(part`${value}::numeric`, operator, part`${String(wanted)}::numeric`);
  if (kind === "text") return textCondition(value, operator, wanted as string);
  if (operator !== "eq") return textCondition(part`${value}::text`, operator, wanted as string);
  return uuid_pattern.test(wanted as string) ? part`${value} = ${wanted}::uuid` : part`false`;
}

const uuid_pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function textCondition(value: Fragment, operator: Comparison, wanted: string): Fragment {
  if (operator === "eq") return part`${value} = ${wanted}`;
  // Unlike `like`, this function is leakproof, so that an index with the C collation can answer it under row-level security.
  if (operator === "sw") return part`starts_with(${value}, ${wanted})`;
  if (operator === "co") return part`${value} like ${`%${escapeLike(wanted)}%`}`;
  if (operator === "ew") return part`${value} like ${`%${escapeLike(wanted)}`}`;
  return orderCondition(part`${value} collate "C"`, operator, part`${wanted}`);
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

function orderCondition(value: Fragment, operator: Comparison, wanted: Fragment): Fragment {
  if (operator === "gt") return part`${value} > ${wanted}`;
  if (operator === "ge") return part`${value} >= ${wanted}`;
  if (operator === "lt") return part`${value} < ${wanted}`;
  return operator === "le" ? part`${value} <= ${wanted}` : part`${value} = ${wanted}`;
}

/** The database stores microseconds, but answers show whole milliseconds, so milliseconds are compared. */
function instantCondition(value: Fragment, operator: Comparison, wanted: number): Fragment {
  const [up, next] = [Math.ceil(wanted), Math.floor(wanted) + 1].map((ms) => part`${timestampOf(ms)}::timestamptz`) as [
    Fragment,
    Fragment,
  ];
  if (operator === "ge") return part`${value} >= ${up}`;
  if (operator === "gt") return part`${value} >= ${next}`;
  if (operator === "lt") return part`${value} < ${up}`;
  if (operator === "le") return part`${value} < ${next}`;
  return Number.isInteger(wanted) ? part`(${value} >= ${up} and ${value} < ${next})` : part`false`;
}

function timestampOf(ms: number): string {
  const text = Temporal.Instant.fromEpochMilliseconds(ms).toString();
  return text.startsWith("+") ? "infinity" : text; // the millisecond after the last of 9999
}

function jsonCondition(place: Member, operator: Comparison, wanted: Scalar): Fragment {
  if (operator === "eq") return contains(place.document, place.keys, wanted);
  if (typeof wanted === "string") return textCondition(jsonAs(place, "string"), operator, wanted);
  return orderCondition(jsonAs(place, "number"), operator, part`${String(wanted)}::numeric`);
}

/** Whether a document has this value at the end of these keys. */
function contains(document: Fragment, keys: readonly string[], value: unknown): Fragment {
  if (keys.length === 0) return part`${document} = ${JSON.stringify(value)}::jsonb`;
  const nested = keys.reduceRight((inner, key) => ({ [key]: inner }), value);
  return part`${document} @> ${JSON.stringify(nested)}::jsonb`;
}

function jsonPresent(place: Member, leaf: Attribute): Fragment {
  const json = jsonAt(place);
  if (leaf.type === "boolean") return part`jsonb_typeof(${json}) = 'boolean'`;
  if (leaf.type === "integer" || leaf.type === "decimal" || leaf.type === "dateTime")
    return part`jsonb_typeof(${json}) = 'number'`;
  return part`${jsonAs(place, "string")} <> ''`;
}

/** A member as a text or a number, null if it has another type; the empty text counts as no value. */
export function jsonAs(place: Member, type: "string" | "number"): Fragment {
  const json = jsonAt(place);
  const plain = part`${json} #>> '{}'`;
  const value = type === "string" ? part`nullif(${plain}, '')` : part`(${plain})::numeric`;
  return part`case when jsonb_typeof(${json}) = ${type} then ${value} end`;
}

export function jsonAt({ document, keys }: Member): Fragment {
  return keys.length === 0 ? document : part`(${document} #> ${[...keys]}::text[])`;
}

/**
 * The jsonpath of all elements of a list. In silent mode a value that is no list has no elements. jsonpath quotes names as JSON
 * does.
 */
export function jsonPath(keys: readonly string[]): string {
  return `strict $${keys.map((key) => `.${JSON.stringify(key)}`).join("")}[*]`;
}

/** Where a single value of a resource is stored. */
export function placeOfValue(target: Target, storage: Storage): Column | Member {
  const place = storage.places.get(target.name) ?? { kind: "json", document: storage.document, keys: target.keys };
  if (place.kind === "rows" || place.kind === "list") throw new TypeError(`${target.name} is one value and stands in a list`);
  return place;
}

/** Where a list of a resource is stored. */
export function placeOfList(list: Target, storage: Storage): Member | Rows | List {
  const place = storage.places.get(list.name) ?? { kind: "json", document: storage.document, keys: list.keys };
  if (place.kind === "json" || place.kind === "rows" || place.kind === "list") return place;
  throw new TypeError(`${list.name} is a list and stands in one column`);
}

function below(target: Target, leaf: Attribute): Target {
  const name = target.keys.length === 0 ? leaf.name : `${target.name}.${leaf.name}`;
  return { ...target, name, keys: [...target.keys, leaf.name], leaf };
}

/** The filter of a value path on an attribute that is no list, rewritten for the resource. */
function within(filter: Filter, target: Target): Filter {
  switch (filter.kind) {
    case "and":
    case "or":
      return { kind: filter.kind, of: filter.of.map((inner) => within(inner, target)) };
    case "not":
      return { kind: "not", of: within(filter.of, target) };
    case "never":
      return filter;
    default:
      return { ...filter, target: below(target, filter.target.leaf) };
  }
}
