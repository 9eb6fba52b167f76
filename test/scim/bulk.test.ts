import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { needsServer } from "../harness/database.ts";
import { openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned();
});
after(() => acme.close());

const bulk_urn = "urn:ietf:params:scim:api:messages:2.0:BulkRequest";
const root = "https://muster.example/scim/v2/ACME";
const send = (operations: unknown, more: object = {}) =>
  acme.scim.generic.post("/Bulk", { schemas: [bulk_urn], Operations: operations, ...more });
async function done(operations: unknown[], more: object = {}): Promise<any[]> {
  const reply = await send(operations, more);
  assert.equal(reply.status, 200, reply.text);
  assert.deepEqual(reply.body.schemas, ["urn:ietf:params:scim:api:messages:2.0:BulkResponse"]);
  return reply.body.Operations;
}
const user = (userName: string, more: object = {}) => ({ schemas: [urns.user], userName, ...more });
const create = (bulkId: string, data: object, path = "/Users") => ({ method: "POST", path, bulkId, data });
const idOf = ({ location }: { location: string }) => location.slice(location.lastIndexOf("/") + 1);
const statuses = (answered: any[]) => answered.map(({ status }) => status);

test("one request creates users and a group of them, named by bulkId, in whatever order", async () => {
  const group = { schemas: [urns.group], displayName: "Tour guides", members: [{ value: "bulkId:a" }, { value: "bulkId:b" }] };
  const answered = await done([create("g", group, "/Groups"), create("a", user("alice")), create("b", user("bob"))]);
  assert.deepEqual(statuses(answered), ["201", "201", "201"]);
  const [made, alice, bob] = answered;
  assert.deepEqual([made.method, made.bulkId, alice.bulkId], ["POST", "g", "a"]);
  assert.ok(made.location.startsWith(`${root}/Groups/`));
  assert.match(made.version, /^W\/"\d+"$/);
  const shown = (await acme.scim.generic.get(`/Groups/${idOf(made)}`)).body;
  assert.deepEqual(shown.members.map(({ value }: any) => value).sort(), [idOf(alice), idOf(bob)].sort());
});

const managed = (name: string, other: string) =>
  create(name, user(`managed ${name}`, { [urns.enterprise]: { manager: { value: `bulkId:${other}` } } }));

test("references to what comes later are resolved", async () => {
  const answered = await done([managed("one", "two"), managed("two", "three"), create("three", user("managed three"))]);
  assert.deepEqual(statuses(answered), ["201", "201", "201"]);
  const [one, two, three] = answered.map(idOf);
  const managerOf = async (id: string) => (await acme.scim.generic.get(`/Users/${id}`)).body[urns.enterprise].manager.value;
  assert.deepEqual([await managerOf(one!), await managerOf(two!)], [two, three]);
});

test("references in a circle are made, then linked: the link that would put managers above themselves is refused", async () => {
  const answered = await done([managed("four", "five"), managed("five", "four")]);
  assert.deepEqual(new Set(statuses(answered)), new Set(["201", "400"]));
  const { response } = answered.find(({ status }) => status === "400");
  assert.match(response.detail, /managed five/);
});

test("PUT, PATCH and DELETE are done with their versions; each operation fails for itself", async () => {
  const [made] = await done([create("x", user("xenia"))]);
  const path = `/Users/${idOf(made)}`;
  const patch = (title: string) => ({ schemas: [urns.patch], Operations: [{ op: "replace", path: "title", value: title }] });
  const answered = await done([
    { method: "PATCH", path, version: 'W/"0"', data: patch("Missing") },
    { method: "PATCH", path, version: made.version, data: patch("Driver") },
    { method: "PUT", path, data: user("xenia", { title: "Boss" }) },
    create("again", user("XENIA")),
    { method: "DELETE", path: "/Users/01a1ff58-c90e-73bc-b1d9-39b99b0a52eb" },
    { method: "DELETE", path },
  ]);
  assert.deepEqual(statuses(answered), ["412", "200", "200", "409", "404", "204"]);
  assert.deepEqual(
    [answered[3].response.schemas, answered[3].response.scimType, answered[3].response.status, answered[3].location],
    [[urns.error], "uniqueness", "409", undefined],
  );
  assert.equal(answered[5].location, made.location);
  assert.equal((await acme.scim.generic.get(path)).status, 404);
});

