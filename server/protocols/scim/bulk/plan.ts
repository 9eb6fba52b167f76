// Bulk (RFC 7644 §3.7): the order of the operations, computed before the first one is carried out.
//
// An operation that refers to `bulkId:x` waits for the POST that creates x; otherwise the order is that of the request. POSTs may
// refer to each other in a circle (§3.7.1). Then each is first created without the values that are unknown at that time. When all
// of the circle exist, a PATCH adds the values that were left out. Operations succeed and fail singly. An invalid operation
// becomes a step that refuses it. An operation whose reference was never created is refused when its references are resolved.
import { scimError, ScimError } from "../errors.ts";
import { isArray, isForbidden, isObject, memberOf, type Json, type JsonObject } from "../patch/merge-json.ts";
import { checkDepth, checkSchemas, readMembers } from "../normalise/request.ts";
import type { Profile } from "../profile.ts";

/** RFC 7644 §3.7.4: the value of `bulk.maxOperations` in the ServiceProviderConfig. */
export const bulk_operations_max = 1_000;
const bulk_request = "urn:ietf:params:scim:api:messages:2.0:BulkRequest";
const patch_request = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

type BulkMethod = "POST" | "PUT" | "PATCH" | "DELETE";

/** Members that the answer to an operation repeats (RFC 7644 §3.7.3), as far as they could be read. */
export type BulkOperation = {
  index: number;
  method: BulkMethod | null;
  bulk_id: string | null;
  resource: "Users" | "Groups" | null;
  /** The resource's id, or a reference to it; null for POST. */
  id: string | null;
  /** An entity tag that the resource must still have. */
  version: string | null;
};

export type BulkStep =
  | { kind: "run"; index: number; data: JsonObject | null }
  /** A PATCH of the resource that an earlier step of the same operation has created. */
  | { kind: "link"; index: number; data: JsonObject }
  | { kind: "refuse"; index: number; error: ScimError };

export type BulkPlan = {
  /** How many failed operations end the request; null: failures do not end it. */
  errors_max: number | null;
  /** In the order of the request. */
  operations: readonly BulkOperation[];
  steps: readonly BulkStep[];
};

/** Reads a Bulk request. Throws if the request as a whole is invalid. */
export function planBulk(body: unknown, profile: Profile): BulkPlan {
  const request = readMembers(body, "The request body");
  checkSchemas(memberOf(request, "schemas"), bulk_request, profile);
  const sent = memberOf(request, "operations");
  if (!isArray(sent)) throw scimError(400, "invalidSyntax", "Operations must be an array of operations (RFC 7644 §3.7).");
  if (sent.length > bulk_operations_max) {
    throw scimError(413, null, `The request has ${sent.length} operations; at most ${bulk_operations_max} are accepted.`);
  }
  const errors_max = readErrorsMax(memberOf(request, "failonerrors"));
  const read = sent.map(readOperation);
  const creators = indexCreators(read);
  return { errors_max, operations: read.map(({ operation }) => operation), steps: arrange(read, creators) };
}

/** An id or data with every reference replaced by the id of the created resource. Throws if a resource was not created. */
export function resolveReferences<Value extends Json>(value: Value, ids: ReadonlyMap<string, string>, index: number): Value {
  return mapStrings(value, (text, key) => {
    const idOf = (bulk_id: string) => {
      const id = ids.get(bulk_id);
      if (id !== undefined) return id;
      throw scimError(409, null, `Operations[${index}] refers to bulkId "${bulk_id}", which was not created.`);
    };
    if (text.startsWith(prefix)) return idOf(text.slice(prefix.length));
    return key === "path" ? text.replace(quoted_reference, (_, bulk_id: string) => `"${idOf(bulk_id)}"`) : text;
  }) as Value;
}

type Read = { operation: BulkOperation; data: JsonObject | null; error: ScimError | null };

function readErrorsMax(value: Json | undefined): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw scimError(400, "invalidValue", "failOnErrors must be a whole number of errors, at least 1 (RFC 7644 §3.7).");
  }
  return Math.max(value, 1);
}

