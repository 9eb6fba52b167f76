// The answer to an identity provider while the database is unavailable: 503 in SCIM's form, with the seconds until a retry.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { needsServer } from "../harness/database.ts";
import { openProvisioned, urns, type Provisioned } from "../harness/scim.ts";
import type { Reply } from "../harness/server.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned();
});
after(() => acme.close());

const user = (userName: string) => ({ schemas: [urns.user], userName });

function assertToldToComeBack(reply: Reply, what: string): void {
  assert.equal(reply.status, 503, `${what}: ${reply.text}`);
  // Okta understands only whole seconds.
  assert.match(reply.headers.get("retry-after") ?? "none", /^[1-9]\d*$/, what);
  assert.equal(reply.headers.get("content-type"), "application/scim+json", what);
  assert.deepEqual([reply.body.schemas, reply.body.status], [[urns.error], "503"], what);
  assert.ok(reply.body.detail.length > 0, what);
}

/** The answer while another session has locked a table. */
async function whileLocked(table: string, ask: () => Promise<[what: string, reply: Reply][]>): Promise<[string, Reply][]> {
  const lock = await acme.database.superuser.connect();
  try {
    await lock.query("begin");
    await lock.query(`lock table ${table} in access exclusive mode`);
    return await ask();
  } finally {
    await lock.query("rollback");
    lock.release();
  }
}

test("every request that fails for lack of the database gets Retry-After", { skip: needsServer() }, async () => {
  const { strict } = acme.scim;
  const { id } = (await strict.post("/Users", user("anna"))).body;
  const group = (await strict.post("/Groups", { schemas: [urns.group], displayName: "Drivers" })).body.id;
  const search = { schemas: ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"], filter: "userName pr" };
  const bulk = (...Operations: object[]) => ({ schemas: ["urn:ietf:params:scim:api:messages:2.0:BulkRequest"], Operations });
  const creation = (name: string) => ({ method: "POST", path: "/Users", bulkId: name, data: user(name) });
  const requests: Record<string, () => Promise<Reply>> = {
    "a list": () => strict.get("/Users"),
    "a look-up": () => strict.get("/Users?filter=userName%20eq%20%22anna%22"),
    "a user": () => strict.get(`/Users/${id}`),
    "a creation": () => strict.post("/Users", user("none")),
    "a replacement": () => strict.put(`/Users/${id}`, user("anna")),
    "a change": () => strict.patch(`/Users/${id}`, [{ op: "replace", path: "title", value: "Driver" }]),
    "a deletion": () => strict.delete(`/Users/${id}`),
    "a search": () => strict.post("/Users/.search", search),
    "a search for everything": () => strict.post("/.search", search),
    "a member": () => strict.patch(`/Groups/${group}`, [{ op: "add", path: "members", value: [{ value: id }] }]),
    "a group with members": () => strict.get(`/Groups/${group}`),
    "a bulk request": () => strict.post("/Bulk", bulk(creation("none"), creation("nor this"))),
    "a bulk request whose first operation is refused": () =>
      strict.post("/Bulk", bulk({ method: "POST", path: "/Users", bulkId: "w", data: {} }, creation("none"))),
  };
  const answers = await whileLocked("person", () =>
    Promise.all(Object.entries(requests).map(async ([what, ask]) => [what, await ask()] as [string, Reply])),
  );
  for (const [what, reply] of answers) assertToldToComeBack(reply, what);
  // The lookup of the client comes first.
  const unknown = await whileLocked("client", async () => [["who asks", await strict.get("/ServiceProviderConfig")]]);
  for (const [what, reply] of unknown) assertToldToComeBack(reply, what);
  const { body } = await strict.get("/Users");
  assert.deepEqual(
    body.Resources.map(({ userName, title }: { userName: string; title?: string }) => [userName, title]),
    [["anna", undefined]],
  );
});
