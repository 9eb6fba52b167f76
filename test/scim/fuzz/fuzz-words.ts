// The parts of fuzzed requests: values, filters, paths and queries that are valid, almost valid or hostile.
import { urns } from "../../harness/scim.ts";
import type { Seeded } from "../../input/seeded.ts";

export const texts = [
  "",
  " ",
  "a",
  "anna@example.com",
  "ŁUKASZ",
  "İ",
  "\u0000",
  "\ud800",
  "__proto__",
  "constructor",
  "prototype",
  "null",
  "True",
  "-1",
  "9".repeat(40),
  "x".repeat(300),
  "ﷺ".repeat(600),
  "a\u0301".repeat(5) + "\u0301".repeat(40),
  '"',
  "\\",
  "'; drop table person; --",
  "%",
  "2026-01-28T08:15:30Z",
  "0000-00-00T00:00:00Z",
  "work",
  "b2b_contractor",
  "bulkId:a",
  "bulkId:",
  'W/"1"',
  "00000000-0000-0000-0000-000000000000",
];

/** Names that reach a prototype in careless code. */
export const prototype_names = ["__proto__", "constructor", "prototype"] as const;

const names = [
  "userName",
  "externalId",
  "name",
  "displayName",
  "nickName",
  "title",
  "preferredLanguage",
  "active",
  "password",
  "emails",
  "phoneNumbers",
  "addresses",
  "photos",
  "roles",
  "x509Certificates",
  "groups",
  "members",
  "meta",
  "id",
  "schemas",
  "unknown",
  "USERNAME",
  "name.givenName",
  "members.value",
  "constructor",
  "prototype",
  "toString",
  "",
  urns.user,
  urns.group,
  urns.enterprise,
  urns.training,
  `${urns.enterprise}:manager`,
  `${urns.enterprise}:employeeNumber`,
  `${urns.enterprise}:department`,
  `${urns.training}:shift`,
  `${urns.training}:level`,
  `${urns.training}:contractorId`,
  "urn:x:y",
];
const inner = ["value", "type", "primary", "$ref", "display", "givenName", "familyName", "employeeNumber", "department", "level"];
const operators = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le", "pr", "EQ", "like", ""];

/** `__proto__` is rare, because the whole body is then refused and tests nothing else. */
export function anyName(random: Seeded): string {
  return random.chance(0.01) ? random.pick(prototype_names) : random.pick(names);
}

export function anyValue(random: Seeded, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 5 : 8);
  if (kind < 3) return random.pick(texts);
  if (kind === 3) return random.pick([0, -1, 1.5, 1e21, 2 ** 53, true, false, null]);
  if (kind === 4) return random.pick([{}, [], [null], [[]]]);
  if (kind === 5) return Array.from({ length: random.below(4) }, () => anyValue(random, depth + 1));
  const nameOf = () => (depth === 0 || random.chance(0.2) ? anyName(random) : random.pick(inner));
  return Object.fromEntries(Array.from({ length: random.below(4) }, () => [nameOf(), anyValue(random, depth + 1)]));
}

export function anyFilter(random: Seeded, ids: readonly string[], depth = 0): string {
  const kind = random.below(depth > 3 ? 3 : 8);
  const name = random.chance(0.3) ? `${anyName(random)}.${random.pick(inner)}` : anyName(random);
  const nested = () => anyFilter(random, ids, depth + 1);
  if (kind < 2)
    return `${name} ${random.pick(operators)} ${random.chance(0.8) ? JSON.stringify(random.pick(texts)) : random.pick(texts)}`;
  if (kind === 2) return rightFilter(random, ids);
  if (kind === 3) return `not (${nested()})`;
  if (kind === 4) return `${anyName(random)}[${nested()}]`;
  if (kind === 5) return `(${nested()}`;
  if (kind === 6) return slip(random, nested());
  return `${nested()} ${random.pick(["and", "or", "AND", "xor"])} ${nested()}`;
}

