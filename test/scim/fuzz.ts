// Requests of identity providers with everything wrong with them that can be. Whatever comes, nobody is answered 5xx, every
// refusal is in SCIM's form, and people stay readable.
import assert from "node:assert/strict";
import { seeded, type Seeded } from "../input/seeded.ts";
import { openProvisioned, urns, type ProfileName, type Provisioned, type Scim } from "../harness/scim.ts";
import type { Reply } from "../harness/server.ts";

const texts = [
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
  "null",
  "True",
  "-1",
  "9".repeat(40),
  "x".repeat(300),
  "ﷺ".repeat(600),
  "a\u0301".repeat(5) + "\u0301".repeat(40),
  '"',
  "'; drop table person; --",
  "%",
  "2026-01-28T08:15:30Z",
  "work",
  "b2b_contractor",
  "00000000-0000-0000-0000-000000000000",
];
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
  "meta",
  "id",
  "schemas",
  "unknown",
  "USERNAME",
  "name.givenName",
  "__proto__",
  "constructor",
  "toString",
  "",
  urns.user,
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
const operations = ["add", "replace", "remove", "Add", "REPLACE", "move", "", null, 5];

function anyValue(random: Seeded, depth = 0): unknown {
  const kind = random.below(depth > 3 ? 5 : 8);
  if (kind < 3) return random.pick(texts);
  if (kind === 3) return random.pick([0, -1, 1.5, 1e21, 2 ** 53, true, false, null]);
  if (kind === 4) return random.pick([{}, [], [null], [[]]]);
  if (kind === 5) return Array.from({ length: random.below(4) }, () => anyValue(random, depth + 1));
  const keys = depth === 0 || random.chance(0.2) ? names : inner;
  return Object.fromEntries(Array.from({ length: random.below(4) }, () => [random.pick(keys), anyValue(random, depth + 1)]));
}

function anyUser(random: Seeded): unknown {
  if (random.chance(0.05)) return anyValue(random);
  const members = Array.from({ length: random.below(5) }, () => [random.pick(names), anyValue(random)] as const);
  const userName = random.chance(0.8) ? [["userName", `fuzz${random.below(300)}`] as const] : [];
  return { schemas: random.chance(0.9) ? [urns.user] : anyValue(random), ...Object.fromEntries([...members, ...userName]) };
}

function anyFilter(random: Seeded, depth = 0): string {
  const kind = random.below(depth > 3 ? 3 : 7);
  const name = random.chance(0.3) ? `${random.pick(names)}.${random.pick(inner)}` : random.pick(names);
  if (kind < 3)
    return `${name} ${random.pick(operators)} ${random.chance(0.8) ? JSON.stringify(random.pick(texts)) : random.pick(texts)}`;
  if (kind === 3) return `not (${anyFilter(random, depth + 1)})`;
  if (kind === 4) return `${random.pick(names)}[${anyFilter(random, depth + 1)}]`;
  if (kind === 5) return `(${anyFilter(random, depth + 1)}`;
  return `${anyFilter(random, depth + 1)} ${random.pick(["and", "or", "AND", "xor"])} ${anyFilter(random, depth + 1)}`;
}

function anyPath(random: Seeded): unknown {
  if (random.chance(0.1)) return anyValue(random);
  if (random.chance(0.4))
    return `${random.pick(names)}[${anyFilter(random, 3)}]${random.chance(0.5) ? `.${random.pick(inner)}` : ""}`;
  return random.pick(names);
}

function anyPatch(random: Seeded): unknown {
  if (random.chance(0.05)) return anyValue(random);
  const one = () =>
    random.chance(0.05)
      ? anyValue(random)
      : {
          op: random.pick(operations),
          ...(random.chance(0.8) ? { path: anyPath(random) } : {}),
          ...(random.chance(0.85) ? { value: anyValue(random) } : {}),
        };
  return { schemas: [urns.patch], Operations: Array.from({ length: random.below(4) }, one) };
}

/** Beyond, Node itself refuses the request before anybody knows that it is one of SCIM. */
const query_max = 12_000;

function anyQuery(random: Seeded): string {
  const values: Record<string, () => string> = {
    filter: () => anyFilter(random),
    sortBy: () => random.pick(names),
    sortOrder: () => random.pick(["ascending", "descending", "x", ""]),
    startIndex: () => random.pick(["1", "0", "-5", "x", "1e3", "99999999999999999999", ""]),
    count: () => random.pick(["0", "1", "-1", "201", "x", "1.5"]),
    cursor: () => random.pick(["", "x", "AAEA".repeat(20)]),
    attributes: () => random.pick([...names, ...texts, "userName,emails.value"]),
    excludedAttributes: () => random.pick(names),
  };
  return Object.entries(values)
    .filter(() => random.chance(0.3))
    .map(([name, make]) => `${name}=${encodeURIComponent(make().toWellFormed())}`)
    .join("&")
    .slice(0, query_max);
}

/** Sends so many requests, and looks at each answer. */
export async function fuzzScim(requests: number): Promise<void> {
  const acme = await openProvisioned({
    attributes: [
      { key: "shift", type: "string" },
      { key: "level", type: "number" },
    ],
    departments: [{ name: "work", code: "W" }],
  });
  const random = seeded();
  try {
    const ids: string[] = [];
    for (let number = 0; number < requests; number += 1) {
      const [sent, reply] = await sendAny(acme, random, ids);
      const context = `SEED=${random.seed}, request ${number}: ${sent} answered ${reply.status} ${reply.text.slice(0, 500)}`;
      assert.ok(reply.status < 500, context);
      if (reply.status >= 400)
        assert.deepEqual([reply.body?.schemas, reply.body?.status], [[urns.error], String(reply.status)], context);
      if (reply.status === 201) ids.push(reply.body.id);
    }
    assert.ok(ids.length > requests / 200, `only ${ids.length} people were created`);
    assert.deepEqual(
      acme.server.log.filter(({ level }) => Number(level) >= 50),
      [],
    );
  } finally {
    await acme.close();
  }
}

async function sendAny(acme: Provisioned, random: Seeded, ids: readonly string[]): Promise<[string, Reply]> {
  const scim: Scim = acme.scim[random.pick<ProfileName>(["generic", "entra", "okta", "strict"])];
  const path = ids.length > 0 && random.chance(0.95) ? `/Users/${random.pick(ids)}` : `/Users/${encodeURIComponent("x")}`;
  const call = async (method: string, target: string, body?: unknown): Promise<[string, Reply]> => [
    `${method} ${target} ${JSON.stringify(body)}`,
    await scim.call(method, target, body === undefined ? {} : { body, headers: { "content-type": "application/scim+json" } }),
  ];
  const kind = random.below(20);
  if (kind < 4) return call("POST", `/Users?${random.chance(0.2) ? anyQuery(random) : ""}`, anyUser(random));
  if (kind < 11) return call("PATCH", path, anyPatch(random));
  if (kind < 14) return call("PUT", path, anyUser(random));
  if (kind === 14) return call("DELETE", path);
  if (kind === 15) return call("GET", `${path}?${anyQuery(random)}`);
  return call("GET", `/Users?${anyQuery(random)}`);
}
