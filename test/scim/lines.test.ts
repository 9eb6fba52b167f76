// Names from an identity provider are one line, as everywhere. `strict` refuses another name and says the attribute. The other
// profiles remove the characters and note it in the sync log, because their administrators cannot correct the value of a single
// person.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { withTenant } from "../../server/platform/db/transaction.ts";
import { listUnmatched } from "../../server/features/people/unmatched-sql.ts";
import { filtered, openProvisioned, urns, type Provisioned } from "../harness/scim.ts";

let acme: Provisioned;
before(async () => {
  acme = await openProvisioned();
});
after(() => acme.close());

const lenient = ["generic", "entra", "okta"] as const;
const schemas = [urns.user, urns.enterprise, urns.training];
const lastNotes = async (id: string): Promise<{ place: string; detail: string }[]> =>
  (await acme.database.superuser.query("select notes from scim_exchange where resource_id = $1 order by id desc limit 1", [id]))
    .rows[0].notes;
const users = async (): Promise<number> => (await acme.scim.strict.get("/Users?count=0")).body.totalResults;

/** A character that a line cannot contain, a word with it, and the stored word. */
const marred: [name: string, sent: string, kept: string][] = [
  ["a tab", "Anna\tMaria", "Anna Maria"],
  ["a line break", "Anna\r\nMaria", "Anna Maria"],
  ["a line separator", "Anna\u2028Maria", "Anna Maria"],
  ["a control character", "Anna\u0007Maria", "AnnaMaria"],
  ["an escape sequence", "Anna\u009b31mMaria", "Anna31mMaria"],
  ["an override of direction", "Anna\u202eMaria", "AnnaMaria"],
  ["an isolate", "Anna\u2066Maria\u2069", "AnnaMaria"],
];

/** Each attribute that is a name, the body that sends it, and its place in an answer. */
const named: [path: string, say: (text: string) => object, show: (user: any) => unknown][] = [
  ["userName", (userName) => ({ userName }), (user) => user.userName],
  ["externalId", (externalId) => ({ externalId }), (user) => user.externalId],
  ["name.givenName", (givenName) => ({ name: { givenName } }), (user) => user.name.givenName],
  ["name.familyName", (familyName) => ({ name: { familyName } }), (user) => user.name.familyName],
  ["title", (title) => ({ title }), (user) => user.title],
  ["employeeNumber", (employeeNumber) => ({ [urns.enterprise]: { employeeNumber } }), (u) => u[urns.enterprise].employeeNumber],
  ["department", (department) => ({ [urns.enterprise]: { department } }), (user) => user[urns.enterprise].department],
  ["contractorName", (contractorName) => ({ [urns.training]: { contractorName } }), (u) => u[urns.training].contractorName],
  ["emails", (value) => ({ emails: [{ value, type: "work" }] }), (user) => user.emails[0].value],
];

test("strict refuses a name that is no line, names the attribute, and stores nothing", async () => {
  const before = await users();
  for (const [what, text] of marred) {
    for (const [path, say] of named) {
      const reply = await acme.scim.strict.post("/Users", { schemas, userName: "strict", ...say(text) });
      assert.deepEqual([reply.status, reply.body.scimType], [400, "invalidValue"], `${path}: ${what}`);
      assert.match(reply.body.detail, new RegExp(`${path.split(".").at(-1)}.* one line`), `${path}: ${what}`);
    }
  }
  assert.equal(await users(), before);
  const { id } = (await acme.scim.strict.post("/Users", { schemas, userName: "strict" })).body;
  const patched = await acme.scim.strict.patch(`/Users/${id}`, [{ op: "replace", path: "title", value: "Dri\u202ever" }]);
  assert.deepEqual([patched.status, patched.body.scimType], [400, "invalidValue"]);
  assert.match(patched.body.detail, /Operations\[0\] \(title\)/);
  const group = await acme.scim.strict.post("/Groups", {
    schemas: [urns.group],
    displayName: "Ware\nhouse",
  });
  assert.deepEqual([group.status, group.body.scimType], [400, "invalidValue"]);
  assert.match(group.body.detail, /displayName.* one line/);
});

