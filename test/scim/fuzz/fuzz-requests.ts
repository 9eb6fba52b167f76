// One fuzzed request of an identity provider: a valid request with random changes, or a random one.
import { urns, type ProfileName } from "../../harness/scim.ts";
import type { Seeded } from "../../input/seeded.ts";
import { anyName, anyParameters, anyPath, anyValue, prototype_names, queryOf, slip, texts } from "./fuzz-words.ts";

/** The ids, cursors and versions from earlier answers. */
export type World = { users: string[]; groups: string[]; cursors: string[]; versions: string[] };

export type Asked = {
  client: ProfileName | "stranger";
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Text or bytes if it is no JSON. */
  body?: unknown;
};

const bulk_urn = "urn:ietf:params:scim:api:messages:2.0:BulkRequest";
const search_urn = "urn:ietf:params:scim:api:messages:2.0:SearchRequest";
const operations = ["add", "replace", "remove", "add", "replace", "remove", "Add", "REPLACE", "move", "", null, 5];
const profiles = ["generic", "entra", "okta", "strict"] as const;

export function anyRequest(random: Seeded, world: World): Asked {
  const client = random.chance(0.03) ? "stranger" : random.pick(profiles);
  const [method, path, sent] = anyCall(random, world);
  const headers = anyPreconditions(random, world);
  if (sent === undefined) return { client, method, path, headers };
  return { client, method, path, ...randomBody(random, sent, headers) };
}

type Call = [method: string, path: string, body?: unknown];

function anyCall(random: Seeded, world: World): Call {
  const kind = random.below(40);
  const of_groups = random.chance(0.4);
  const collection = of_groups ? "/Groups" : "/Users";
  const ids = of_groups ? world.groups : world.users;
  const one = `${collection}/${anyId(random, ids)}`;
  const anyResource = () => (of_groups ? anyGroup(random, world) : anyUser(random));
  if (kind < 7) return ["POST", withQuery(random, world, collection, 0.2), anyResource()];
  if (kind < 18) return ["PATCH", withQuery(random, world, one, 0.1), anyPatch(random, world)];
  if (kind < 22) return ["PUT", one, anyResource()];
  if (kind === 22) return ["DELETE", one];
  if (kind < 26) return ["GET", withQuery(random, world, one, 0.8)];
  if (kind < 31) return ["GET", withQuery(random, world, collection, 1)];
  if (kind < 34) return ["POST", `${random.pick(["", "/Users", "/Groups"])}/.search`, anySearch(random, world)];
  if (kind < 38) return ["POST", "/Bulk", anyBulk(random, world)];
  if (kind === 38) return ["GET", withQuery(random, world, anyDiscovery(random), 0.5)];
  return anyElsewhere(random, one);
}

function withQuery(random: Seeded, { users, groups, cursors }: World, path: string, chance: number): string {
  if (!random.chance(chance)) return path;
  return `${path}?${queryOf(random, anyParameters(random, { ids: [...users, ...groups], cursors }))}`;
}

function anyId(random: Seeded, ids: readonly string[]): string {
  if (ids.length > 0 && random.chance(0.94)) return random.pick(ids);
  return encodeURIComponent(random.pick([...texts, ...prototype_names, "..", "x?y", "Me"]).toWellFormed() || "x");
}

function anyDiscovery(random: Seeded): string {
  const names = ["User", "user", urns.user, urns.training.toUpperCase(), ...prototype_names, "%00", "x"];
  return random.pick([
    "/ServiceProviderConfig",
    "/ResourceTypes",
    "/Schemas",
    `/ResourceTypes/${random.pick(names)}`,
    `/Schemas/${random.pick(names)}`,
  ]);
}