function readOperation(sent: Json, index: number): Read {
  const operation: BulkOperation = { index, method: null, bulk_id: null, resource: null, id: null, version: null };
  try {
    const members = readMembers(sent, `Operations[${index}]`);
    operation.bulk_id = readText(memberOf(members, "bulkid"), index, "bulkId");
    operation.version = readText(memberOf(members, "version"), index, "version");
    operation.method = readMethod(memberOf(members, "method"), index);
    Object.assign(operation, readPath(memberOf(members, "path"), operation.method, index));
    if (operation.method === "POST" && operation.bulk_id === null) {
      throw scimError(400, "invalidSyntax", `Operations[${index}] is a POST and needs a bulkId (RFC 7644 §3.7).`);
    }
    if (operation.method === "DELETE") return { operation, data: null, error: null };
    const data = memberOf(members, "data") ?? null;
    if (!isObject(data)) throw scimError(400, "invalidSyntax", `Operations[${index}].data must be the body of the request.`);
    checkDepth(data, `Operations[${index}].data`);
    return { operation, data, error: null };
  } catch (error) {
    if (!(error instanceof ScimError)) throw error;
    return { operation, data: null, error };
  }
}

function readText(value: Json | undefined, index: number, name: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" && value !== "") return value;
  throw scimError(400, "invalidSyntax", `Operations[${index}].${name} must be a string that is not empty.`);
}

function readMethod(value: Json | undefined, index: number): BulkMethod {
  // RFC 7231 §4.1: the names of methods are case-sensitive.
  if (value === "POST" || value === "PUT" || value === "PATCH" || value === "DELETE") return value;
  throw scimError(400, "invalidSyntax", `Operations[${index}].method must be POST, PUT, PATCH or DELETE.`);
}

