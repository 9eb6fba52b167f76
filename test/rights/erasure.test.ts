// What an erasure deletes and what stays: requested over HTTP, and searched for in every column of every table.
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { listUnsent } from "../../server/features/audit/export/export-sql.ts";
import { jsonOf } from "../../server/features/audit/export/exported.ts";
import { rowsOfLine, verifyReceived } from "../../server/features/audit/export/received.ts";
import { checkEvents } from "../harness/events.ts";
import { workOff } from "../harness/jobs.ts";
import { urns } from "../harness/scim.ts";
import { test_keyring } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { startReceiver, senderTo, startWorking, subscribe } from "../harness/webhooks.ts";
import { livedThrough, ok, openErasing, type Erasing } from "./erasing.ts";
import { mentionsOf } from "./mentions.ts";

let here: Erasing;
let database: Erasing["database"];
let server: Erasing["server"];
let acme: Erasing["acme"];
let api: Erasing["api"];
let scim: Erasing["scim"];
let it_admin: Erasing["it_admin"];
let trainer: Erasing["trainer"];
let query: Erasing["query"];
let erase: Erasing["erase"];
let seal: Erasing["seal"];

before(async () => {
  here = await openErasing();
  ({ database, server, acme, api, scim, it_admin, trainer, query, erase, seal } = here);
});
after(() => here.close());