/** Addresses that do not exist, and methods that are not allowed. */
function anyElsewhere(random: Seeded, one: string): Call {
  const path = random.pick(["", "/", "/Me", "/Me/x", "/Nothing", "/Bulk", "/.search", "/Users//", `${one}/x`, "/%2e/Users"]);
  const method = random.pick(["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "POST"]);
  return method === "GET" || method === "OPTIONS" ? [method, path] : [method, path, anyValue(random)];
}

function anyPreconditions(random: Seeded, { versions }: World): Record<string, string> {
  if (random.chance(0.85)) return {};
  const known = versions.length === 0 ? 'W/"1"' : random.pick(versions);
  const value = random.pick([known, known, "*", 'W/"0"', `W/"7", ${known}`, "x", "", '"', "W/", known.slice(2)]);
  return { [random.pick(["if-match", "if-none-match"])]: value };
}

const types = [
  "application/scim+json; charset=utf-8",
  "application/json",
  "APPLICATION/JSON;charset=utf-16",
  "application/scim+jsonx",
  "application/json-patch+json",
  "text/xml",
  "multipart/form-data; boundary=x",
  "x",
];

/** The body with some media type; sometimes as bytes that are no JSON. */
function randomBody(random: Seeded, sent: unknown, others: Record<string, string>): Pick<Asked, "headers" | "body"> {
  const type = random.chance(0.9) ? "application/scim+json" : random.pick(types);
  const encoding: Record<string, string> = random.chance(0.01)
    ? { "content-encoding": random.pick(["gzip", "identity", "x"]) }
    : {};
  const headers = { "content-type": type, ...encoding, ...others };
  const body = random.chance(0.4) ? mutated(random, sent) : sent;
  if (random.chance(0.96)) return { headers, body };
  const text = JSON.stringify(body) ?? "";
  const spoiled = random.pick([
    () => slip(random, text),
    () => text.slice(0, random.below(text.length + 1)),
    () => `\ufeff${text}`,
    () => `[${text}]`,
    () => "",
    () => `{"a":${"[".repeat(2_000)}${"]".repeat(2_000)}}`,
    () => text.replace("{", '{"__proto__":{"polluted":true},'),
    () => text.replace("{", '{"constructor":{"prototype":{"polluted":true}},'),
  ])();
  if (random.chance(0.8)) return { headers, body: spoiled };
  return { headers, body: Buffer.concat([Buffer.from(spoiled.toWellFormed()), Buffer.from([0xff, 0xc0, 0x80])]) };
}

/** The same JSON with a change at some place: a value replaced, left out, repeated, wrapped, or under another name. */
function mutated(random: Seeded, value: unknown): unknown {
  if (typeof value !== "object" || value === null || random.chance(0.12)) {
    return random.pick([() => anyValue(random), () => [value], () => ({ value }), () => null, () => random.pick(texts)])();
  }
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.2)) return [...value, anyValue(random), ...value.slice(0, 1)];
    const at = random.below(value.length);
    return value.map((item: unknown, index) => (index === at ? mutated(random, item) : item));
  }
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length === 0) return { [anyName(random)]: anyValue(random) };
  const at = random.below(entries.length);
  return Object.fromEntries(
    entries.flatMap(([name, member], index): [string, unknown][] => {
      if (index !== at) return [[name, member]];
      const kind = random.below(10);
      if (kind === 0) return [];
      if (kind === 1) return [[anyName(random), member]];
      if (kind === 2) return [[name.toUpperCase(), member]];
      if (kind === 3)
        return [
          [name, member],
          [random.pick(["constructor", "prototype"]), { polluted: true }],
        ];
      return [[name, mutated(random, member)]];
    }),
  );
}

function anyUser(random: Seeded): unknown {
  if (random.chance(0.03)) return anyValue(random);
  const name = `fuzz${random.below(300)}`;
  if (random.chance(0.5)) return rightUser(random, name);
  const members = Array.from({ length: random.below(5) }, () => [anyName(random), anyValue(random)] as const);
  const userName = random.chance(0.8) ? [["userName", name] as const] : [];
  return { schemas: random.chance(0.9) ? [urns.user] : anyValue(random), ...Object.fromEntries([...members, ...userName]) };
}

function rightUser(random: Seeded, userName: string): object {
  return {
    schemas: [urns.user, urns.enterprise],
    userName,
    externalId: `e${random.below(50)}`,
    name: { givenName: "Anna", familyName: random.pick(["Nowak", "Łoś"]) },
    active: random.pick([true, true, false, "True", "False"]),
    emails: [
      { value: `${userName}@example.com`, type: "work", primary: true },
      { value: "home@example.com", type: "home" },
    ],
    title: random.pick(["Driver", "", null]),
    [urns.enterprise]: { department: random.pick(["work", "nowhere"]), manager: random.pick([{ value: "1" }, "1", ""]) },
    [urns.training]: { workerType: random.pick(["internal_payroll", "b2b_contractor"]), level: random.below(5) },
  };
}

function anyGroup(random: Seeded, { users }: World): unknown {
  if (random.chance(0.03)) return anyValue(random);
  const displayName = `Group ${random.below(50)}`;
  const members = random.chance(0.15) ? anyValue(random) : anyMembers(random, users);
  const more = random.chance(0.3) ? { [anyName(random)]: anyValue(random) } : {};
  return {
    schemas: [urns.group],
    displayName,
    externalId: `g${random.below(50)}`,
    ...(random.chance(0.8) ? { members } : {}),
    ...more,
  };
}

function anyMembers(random: Seeded, users: readonly string[]): unknown {
  const idOf = () => (users.length === 0 || random.chance(0.1) ? random.pick(texts) : random.pick(users));
  return Array.from({ length: random.below(4) }, () =>
    random.pick<unknown>([{ value: idOf() }, { $ref: null, value: idOf() }, idOf()]),
  );
}

