// Requests of providers that deviate from RFC 7644: tolerant profiles understand them, `strict` refuses them, and none is ignored
// silently.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { withTenant } from "../../server/platform/db/transaction.ts";
import { listUnmatched } from "../../server/features/people/unmatched-sql.ts";
import { filtered, openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned({
    departments: [{ name: "Magazyn", code: "WH" }],
    contractors: [{ name: "Bud-Serwis", code: "BUD", tax_id: "5260250995" }],
  });
});
after(() => acme.close());

const lenient = ["generic", "entra", "okta"] as const;
let named = 0;
async function create(given: Record<string, unknown> = {}, profile: (typeof lenient)[number] = "generic"): Promise<any> {
  named += 1;
  const reply = await acme.scim[profile].post("/Users", { schemas: [urns.user], userName: `forgiven${named}`, ...given });
  assert.equal(reply.status, 201, reply.text);
  return reply.body;
}
const user = async (id: string) => (await acme.scim.generic.get(`/Users/${id}`)).body;
/** The notes of the sync log for the last request about a person. */
const lastNotes = async (id: string): Promise<{ place: string; detail: string }[]> =>
  (await acme.database.superuser.query("select notes from scim_exchange where resource_id = $1 order by id desc limit 1", [id]))
    .rows[0].notes;

test("a filter may name attributes of an extension without its URN, as Entra's reference queries do", async () => {
  const manager = await create();
  const { id } = await create({
    [urns.enterprise]: { manager: { value: manager.id }, employeeNumber: "E-77", department: "Magazyn" },
  });
  const questions = [
    `id eq "${id}" and manager eq "${manager.id}"`,
    `manager.value eq "${manager.id}"`,
    'employeeNumber eq "e-77"',
    `department eq "magazyn"`,
    `${urns.enterprise}.employeeNumber eq "E-77"`,
  ];
  for (const question of questions) {
    for (const profile of lenient) {
      const { status, body, text } = await acme.scim[profile].get(filtered("/Users", question));
      assert.equal(status, 200, `${profile}: ${question}: ${text}`);
      assert.deepEqual(
        body.Resources.map((found: { id: string }) => found.id),
        [id],
        `${profile}: ${question}`,
      );
    }
    const strict = await acme.scim.strict.get(filtered("/Users", question));
    assert.deepEqual([strict.status, strict.body.scimType], [400, "invalidFilter"], question);
  }
  const none = await acme.scim.generic.get(filtered("/Users", 'shoeSize eq "44"'));
  assert.deepEqual([none.status, none.body.scimType], [400, "invalidFilter"]);
  const sorted = await acme.scim.generic.get("/Users?sortBy=employeeNumber&count=1");
  assert.equal(sorted.status, 200, sorted.text);
});

test("attributes without a path may come in an array of one, as SCIM-SDK sends them", async () => {
  for (const profile of lenient) {
    const { id } = await create({}, profile);
    const said = [{ op: "replace", value: [{ title: `Driver ${profile}`, name: { givenName: "Anna" } }] }];
    const reply = await acme.scim[profile].patch(`/Users/${id}`, said);
    assert.ok(reply.status < 300, `${profile}: ${reply.text}`);
    const after = await user(id);
    assert.deepEqual([after.title, after.name.givenName], [`Driver ${profile}`, "Anna"]);
  }
  const { id } = await create();
  for (const value of [[{ title: "x" }], [], [{ title: "x" }, { title: "y" }]]) {
    const profile = value.length === 1 ? "strict" : "generic";
    const reply = await acme.scim[profile].patch(`/Users/${id}`, [{ op: "replace", value }]);
    assert.deepEqual([reply.status, reply.body.scimType], [400, "invalidValue"], JSON.stringify(value));
  }
});

test("an unknown contractor id waits among the unmatched values, is returned as sent, and strict refuses it", async () => {
  const training = (contractorId: string) => ({ [urns.training]: { workerType: "b2b_contractor", contractorId } });
  for (const unknown of ["C-4711", "00000000-0000-7000-8000-000000000001"]) {
    const made = await create(training(unknown));
    assert.equal(made[urns.training].contractorId, unknown);
    for (const filter of [
      `${urns.training}:contractorId eq "${unknown}"`,
      `id eq "${made.id}" and ${urns.training}:contractorId pr`,
    ]) {
      const { body } = await acme.scim.generic.get(filtered("/Users", filter));
      assert.deepEqual(
        body.Resources.map(({ id }: any) => id),
        [made.id],
        filter,
      );
    }
    const { tenant_id } = acme.acme;
    const values = await withTenant(acme.database.pool(), tenant_id, (db) => listUnmatched(db, tenant_id));
    assert.ok(
      values.some(({ field, value }) => field === "contractor" && value === unknown),
      unknown,
    );
    const { meta } = await user(made.id);
    const again = await acme.scim.generic.put(`/Users/${made.id}`, { ...made });
    assert.deepEqual([again.status, again.body.meta.version], [200, meta.version], "saying the same changes nothing");
    assert.equal(again.body[urns.training].contractorId, unknown);
    const patched = await acme.scim.generic.patch(`/Users/${made.id}`, [{ op: "add", path: "title", value: "Driver" }]);
    assert.equal(patched.body[urns.training].contractorId, unknown);
    const known = await acme.scim.generic.patch(`/Users/${made.id}`, [
      { op: "replace", path: `${urns.training}:contractorName`, value: "Bud-Serwis" },
    ]);
    assert.notEqual(known.body[urns.training].contractorId, unknown);

    const body = { schemas: [urns.user, urns.training], userName: `strict ${unknown}`, ...training(unknown) };
    const refused = await acme.scim.strict.post("/Users", body);
    assert.deepEqual([refused.status, refused.body.scimType], [400, "invalidValue"]);
    assert.match(refused.body.detail, /contractorId/);
    assert.equal((await acme.scim.strict.get(filtered("/Users", `userName eq "strict ${unknown}"`))).body.totalResults, 0);
  }
});