test("after erasing, no column of any table says the name, number, address or login that the person has or had", async () => {
  const zofia = await livedThrough(here);
  await seal();
  const before_it = await mentionsOf(database, zofia.texts);
  // The search finds the data before the erasure; a search that found nothing would prove nothing.
  for (const place of [
    "bulk_operation.selection",
    "audit_log.actor_name",
    "audit_log.personal",
    "certificate.revoke_reason",
    "evidence_chunk.bytes",
    "evidence_file.name",
    "event.body",
    "exemption.reason",
    "idempotency_key.response_body",
    "import_row.changes",
    "import_row.full_name",
    "mail.recipient",
    "person.attributes",
    "person.email_norm",
    "person.full_name_norm",
    "request_log.path",
    "report.definition",
    "saved_view.filters",
  ])
    assert.ok(before_it.includes(place), `${place} is not among ${before_it.join(", ")}`);

  assert.equal((await erase(zofia.id, zofia.number)).body.code, "PERSON_NOT_DEACTIVATED");
  await ok(api.patch(`/api/v1/users/${zofia.id}`, { active: false }));
  await seal();
  const preview = await ok(it_admin.get(`/people/${zofia.id}/erasure`));
  assert.deepEqual([preview.state, preview.confirmation], ["possible", zofia.number]);
  const { documents, mails, enrollments, certificates } = preview.held;
  assert.deepEqual({ documents, mails, enrollments, certificates }, { documents: 1, mails: 1, enrollments: 1, certificates: 2 });
  const wrong = await erase(zofia.id, "Q-77031");
  assert.deepEqual([wrong.status, wrong.body.errors?.[0]?.code], [422, "INVALID_VALUE"]);
  assert.equal((await erase(zofia.id, zofia.number, trainer)).body.code, "ROLE_NOT_ALLOWED");

  // An id in capital letters is the same id.
  assert.equal((await ok(erase(zofia.id.toUpperCase(), zofia.number), 202)).state, "running");
  await workOff(database);
  await seal();
  assert.deepEqual(await mentionsOf(database, zofia.texts), []);
  const done = await ok(it_admin.get(`/people/${zofia.id}/erasure`));
  assert.equal(done.state, "done");
  for (const kind of [
    "documents",
    "mails",
    "audit_entries",
    "events",
    "import_lines",
    "kept_answers",
    "request_log",
    "saved_reports",
    "saved_views",
    "searches",
  ])
    assert.ok(done.erased[kind] >= 1, `${kind}: ${done.erased[kind]}`);

  // The record as clients see it.
  const token = `anonymized-${zofia.id.replaceAll("-", "")}`;
  const record = await ok(api.get(`/api/v1/users/${zofia.id}`));
  assert.deepEqual(
    [record.status, record.active, record.employee_no, record.login, record.full_name, record.email, record.attributes],
    ["anonymized", false, token, token, null, null, {}],
  );
  assert.equal(record.department_name, "Logistyka");
  assert.equal((await api.patch(`/api/v1/users/${zofia.id}`, { job_title: "x" })).body.code, "PERSON_ANONYMIZED");
  assert.equal((await zofia.learner.get("/my/training")).status, 401);

  // Evidence and counts stay.
  const enrollment = await ok(api.get(`/api/v1/enrollments/${zofia.enrollment_id}`));
  assert.deepEqual([enrollment.status, enrollment.passed], ["completed", true]);
  const { certificates: kept } = await ok(api.get(`/api/v1/certificates?user_id=${zofia.id}`));
  assert.deepEqual(kept.map(({ status }: any) => status).toSorted(), ["revoked", "valid"]);
  const valid = kept.find(({ status }: any) => status === "valid");
  const page = await (await fetch(new URL(new URL(valid.verification_url).pathname, server.url))).text();
  assert.ok(page.includes(valid.number) && page.includes(valid.valid_from));
  assert.match(page, /The holder&#39;s data have been erased|The holder's data have been erased/);
  const imports = await query("select (counts->>'rows')::int as rows from import");
  assert.deepEqual(imports, [{ rows: 1 }, { rows: 1 }]);

  // The chain is valid, and the entry of the erasure contains no personal data.
  const verified = await ok(it_admin.get("/audit/verification"));
  assert.deepEqual([verified.intact, verified.unsealed], [true, 0]);
  const entries = await query("select changes, personal from audit_log where operation = 'person.erase'");
  assert.deepEqual(entries, [{ changes: { state: ["deactivated", "anonymized"] }, personal: {} }]);
  const [{ nameless }] = await query(
    "select count(*)::int as nameless from audit_log where actor_type = 'person' and actor_name is null",
  );
  assert.ok(nameless >= 2, `${nameless} rows of the learner`);

  // A log server that receives the rows only now can verify them, and receives no name.
  const sent = (await listUnsent(database.pool("muster_worker", 1), acme.tenant_id, 0, 10_000)).map((row) =>
    jsonOf(acme.tenant_id, row),
  );
  assert.ok(!sent.join("").includes("Zofia"));
  const [chain] = verifyReceived(test_keyring, sent.flatMap(rowsOfLine));
  assert.deepEqual([chain!.fault, chain!.rows], [null, verified.rows]);

  // A pending delivery contains the stored body, and its receiver can verify it.
  const pending = await query(
    "select d.payload_sha256, d.payload_bytes, e.body from webhook_delivery d join event e on e.id = d.event_id where d.status = 'pending' and d.event_type = 'course.completed'",
  );
  assert.equal(pending.length, 1);
  for (const { payload_sha256, payload_bytes, body } of pending) {
    assert.ok(createHash("sha256").update(body).digest().equals(payload_sha256));
    assert.equal(body.length, payload_bytes);
    assert.deepEqual([JSON.parse(body).data.user.id, JSON.parse(body).data.user.employee_no], [zofia.id, token]);
  }
  await settled(database);
  const told = (await ok(api.get("/api/v1/events?type=user.anonymized"))).events;
  assert.deepEqual(
    told.map(({ data }: any) => [data.user.id, data.user.employee_no]),
    [[zofia.id, token]],
  );
  assert.ok(
    (await checkEvents(database)).includes("user.anonymized"),
    "each event is as its type's schema says, erased ones too",
  );

  // A repeated request gets the same answer.
  assert.equal((await ok(erase(zofia.id, "whatever"), 202)).state, "done");
  assert.equal((await query("select from audit_log where operation = 'person.erase'")).length, 1);
});

test("a delivery that was waiting leaves with the new bytes, signed", async (t) => {
  const receiver = await startReceiver();
  t.after(() => receiver.close());
  const { secret_token } = await subscribe(database, acme, "hr", `${receiver.origin}/in`, ["enrollment.assigned"]);
  const { id } = await ok(
    api.post("/api/v1/users", { employee_no: "W-1", first_name: "Wanda", last_name: "Waits", email: "wanda@people.example" }),
    201,
  );
  await ok(api.post("/api/v1/enrollments", { user_id: id, course_code: "OTHER" }), 201);
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  await ok(erase(id, "W-1"), 202);
  await workOff(database);
  const delivery = startWorking(database, senderTo(receiver));
  t.after(() => delivery.stop());
  const [received] = await receiver.first(1);
  const told = JSON.parse(received!.body.toString());
  assert.deepEqual([told.data.user.id, told.data.user.employee_no], [id, `anonymized-${id.replaceAll("-", "")}`]);
  const [, second, v1] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(String(received!.headers["x-lms-signature"]))!;
  assert.equal(v1, createHmac("sha256", secret_token).update(`${second}.`).update(received!.body).digest("hex"));
});

test("a person of an identity provider is gone for it, with all that it had sent, and others keep theirs", async () => {
  const texts = [
    "ines.provided@idp.example",
    "ines.private@home.example",
    "Ines Provided-Ortiz",
    "+48 600 700 801",
    "E-90817",
    "x-ines-1",
  ];
  const bodyOf = (userName: string, given: string, number: string, external: string) => ({
    schemas: [urns.user, urns.enterprise],
    userName,
    externalId: external,
    displayName: `${given} Provided-Ortiz`,
    name: { givenName: given, familyName: "Provided-Ortiz", formatted: `${given} Provided-Ortiz` },
    emails: [
      { value: userName, primary: true, type: "work" },
      { value: `${given.toLowerCase()}.private@home.example`, type: "home" },
    ],
    phoneNumbers: [{ value: "+48 600 700 801", type: "mobile" }],
    [urns.enterprise]: { employeeNumber: number, department: "Nowhere known" },
  });
  const ines = await ok(scim.post("/Users", bodyOf("ines.provided@idp.example", "Ines", "E-90817", "x-ines-1")), 201);
  const twin = await ok(
    scim.post("/Users", { ...bodyOf("ida.provided@idp.example", "Ida", "E-90818", "x-ida-1"), phoneNumbers: [] }),
    201,
  );
  const refused = bodyOf("INES.provided@idp.example", "Ines", "E-90817", "x-ines-1");
  assert.equal((await scim.post("/Users", refused)).status, 409);
  await ok(scim.patch(`/Users/${ines.id}`, [{ op: "replace", path: "title", value: "Ines Provided-Ortiz, Leiterin" }]));
  const group = await ok(
    scim.post("/Groups", { schemas: [urns.group], displayName: "Drivers", members: [{ value: ines.id }] }),
    201,
  );
  // A provider may name members by values that are not known here; such a member waits.
  const waiting = [{ value: "ines.private@home.example" }, { value: "somebody.else@home.example" }];
  await ok(scim.post("/Groups", { schemas: [urns.group], displayName: "Waiting", members: waiting }), 201);
  assert.equal((await erase(ines.id, "E-90817")).body.code, "PERSON_NOT_DEACTIVATED");
  await ok(scim.patch(`/Users/${ines.id}`, [{ op: "replace", path: "active", value: false }]));
  const before_it = await mentionsOf(database, texts);
  for (const place of [
    "scim_waiting_member.value",
    "scim_resource.document",
    "scim_email.value_norm",
    "scim_exchange.changes",
    "scim_exchange.resource_name",
  ])
    assert.ok(before_it.includes(place), `${place} is not among ${before_it.join(", ")}`);
  const rowsOf = async (id: string) =>
    query("select resource_name, detail, notes, changes from scim_exchange where resource_id = $1 order by id", [id]);
  const twin_before = await rowsOf(twin.id);

  await ok(erase(ines.id, "E-90817"), 202);
  await workOff(database);
  assert.deepEqual(await mentionsOf(database, texts), []);
  assert.equal((await scim.get(`/Users/${ines.id}`)).status, 404);
  assert.equal((await scim.patch(`/Users/${ines.id}`, [{ op: "replace", path: "title", value: "x" }])).status, 404);
  assert.deepEqual(await query("select from unmatched_value where person_id = $1", [ines.id]), []);
  assert.deepEqual(await query("select value from scim_waiting_member"), [{ value: "somebody.else@home.example" }]);
  assert.equal((await ok(scim.get(`/Groups/${group.id}`))).displayName, "Drivers");
  // Another person with the same surname keeps record and log.
  assert.equal((await ok(scim.get(`/Users/${twin.id}`))).displayName, "Ida Provided-Ortiz");
  assert.deepEqual(await rowsOf(twin.id), twin_before);
  // The name can be used for a new person.
  const next = await ok(scim.post("/Users", bodyOf("ines.provided@idp.example", "Ines", "E-90817", "x-ines-1")), 201);
  assert.notEqual(next.id, ines.id);
});