/** Filters that providers use. */
function rightFilter(random: Seeded, ids: readonly string[]): string {
  const id = ids.length === 0 ? "x" : random.pick(ids);
  return random.pick([
    `userName eq "fuzz${random.below(300)}"`,
    `externalId eq "e${random.below(50)}"`,
    `displayName eq "Group ${random.below(50)}"`,
    `id eq "${id}"`,
    `id eq "${id}" and members eq "${id}"`,
    `members[value eq "${id}" and type eq "User"]`,
    `groups.value eq "${id}"`,
    'emails[type eq "work" and value co "@"]',
    'emails[type eq "work"].value eq "a"',
    "active eq true",
    'meta.lastModified ge "2026-01-28T08:15:30Z"',
    `${urns.training}:level ge 2`,
    `not (${urns.enterprise}:manager.value pr)`,
  ]);
}

/** The text with one character removed, added or changed. */
export function slip(random: Seeded, text: string): string {
  const at = random.below(text.length + 1);
  const put = random.pick(["", "", " ", '"', "(", "]", "\\", ".", "é", "\u0000"]);
  return text.slice(0, at) + put + text.slice(at + random.below(2));
}

export function anyPath(random: Seeded, ids: readonly string[]): unknown {
  const kind = random.below(10);
  if (kind === 0) return anyValue(random);
  if (kind < 4) return `${anyName(random)}[${anyFilter(random, ids, 3)}]${random.chance(0.5) ? `.${random.pick(inner)}` : ""}`;
  if (kind < 6) {
    const id = ids.length === 0 ? "x" : random.pick(ids);
    return random.pick(['emails[type eq "work"].value', `members[value eq "${id}"]`, "name.givenName", "members", "active"]);
  }
  if (kind === 6) return slip(random, 'addresses[type eq "work" and primary eq true].streetAddress');
  return anyName(random);
}

/** Node itself refuses a longer request before it reaches SCIM. */
const query_max = 12_000;

export type Known = { ids: readonly string[]; cursors: readonly string[] };

/** The parameters of a list, each with some probability; numbers in the form that a search's body has, too. */
export function anyParameters(random: Seeded, { ids, cursors }: Known): Record<string, unknown> {
  const values: Record<string, () => unknown> = {
    filter: () => anyFilter(random, ids),
    sortBy: () => (random.chance(0.5) ? random.pick(["userName", "displayName", "meta.created", "emails"]) : anyName(random)),
    sortOrder: () => random.pick(["ascending", "descending", "x", ""]),
    startIndex: () => random.pick(["1", "0", "-5", "x", "1e3", "99999999999999999999", ""]),
    count: () => random.pick(["0", "1", "2", "-1", "201", "x", "1.5"]),
    cursor: () => anyCursor(random, cursors),
    attributes: () => random.pick([...names, ...texts, "userName,emails.value", "members.value,displayName"]),
    excludedAttributes: () => random.pick([...names, "members", "emails,groups"]),
    constructor: () => "x",
    __proto__x: () => "x",
  };
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => random.chance(name === "cursor" ? 0.15 : 0.3))
      .map(([name, make]) => [name, make()]),
  );
}

/** A cursor from an earlier answer, perhaps of another list or with a typing error, or an invalid one. */
function anyCursor(random: Seeded, cursors: readonly string[]): string {
  if (cursors.length === 0 || random.chance(0.3)) return random.pick(["", "", "x", "AAEA".repeat(20), "é", "%00"]);
  const cursor = random.pick(cursors);
  return random.chance(0.5) ? cursor : slip(random, cursor);
}

export function queryOf(random: Seeded, parameters: Record<string, unknown>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => [name, String(value).toWellFormed()] as const);
  const all = random.chance(0.05) ? [...pairs, ...pairs, ["__proto__", "x"] as const] : pairs;
  return all
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&")
    .slice(0, query_max);
}
