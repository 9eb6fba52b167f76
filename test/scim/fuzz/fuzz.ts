// Fuzzed requests of identity providers with all kinds of faults. No request is answered with 5xx, every refusal has SCIM's form
// and names the fault and its place, nothing reaches a prototype, and people stay readable.
import assert from "node:assert/strict";
import { createOrganisation } from "../../harness/organisation/organisation.ts";
import { rate } from "../../harness/organisation/people.ts";
import { openProvisioned, scimOf, urns, type Scim } from "../../harness/scim.ts";
import type { Reply } from "../../harness/server.ts";
import { seeded } from "../../input/seeded.ts";
import { anyRequest, type Asked, type World } from "./fuzz-requests.ts";

/** The minimum number of each result: a fuzzer whose requests are all refused finds nothing. */
type Counts = { users: number; groups: number; changes: number; bulk_successes: number; refusals: Map<string, number> };

/** Sends `requests` requests, and checks each answer. `SEED=…` repeats a run. */
export async function fuzzScim(requests: number, say: (line: string) => void, random = seeded()): Promise<void> {
  say(`SEED=${random.seed}`);
  const acme = await openProvisioned({
    attributes: [
      { key: "shift", type: "string" },
      { key: "level", type: "number" },
    ],
    departments: [{ name: "work", code: "W" }],
  });
  const prototypes = prototypeNames();
  const world: World = { users: [], groups: [], cursors: [], versions: [] };
  const counts: Counts = { users: 0, groups: 0, changes: 0, bulk_successes: 0, refusals: new Map() };
  try {
    const stranger = await createOrganisation(acme.database, {
      organisation: { code: "STRANGER", name: "Stranger" },
      contract: { rate },
      clients: [{ name: "idp", scopes: ["scim"] }],
    });
    const clients = { ...acme.scim, stranger: scimOf(acme.server, "STRANGER", stranger.clients["idp"]!.secret) };
    for (let number = 0; number < requests; number += 1) {
      const asked = anyRequest(random, world);
      const reply = await send(clients[asked.client], asked);
      const context = `SEED=${random.seed}, request ${number}: ${told(asked)} answered ${reply.status} ${reply.text.slice(0, 500)}`;
      judge(asked, reply, counts, context);
      if (asked.client !== "stranger") learn(world, asked, reply, counts);
      assert.deepEqual(prototypeNames(), prototypes, context);
    }
    assert.equal((await clients.stranger.get("/Users?count=0")).status, 200);
    say(JSON.stringify({ ...counts, refusals: Object.fromEntries(counts.refusals) }));
    const { users, groups, changes, bulk_successes } = counts;
    assert.ok(Math.min(users, groups, changes, bulk_successes) > requests / 200, JSON.stringify(counts));
    if (requests >= 5_000) {
      const never = [...scim_types].filter((scim_type) => !counts.refusals.has(scim_type));
      assert.deepEqual(never, [], "met by no request");
    }
    const failed = acme.server.log.filter(({ level }) => Number(level) >= 50);
    assert.deepEqual(failed, []);
  } finally {
    await acme.close();
  }
}

function send(scim: Scim, { method, path, headers, body }: Asked): Promise<Reply> {
  return scim.call(method, path, body === undefined ? { headers } : { headers, body });
}

function told({ client, method, path, headers, body }: Asked): string {
  const shown = body instanceof Uint8Array ? `bytes ${Buffer.from(body).toString("base64")}` : JSON.stringify(body);
  return `${client} ${method} ${path} ${JSON.stringify(headers)} ${shown?.slice(0, 4_000)}`;
}

/** What each kind of refusal must name: a position in the text, an operation, a parameter, or an attribute. */
const named: ReadonlyMap<string, RegExp> = new Map([
  ["invalidFilter", /character \d+|longer than \d+ bytes|Operations\[\d+\]|filter( must|:)|comparisons in their paths/],
  ["invalidPath", /character \d+|Operations\[\d+\]|sortBy( must|:)/],
  ["noTarget", /Operations\[\d+\]/],
  ["mutability", /Operations\[\d+\]|cannot be changed/],
  ["uniqueness", /user name|employee number/],
  ["invalidCursor", /cursor/i],
]);

function judge({ method, path }: Asked, { status, headers, body, text }: Reply, counts: Counts, context: string): void {
  if (status === 501 && path.startsWith("/Me")) return judgeError(status, body, counts, context);
  assert.ok(status < 500, context);
  if (status >= 400) return judgeError(status, body, counts, context);
  if (text !== "") assert.equal(headers.get("content-type"), "application/scim+json", context);
  assert.ok(!text.includes("polluted"), context);
  if (method === "POST" && path === "/Bulk") {
    for (const operation of body.Operations) judgeOperation(operation, counts, context);
  }
}

function judgeError(status: number, body: any, counts: Counts, context: string): void {
  assert.deepEqual([body?.schemas, body?.status], [[urns.error], String(status)], context);
  assert.ok(body.detail.length > 10, context);
  const { scimType: scim_type } = body;
  if (status === 400 || scim_type !== undefined) assert.equal(typeof scim_type, "string", context);
  if (status === 400) assert.ok(scim_types.has(scim_type), context);
  assert.match(body.detail, named.get(scim_type) ?? /./, context);
  counts.refusals.set(scim_type ?? String(status), (counts.refusals.get(scim_type ?? String(status)) ?? 0) + 1);
}

/** RFC 7644 §3.12 and RFC 9865 §2.3: the allowed types of a 400. */
const scim_types: ReadonlySet<string> = new Set([
  "invalidFilter",
  "mutability",
  "invalidSyntax",
  "invalidPath",
  "noTarget",
  "invalidValue",
  "invalidCursor",
  "invalidCount",
]);

function judgeOperation({ status, response, location }: any, counts: Counts, context: string): void {
  assert.match(status, /^[24]\d\d$/, context);
  if (Number(status) >= 400) return judgeError(Number(status), response, counts, context);
  assert.match(location, /\/(?:Users|Groups)\/[0-9a-f-]{36}$/, context);
  counts.bulk_successes += 1;
}

/** How many ids and cursors are remembered; the oldest are dropped. */
const remembered_max = 200;

function learn(world: World, { method, path }: Asked, { status, body, headers }: Reply, counts: Counts): void {
  if (status === 201) {
    const of_groups = path.startsWith("/Groups");
    counts[of_groups ? "groups" : "users"] += 1;
    remember(of_groups ? world.groups : world.users, body.id);
  }
  if (status < 300 && (method === "PATCH" || method === "PUT")) counts.changes += 1;
  const version = headers.get("etag");
  if (version !== null) remember(world.versions, version);
  if (typeof body?.nextCursor === "string") remember(world.cursors, body.nextCursor);
  if (status === 200 && path === "/Bulk") {
    for (const { status: made, location } of body.Operations) {
      if (made !== "201") continue;
      const [, collection, id] = /\/(Users|Groups)\/([^/]+)$/.exec(location)!;
      remember(collection === "Groups" ? world.groups : world.users, id!);
    }
  }
}

function remember(list: string[], text: string): void {
  list.push(text);
  if (list.length > remembered_max) list.shift();
}

/** The server runs in this process, so a property that it adds to a prototype is visible here. */
function prototypeNames(): unknown[] {
  return [Object, Array, Function, String, Number].map(({ prototype }) => Reflect.ownKeys(prototype).length);
}