test("what refers to something that was not created is refused", async () => {
  const [taken, group] = await done([
    create("t", user("alice")),
    create("h", { schemas: [urns.group], displayName: "Lonely", members: [{ value: "bulkId:t" }] }, "/Groups"),
  ]);
  assert.deepEqual([taken.status, group.status], ["409", "409"]);
  assert.match(group.response.detail, /bulkId "t"/);
});

test("failOnErrors ends the request after so many errors, and completed operations stay", async () => {
  const wrong = { method: "POST", path: "/Users", bulkId: "w", data: { schemas: [urns.user] } };
  const answered = await done([create("s", user("stays")), wrong, create("n", user("never"))], { failOnErrors: 1 });
  assert.deepEqual(statuses(answered), ["201", "400"]);
  const found = async (name: string) =>
    (await acme.scim.generic.get(`/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`)).body.totalResults;
  assert.deepEqual([await found("stays"), await found("never")], [1, 0]);
});

test(
  "an operation that the database cannot serve fails by itself, so that what the others made is told",
  { skip: needsServer() },
  async () => {
    const [held, other] = await done([create("h", user("held")), create("o", user("other"))]);
    const retitled = (made: { location: string }) => ({
      method: "PATCH",
      path: `/Users/${idOf(made)}`,
      data: { schemas: [urns.patch], Operations: [{ op: "replace", path: "title", value: "Driver" }] },
    });
    const lock = await acme.database.superuser.connect();
    try {
      await lock.query("begin");
      await lock.query("select from person where id = $1 for update", [idOf(held)]);
      const alone = await send([retitled(held), create("none", user("not made"))]);
      assert.equal(alone.status, 503, alone.text);
      const answered = await done([create("m", user("made")), retitled(held), retitled(other)]);
      assert.deepEqual(statuses(answered), ["201", "503", "200"]);
      assert.deepEqual([answered[1].location, answered[1].response.status], [held.location, "503"]);
      assert.equal((await acme.scim.generic.get(`/Users/${idOf(answered[0])}`)).body.userName, "made");
    } finally {
      await lock.query("rollback");
      lock.release();
    }
  },
);

test("operations that cannot begin in time are reported as not begun, before the time of the whole request is over", async (t) => {
  const now = performance.now.bind(performance);
  let late_ms = 0;
  t.mock.method(performance, "now", () => now() + (late_ms += 1_000));
  const answered = await done(Array.from({ length: 60 }, (_, index) => create(`${index}`, user(`patient ${index}`))));
  t.mock.restoreAll();
  const begun = answered.filter(({ status }) => status === "201").length;
  assert.ok(begun > 0 && begun < 60, `${begun} were begun`);
  assert.deepEqual(
    statuses(answered),
    answered.map((_, index) => (index < begun ? "201" : "503")),
  );
  const made = await acme.scim.generic.get(`/Users?filter=${encodeURIComponent('userName sw "patient"')}`);
  assert.equal(made.body.totalResults, begun);
});

test("more than 1,000 operations and more than 1 MiB are 413; nonsense is 400", async () => {
  const many = await send(Array.from({ length: 1_001 }, (_, index) => create(`${index}`, user(`many${index}`))));
  assert.deepEqual([many.status, many.body.status, many.body.schemas], [413, "413", [urns.error]]);
  assert.match(many.body.detail, /1000/);
  const large = await send([create("l", user("large", { nickName: "x".repeat(1_048_576) }))]);
  assert.deepEqual([large.status, large.body.schemas], [413, [urns.error]]);
  for (const body of [{}, { Operations: {} }, { Operations: [], failOnErrors: "x" }]) {
    assert.equal((await acme.scim.generic.post("/Bulk", body)).status, 400);
  }
  const answered = await done([
    { method: "TRACE", path: "/Users" },
    { method: "POST", path: "/Robots", bulkId: "r", data: {} },
    7,
  ]);
  assert.deepEqual(statuses(answered), ["400", "400", "400"]);
});