function readPath(value: Json | undefined, method: BulkMethod, index: number): Pick<BulkOperation, "resource" | "id"> {
  const [, resource, id] = (typeof value === "string" && /^\/?(Users|Groups)(?:\/([^/?#\s]+))?\/?$/.exec(value)) || [];
  const complete = resource !== undefined && (id === undefined) === (method === "POST");
  if (complete) return { resource: resource as "Users" | "Groups", id: id ?? null };
  const due = method === "POST" ? "/Users or /Groups" : "/Users/{id} or /Groups/{id}";
  throw scimError(400, "invalidPath", `Operations[${index}].path must be ${due} for ${method}.`);
}

/** The index of the operation that creates each bulkId. A repeated bulkId is refused. */
function indexCreators(read: Read[]): Map<string, number> {
  const creators = new Map<string, number>();
  for (const item of read) {
    const { method, bulk_id, index } = item.operation;
    if (method !== "POST" || bulk_id === null) continue;
    const first = creators.get(bulk_id);
    if (first === undefined) creators.set(bulk_id, index);
    else {
      item.error = scimError(
        400,
        "invalidValue",
        `Operations[${index}].bulkId "${bulk_id}" is that of Operations[${first}], too.`,
      );
    }
  }
  return creators;
}

/** The steps in order: strongly connected components of operations, each after those that it refers to (Tarjan 1972). */
function arrange(read: readonly Read[], creators: ReadonlyMap<string, number>): BulkStep[] {
  const steps: BulkStep[] = [];
  const waits_for = read.map((item) => findCreators(item, creators));
  const found: (number | undefined)[] = [];
  const placed = new Set<number>();
  const open: number[] = [];
  let next = 0;
  const visit = (index: number): number => {
    const own = next++;
    found[index] = own;
    open.push(index);
    let lowest = own;
    for (const other of waits_for[index]!) {
      if (found[other] === undefined) lowest = Math.min(lowest, visit(other));
      else if (!placed.has(other)) lowest = Math.min(lowest, found[other]);
    }
    if (lowest === own) {
      const circle = open.splice(open.indexOf(index)).sort((one, other) => one - other);
      for (const member of circle) placed.add(member);
      steps.push(...stepsOfCircle(circle.map((member) => read[member]!)));
    }
    return lowest;
  };
  for (const { operation } of read) if (found[operation.index] === undefined) visit(operation.index);
  return steps;
}

/**
 * Indexes of the operations that create the resources that this one refers to. It is refused if no operation creates one of them.
 */
function findCreators(item: Read, creators: ReadonlyMap<string, number>): number[] {
  if (item.error !== null) return [];
  const { id, index } = item.operation;
  const names = [...findReferences(item.data).map(({ bulk_id }) => bulk_id), ...(id === null ? [] : namesIn(id, ""))];
  const unknown = names.find((name) => !creators.has(name));
  if (unknown === undefined) return [...new Set(names.map((name) => creators.get(name)!))];
  item.error = scimError(
    400,
    "invalidValue",
    `Operations[${index}] refers to bulkId "${unknown}", which no POST of the request has.`,
  );
  return [];
}

/** The steps of a circle of POSTs, which usually is a single one: they are created in the request's order, then linked. */
function stepsOfCircle(circle: readonly Read[]): BulkStep[] {
  const missing = new Set(
    circle.filter(({ operation }) => operation.method === "POST").map(({ operation }) => operation.bulk_id!),
  );
  const links: BulkStep[] = [];
  const runs = circle.map(({ operation, data, error }): BulkStep => {
    const { index } = operation;
    if (error !== null) return { kind: "refuse", index, error };
    const early = operation.method === "POST" ? findReferences(data).filter(({ bulk_id }) => missing.has(bulk_id)) : [];
    if (operation.method === "POST") missing.delete(operation.bulk_id!);
    if (early.length === 0) return { kind: "run", index, data };
    const values = new Map(early.map(({ keys }) => valueAround(data!, keys)).map((keys) => [JSON.stringify(keys), keys]));
    links.push({ kind: "link", index, data: linkRequest(data!, [...values.values()]) });
    return { kind: "run", index, data: withhold(data, new Set(values.keys())) as JsonObject };
  });
  return [...runs, ...links];
}

type Keys = readonly (string | number)[];

// RFC 7644 §3.7.2: a reference stands in place of an id, as `bulkId:` followed by the name.
const prefix = "bulkId:";
/** A reference in the filter of an operation's path: `members[value eq "bulkId:x"]`. */
const quoted_reference = /"bulkId:([^"\\]+)"/g;

function findReferences(value: Json, keys: Keys = []): { bulk_id: string; keys: Keys }[] {
  if (typeof value === "string") return namesIn(value, keys.at(-1)).map((bulk_id) => ({ bulk_id, keys }));
  if (isArray(value)) return value.flatMap((item, index) => findReferences(item, [...keys, index]));
  return isObject(value) ? Object.entries(value).flatMap(([name, member]) => findReferences(member, [...keys, name])) : [];
}

function namesIn(text: string, key: string | number | undefined): string[] {
  if (text.startsWith(prefix)) return [text.slice(prefix.length)];
  return key === "path" ? [...text.matchAll(quoted_reference)].map(([, bulk_id]) => bulk_id!) : [];
}

function mapStrings(value: Json, change: (text: string, key: string | number) => string, key: string | number = ""): Json {
  if (typeof value === "string") return change(value, key);
  if (isArray(value)) return value.map((item, index) => mapStrings(item, change, index));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => !isForbidden(name));
  return Object.fromEntries(members.map(([name, member]) => [name, mapStrings(member, change, name)]));
}

/** The keys of the whole attribute value that contains a reference: the manager or the member, not the `value` in it. */
function valueAround(data: JsonObject, keys: Keys): Keys {
  const around = keys.slice(0, -1);
  return around.length > 0 && !isArray(valueAt(data, around)) ? around : keys;
}

function valueAt(data: Json, keys: Keys): Json {
  return keys.reduce<Json>((value, key) => (value as { readonly [name: string | number]: Json })[key]!, data);
}

function withhold(value: Json, withheld: ReadonlySet<string>, keys: Keys = []): Json {
  const isKept = (key: string | number) => !withheld.has(JSON.stringify([...keys, key]));
  if (isArray(value)) {
    return value.flatMap((item, index) => (isKept(index) ? [withhold(item, withheld, [...keys, index])] : []));
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => isKept(name) && !isForbidden(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withhold(member, withheld, [...keys, name])]));
}

/** The PATCH that adds the references that were left out. */
function linkRequest(data: JsonObject, withheld: readonly Keys[]): JsonObject {
  const operations = withheld.map((keys) => {
    const names = keys.filter((key) => typeof key === "string");
    // The members of an extension are under its URN; paths join the two with a colon (RFC 7644 §3.10).
    const path = names[0]!.includes(":") ? [names[0], names.slice(1).join(".")].join(":") : names.join(".");
    const value = valueAt(data, keys);
    return { op: "add", path, value: typeof keys.at(-1) === "number" ? [value] : value };
  });
  return { schemas: [patch_request], Operations: operations };
}