test("a change that says nothing but an unknown contractor id is one", async () => {
  const path = `${urns.training}:contractorId`;
  const shown = async (id: string) => (await user(id))[urns.training].contractorId;
  for (const profile of lenient) {
    const { id } = await create({ [urns.training]: { workerType: "b2b_contractor" } }, profile);
    for (const [op, value] of [
      ["add", `first ${profile}`],
      ["replace", `second ${profile}`],
    ] as const) {
      const reply = await acme.scim[profile].patch(`/Users/${id}`, [{ op, path, value }]);
      assert.ok(reply.status < 300, reply.text);
      assert.equal(await shown(id), value, profile);
      const { tenant_id } = acme.acme;
      const values = await withTenant(acme.database.pool(), tenant_id, (db) => listUnmatched(db, tenant_id));
      assert.ok(
        values.some((one) => one.field === "contractor" && one.value === value),
        value,
      );
      const { meta } = await user(id);
      await acme.scim[profile].patch(`/Users/${id}`, [{ op, path, value }]);
      assert.equal((await user(id)).meta.version, meta.version, "saying the same changes nothing");
    }
    await acme.scim[profile].put(`/Users/${id}`, { ...(await user(id)), [urns.training]: { contractorId: `third ${profile}` } });
    assert.equal(await shown(id), `third ${profile}`);
    await acme.scim[profile].patch(`/Users/${id}`, [{ op: "remove", path }]);
    assert.equal(await shown(id), undefined);
  }
  const { id } = await create();
  const refused = await acme.scim.strict.patch(`/Users/${id}`, [{ op: "add", path, value: "nowhere" }]);
  assert.deepEqual([refused.status, refused.body.scimType], [400, "invalidValue"], refused.text);
  assert.match(refused.body.detail, /contractorId/);
});

test("what every user has cannot be removed: strict refuses, the others keep it and say so in the sync log", async () => {
  const paths = ["active", `${urns.training}:workerType`, `${urns.enterprise}:employeeNumber`];
  const { id } = await create({ [urns.enterprise]: { employeeNumber: "E-9" } });
  const before = await user(id);
  for (const path of paths) {
    const name = path.split(":").at(-1)!;
    for (const operation of [
      { op: "remove", path },
      { op: "replace", path, value: null },
    ]) {
      const refused = await acme.scim.strict.patch(`/Users/${id}`, [operation]);
      assert.deepEqual([refused.status, refused.body.scimType], [400, "mutability"], `${path} ${operation.op}`);
      for (const profile of lenient) {
        const kept = await acme.scim[profile].patch(`/Users/${id}`, [operation]);
        assert.ok(kept.status < 300, kept.text);
        const notes = await lastNotes(id);
        assert.ok(
          notes.some(({ detail }) => detail === `Ignored: every user has ${name}; it stays as it is.`),
          JSON.stringify(notes),
        );
      }
    }
  }
  assert.deepEqual(await user(id), before);
});

test("a user name is returned as sent, without the white space around it", async () => {
  const { userName } = await create({ userName: "  Zofia  K " });
  assert.equal(userName, "Zofia  K");
});

test("a path with a dot behind the URN means what a colon means", async () => {
  for (const profile of lenient) {
    const { id } = await create({}, profile);
    const reply = await acme.scim[profile].patch(`/Users/${id}`, [
      { op: "add", path: `${urns.enterprise}.costCenter`, value: "PL-1" },
      { op: "add", path: `${urns.user}.title`, value: "Driver" },
    ]);
    assert.ok(reply.status < 300, reply.text);
    const after = await user(id);
    assert.deepEqual([after[urns.enterprise].costCenter, after.title], ["PL-1", "Driver"], profile);
  }
  const { id } = await create();
  const refused = await acme.scim.strict.patch(`/Users/${id}`, [
    { op: "add", path: `${urns.enterprise}.costCenter`, value: "PL-1" },
  ]);
  assert.deepEqual([refused.status, refused.body.scimType], [400, "invalidPath"]);
});

test("what no schema has is left out by entra and okta, and the sync log names it", async () => {
  for (const profile of ["entra", "okta"] as const) {
    const { id } = await create({}, profile);
    const path = `${urns.enterprise}.shoeSize`;
    assert.ok((await acme.scim[profile].patch(`/Users/${id}`, [{ op: "add", path, value: "44" }])).status < 300);
    assert.deepEqual(await lastNotes(id), [
      { place: `Operations[0] (${path})`, detail: "Ignored: no schema has the attribute." },
    ]);
  }
});

test("an address that is cleared is gone, with its type", async () => {
  const emails = [
    { type: "work", value: "a@example.com", primary: true },
    { type: "home", value: "b@example.com" },
  ];
  for (const profile of lenient) {
    for (const value of ["", null]) {
      const { id } = await create({ emails }, profile);
      const cleared = await acme.scim[profile].patch(`/Users/${id}`, [
        { op: "replace", path: 'emails[type eq "work"].value', value },
      ]);
      assert.ok(cleared.status < 300, cleared.text);
      assert.deepEqual((await user(id)).emails, [{ type: "home", value: "b@example.com" }], profile);
      const again = await acme.scim[profile].patch(`/Users/${id}`, [
        { op: "replace", path: 'emails[type eq "work"].value', value: "c@example.com" },
      ]);
      assert.ok(again.status < 300, again.text);
      assert.ok((await user(id)).emails.some((email: { value: string }) => email.value === "c@example.com"));
    }
  }
});