function anyPatch(random: Seeded, world: World): unknown {
  if (random.chance(0.03)) return anyValue(random);
  const ids = [...world.users, ...world.groups];
  const one = () => {
    if (random.chance(0.03)) return anyValue(random);
    if (random.chance(0.3)) return rightOperation(random, world);
    const path = anyPath(random, ids);
    const value =
      path === "members" ? anyMembers(random, world.users) : random.chance(0.3) ? rightUser(random, "fuzz") : anyValue(random);
    return {
      op: random.pick(operations),
      ...(random.chance(0.8) ? { path } : {}),
      ...(random.chance(0.85) ? { value } : {}),
    };
  };
  return { schemas: [urns.patch], Operations: Array.from({ length: random.below(4) }, one) };
}

/** Operations that providers send, and ones that the schema forbids. */
function rightOperation(random: Seeded, { users }: World): object {
  const id = users.length === 0 ? "x" : random.pick(users);
  return random.pick([
    { op: "Replace", path: "active", value: random.pick(["False", "True"]) },
    { op: "replace", value: { active: random.chance(0.5), "name.givenName": "Ewa", title: "Boss" } },
    { op: "replace", path: 'emails[type eq "work"].value', value: "new@example.com" },
    { op: "replace", path: 'phoneNumbers[type eq "none"].value', value: "1" },
    { op: "add", path: `${urns.enterprise}:manager`, value: id },
    { op: "remove", path: "title" },
    { op: "replace", value: { displayName: `Group ${random.below(50)}` } },
    { op: "Add", path: "members", value: [{ $ref: null, value: id }] },
    { op: "Remove", path: "members", value: [{ $ref: null, value: id }] },
    { op: "remove", path: `members[value eq "${id}"]` },
    { op: "replace", path: "members", value: users.slice(0, 3).map((value) => ({ value })) },
    { op: "replace", path: "id", value: "x" },
    { op: "replace", path: "meta.created", value: "2026-01-28T08:15:30Z" },
    { op: "remove", path: random.pick(["userName", "displayName"]) },
  ]);
}

function anySearch(random: Seeded, { users, groups, cursors }: World): unknown {
  if (random.chance(0.05)) return anyValue(random);
  const { constructor: _, ...parameters } = anyParameters(random, { ids: [...users, ...groups], cursors });
  const typed = random.chance(0.3) ? { count: random.pick([1, -1, 1.5, true, null, 10 ** 9]) } : {};
  return { schemas: [search_urn], ...parameters, ...typed };
}

/** Creations that refer to each other, with and without circles, and changes of them. */
function anyBulk(random: Seeded, world: World): unknown {
  if (random.chance(0.03)) return anyValue(random);
  const created = Array.from({ length: 1 + random.below(4) }, (_, index) => `b${index}`);
  const bulkId = () => (random.chance(0.06) ? random.pick([...prototype_names, "", "zz", "b0"]) : random.pick(created));
  const one = (_: unknown, index: number): unknown => {
    if (random.chance(0.04)) return anyValue(random);
    const of_groups = random.chance(0.5);
    const collection = of_groups ? "/Groups" : "/Users";
    if (index < created.length) {
      const user = {
        ...rightUser(random, `fuzz${random.below(300)}`),
        [urns.enterprise]: { manager: { value: `bulkId:${bulkId()}` } },
      };
      const group = {
        schemas: [urns.group],
        displayName: `Group ${random.below(50)}`,
        members: [{ value: `bulkId:${bulkId()}` }],
      };
      return {
        method: "POST",
        path: collection,
        bulkId: random.chance(0.9) ? created[index] : bulkId(),
        data: of_groups ? group : user,
      };
    }
    const known = of_groups ? world.groups : world.users;
    const id = random.chance(0.5) || known.length === 0 ? `bulkId:${bulkId()}` : random.pick(known);
    const method = random.pick(["PUT", "PATCH", "PATCH", "DELETE", "GET", "patch", null]);
    const data = method === "PUT" ? (of_groups ? anyGroup(random, world) : anyUser(random)) : anyPatch(random, world);
    const version = random.chance(0.2) ? { version: random.pick(['W/"1"', "x", 5, ""]) } : {};
    return { method, path: random.chance(0.95) ? `${collection}/${id}` : random.pick(texts), data, ...version };
  };
  const errors = random.chance(0.2) ? { failOnErrors: random.pick([1, 2, 0, -1, "1", null]) } : {};
  return { schemas: [bulk_urn], ...errors, Operations: Array.from({ length: created.length + random.below(3) }, one) };
}
