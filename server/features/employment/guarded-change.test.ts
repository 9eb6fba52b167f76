import assert from "node:assert/strict";
import { after, test } from "node:test";
import { needsServer, waitsForLock } from "../../../test/harness/database.ts";
import { createOrganisation } from "../../../test/harness/organisation/organisation.ts";
import { at, openEmployer, rate } from "../../../test/harness/organisation/people.ts";
import { apiOf, byKey } from "../../../test/harness/server.ts";

const employer = await openEmployer();
const { database, server, api, writer, someone, auditRows } = employer;
after(() => employer.close());

test("If-Match carries a change out on the record that was read, and refuses it on any other", async () => {
  const person = await someone();
  const etag = (await api.get(at(person))).headers.get("etag")!;
  const ifMatch = (value: string) => ({ headers: { "if-match": value } });
  const first = await api.patch(at(person), { job_title: "first" }, ifMatch(etag));
  assert.equal(first.status, 200);
  const second = await api.patch(at(person), { job_title: "second" }, ifMatch(etag));
  assert.equal(second.status, 412);
  assert.equal(second.body.code, "PRECONDITION_FAILED");
  assert.equal((await api.get(at(person))).body.job_title, "first");
  assert.equal((await api.patch(at(person), { job_title: "third" }, ifMatch(`"x", ${first.headers.get("etag")}`))).status, 200);
  assert.equal((await api.patch(at(person), { job_title: "fourth" }, ifMatch("*"))).status, 200);
});

test("one of two changes to the same read record wins", async () => {
  const person = await someone();
  const etag = (await api.get(at(person))).headers.get("etag")!;
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) => api.patch(at(person), { job_title: `${index}` }, { headers: { "if-match": etag } })),
  );
  assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
  assert.equal(replies.filter((reply) => reply.status === 412).length, 7);
});

test("a change that waits for another one answers with the names that are true then", { skip: needsServer() }, async () => {
  const person = await someone();
  const other = await database.superuser.connect();
  try {
    await other.query("begin");
    await other.query(
      "update person p set department_id = d.id from department d where d.tenant_id = p.tenant_id and d.code = 'MAINT' and p.id = $1",
      [person.id],
    );
    const waiting = api.patch(at(person), { department_name: "Utrzymanie ruchu" });
    while (!(await waitsForLock(database))) continue;
    await other.query("commit");
    assert.equal((await waiting).body.department_name, "Utrzymanie ruchu");
  } finally {
    other.release();
  }
});

test("an unknown, malformed or foreign id is not found, by reading and by changing alike", async () => {
  const other = await createOrganisation(database, {
    organisation: { code: "OTHER", name: "Other" },
    contract: { rate },
    people: [{ employee_no: "1", first_name: "A", last_name: "B", email: "a@other.example" }],
    clients: [{ name: "reader", scopes: ["users:read"] }],
  });
  const theirs = (await apiOf(server, byKey(other.code, other.clients["reader"]!.secret)).get("/api/v1/users")).body.users[0];
  const answers = new Set<string>();
  for (const id of [
    theirs.id,
    "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
    "nonsense",
    "%00",
    "urn:uuid:019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
  ]) {
    for (const reply of [await api.get(`/api/v1/users/${id}`), await api.patch(`/api/v1/users/${id}`, { job_title: "x" })]) {
      const { instance: _, request_id: __, ...body } = reply.body;
      answers.add(`${reply.status} ${JSON.stringify(body)}`);
    }
  }
  assert.equal(answers.size, 1, [...answers].join("\n"));
  assert.match([...answers][0]!, /^404 .*NOT_FOUND/);
});

test("the ETag of a read saves the body of the next one", async () => {
  const person = await someone();
  const first = await api.get(at(person));
  const second = await api.get(at(person), { headers: { "if-none-match": first.headers.get("etag")! } });
  assert.deepEqual([second.status, second.text], [304, ""]);
  assert.ok(second.headers.get("ratelimit-remaining"));
});

test("changing needs users:write and nothing more", async () => {
  const person = await someone();
  assert.equal((await writer.patch(at(person), { job_title: "x" })).status, 200);
  assert.equal((await writer.get(at(person))).status, 403);
});

test("AL1: a change leaves one audit row of what changed, with the person's data in its personal part only", async () => {
  const person = await someone({ department_name: "Logistyka Północ" });
  await api.patch(at(person), {
    last_name: "Nowak-Zielińska",
    department_name: "Utrzymanie ruchu",
    attributes: { shift: "nights only" },
  });
  const [, row, ...more] = await auditRows(person.id);
  assert.deepEqual(more, []);
  assert.equal(row.operation, "person.change");
  assert.deepEqual(Object.keys(row.changes), ["department_id"]);
  assert.deepEqual(row.personal, {
    last_name: ["Kowalska", "Nowak-Zielińska"],
    attributes: [{}, { shift: "nights only" }],
  });
});

test("AL1: when the audit row cannot be written, nothing changes", async () => {
  const person = await someone();
  assert.equal((await api.post("/api/v1/enrollments", { user_id: person.id, course_code: "FIRE-01" })).status, 201);
  await database.superuser.query("revoke insert on audit_log from muster_app");
  try {
    assert.equal((await api.patch(at(person), { active: false })).status, 500);
  } finally {
    await database.superuser.query("grant insert on audit_log to muster_app");
  }
  assert.equal((await api.get(at(person))).body.status, "invited");
  const { rows } = await database.superuser.query("select state from enrollment where person_id = $1", [person.id]);
  assert.deepEqual(rows, [{ state: "assigned" }]);
});