for (const profile of lenient) {
  test(`${profile} takes out of a name what cannot be in a line, and the sync log says so`, async () => {
    for (const [index, [what, text, kept]] of marred.entries()) {
      for (const [path, say, show] of named) {
        const tail = ` ${profile} ${path} ${index}`;
        const userName = `u${tail}`;
        const made = await acme.scim[profile].post("/Users", { schemas, userName, ...say(text + tail) });
        assert.equal(made.status, 201, made.text);
        assert.equal(show(made.body), kept + tail, `${path}: ${what}`);
        const noted = (await lastNotes(made.body.id)).filter(({ detail }) => /cannot be in a line/.test(detail));
        assert.equal(noted.length, 1, `${path}: ${what}`);
        assert.ok(noted[0]!.place.includes(path.split(".").at(-1)!), noted[0]!.place);
      }
    }
    const { id } = (await acme.scim[profile].post("/Users", { schemas, userName: `patched by ${profile}` })).body;
    await acme.scim[profile].patch(`/Users/${id}`, [{ op: "replace", path: "title", value: "Fork\u202elift\ndriver" }]);
    assert.equal((await acme.scim[profile].get(`/Users/${id}`)).body.title, "Forklift driver");
    const [note] = await lastNotes(id);
    assert.equal(note?.place, "Operations[0] (title)");
    const group = await acme.scim[profile].post("/Groups", { displayName: `Ware\u202dhouse ${profile}` });
    assert.equal(group.body.displayName, `Warehouse ${profile}`);
    const rows = await acme.database.superuser.query("select name from person_group where id = $1", [group.body.id]);
    assert.equal(rows.rows[0].name, `Warehouse ${profile}`);
  });

  test(`${profile} finds whom it has sent by the value that it has sent`, async () => {
    const said = { userName: `look\tup ${profile}`, externalId: `ext\u200e\u202a ${profile}` };
    const { id } = (await acme.scim[profile].post("/Users", said)).body;
    for (const [name, value] of Object.entries(said)) {
      const found = await acme.scim[profile].get(filtered("/Users", `${name} eq ${JSON.stringify(value)}`));
      assert.deepEqual(
        found.body.Resources.map((user: { id: string }) => user.id),
        [id],
        name,
      );
    }
    const again = await acme.scim[profile].post("/Users", { userName: said.userName });
    assert.deepEqual([again.status, again.body.scimType], [409, "uniqueness"]);
    // A search text that becomes empty must not match every value.
    const part = await acme.scim[profile].get(filtered("/Users", 'userName co "\\u202a"'));
    assert.equal(part.body.totalResults, 0);
    const group = await acme.scim[profile].post("/Groups", {
      displayName: `Later ${profile}`,
      members: [{ value: `soon\u0001 ${profile}` }],
    });
    const soon = (await acme.scim[profile].post("/Users", { userName: `soon ${profile}`, externalId: `soon\u0001 ${profile}` }))
      .body;
    const members = (await acme.scim[profile].get(`/Groups/${group.body.id}`)).body.members;
    assert.deepEqual(
      members?.map(({ value }: { value: string }) => value),
      [soon.id],
    );
  });
}

test("a name of which nothing is left is no name", async () => {
  const nameless = await acme.scim.entra.post("/Users", { userName: "\u202e" });
  assert.deepEqual([nameless.status, nameless.body.scimType], [400, "invalidValue"]);
  assert.match(nameless.body.detail, /userName is required/);
  const { id, title } = (await acme.scim.entra.post("/Users", { userName: "untitled", title: "\u0007" })).body;
  assert.equal(title, undefined);
  const refused = await acme.scim.entra.patch(`/Users/${id}`, [{ op: "replace", path: "userName", value: "\u0007" }]);
  assert.deepEqual([refused.status, refused.body.scimType], [400, "invalidValue"]);
  assert.match(refused.body.detail, /userName/);
});

test("texts that may have several lines, and what has no column, stay as they were sent", async () => {
  const sent = {
    nickName: "A\tB",
    addresses: [{ type: "work", formatted: "ul. Długa 1\n00-001 Warszawa" }],
    favouriteSong: "la\nla",
  };
  for (const profile of lenient) {
    const { body } = await acme.scim[profile].post("/Users", { schemas, userName: `kept ${profile}`, ...sent });
    assert.deepEqual([body.nickName, body.addresses, body.favouriteSong], [sent.nickName, sent.addresses, sent.favouriteSong]);
  }
});

test("no unmatched value has more than one line", async () => {
  const { tenant_id } = acme.acme;
  const values = await withTenant(acme.database.pool(), tenant_id, (db) => listUnmatched(db, tenant_id));
  assert.ok(values.length > 0);
  // oxlint-disable-next-line no-control-regex
  assert.deepEqual(
    values.filter(({ value }) => /[\u0000-\u001f\u0080-\u009f\u2028\u202a-\u202e\u2066-\u2069]/.test(value)),
    [],
  );
});

test("a mailbox that is no address is kept and shown, no mail goes there, and the sync log says so", async () => {
  const columns = async (id: string) =>
    (await acme.database.superuser.query("select email from person where id = $1", [id])).rows[0].email;
  for (const profile of [...lenient, "strict"] as const) {
    for (const value of ["anna at acme", "anna@", "anna@acme..example", "Anna <anna@acme.example>"]) {
      const emails = [
        { value, type: "work", primary: true },
        { value: "anna@home.example", type: "home" },
      ];
      const userName = `${profile} ${value}`;
      const made = await acme.scim[profile].post("/Users", { schemas, userName, emails });
      assert.equal(made.status, 201, made.text);
      assert.deepEqual(made.body.emails, emails);
      assert.equal(await columns(made.body.id), "anna@home.example", value);
      assert.deepEqual(
        (await lastNotes(made.body.id)).filter(({ place }) => place.includes("emails")),
        [{ place: "emails[0].value", detail: "Kept as sent, and no mail goes there: this is no address (RFC 5321)." }],
      );
      const found = await acme.scim[profile].get(
        filtered("/Users", `emails.value eq ${JSON.stringify(value)} and userName eq "${userName}"`),
      );
      assert.equal(found.body.totalResults, 1);
    }
    // Letters of RFC 6531 are accepted.
    const made = await acme.scim[profile].post("/Users", {
      schemas,
      userName: `żółw ${profile}`,
      emails: [{ value: "żółw@łąka.example" }],
    });
    assert.equal(await columns(made.body.id), "żółw@łąka.example");
    assert.deepEqual(await lastNotes(made.body.id), []);
  }
});
