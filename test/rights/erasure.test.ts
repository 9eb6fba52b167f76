// What goes when a person is erased, and what stays: asked for over HTTP, and looked for in every column of every table.
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import pino from "pino";
import { listUnsent } from "../../server/features/audit/export/export-sql.ts";
import { jsonOf } from "../../server/features/audit/export/exported.ts";
import { rowsOfLine, verifyReceived } from "../../server/features/audit/export/received.ts";
import { sealAll } from "../../server/features/audit/seal.ts";
import { revokeCertificate } from "../../server/features/certificates/revoke.ts";
import { grantExemption } from "../../server/features/compliance/flag/exempt.ts";
import { erasureJobs } from "../../server/features/erasure/erase.job.ts";
import type { Eraser } from "../../server/platform/jobs/erase.ts";
import { withTenant } from "../../server/platform/db/transaction.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { checkEvents } from "../harness/events.ts";
import { workOff } from "../harness/jobs.ts";
import {
  administratorOf,
  createOrganisation,
  operatorPoolOf,
  type TestOrganisation,
} from "../harness/organisation/organisation.ts";
import { rate } from "../harness/organisation/people.ts";
import { createAccount, givePassword, own_page, sessionOf, type Panel } from "../harness/panel/panel.ts";
import { scimOf, urns, type Scim } from "../harness/scim.ts";
import { apiOf, byKey, startServer, test_keyring, type Api, type TestServer } from "../harness/server.ts";
import { settled } from "../harness/settled.ts";
import { startReceiver, senderTo, startWorking, subscribe } from "../harness/webhooks.ts";
import { mentionsOf } from "./mentions.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let api: Api;
let scim: Scim;
let it_admin: Panel;
let trainer: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    contract: { rate },
    settings: { email_required: false },
    attributes: [{ key: "cost_center", type: "string" }],
    departments: [{ name: "Logistyka", code: "LOG" }],
    courses: [
      {
        code: "YEAR",
        title: "Load safety",
        validity: { value: 12, unit: "month" },
        content: { kind: "document", text: "Keep the doors shut." },
      },
      { code: "OTHER", title: "Other" },
    ],
    clients: [
      { name: "hr", scopes: ["users:read", "users:write", "enrollments:write", "compliance:read", "webhooks:manage"] },
      { name: "idp", scopes: ["scim"] },
    ],
  });
  api = apiOf(server, byKey(acme.code, acme.clients["hr"]!.secret));
  scim = scimOf(server, acme.code, acme.clients["idp"]!.secret);
  const as = async (role: "it_admin" | "training_admin") =>
    sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, role));
  it_admin = await as("it_admin");
  trainer = await as("training_admin");
});
after(async () => {
  await server.close();
  await database.close();
});

const query = async (text: string, values: unknown[] = []) => (await database.superuser.query(text, values)).rows;
const run = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(operatorPoolOf(database), acme.tenant_id, work);
const seal = async () => {
  await settled(database);
  await sealAll(database.pool("muster_worker", 1), test_keyring, new AbortController().signal);
};
/** The log of requests is written up to a second after the answers. */
async function logged(path: string): Promise<void> {
  while ((await query("select from request_log where path = $1", [path])).length === 0);
}
const erase = (id: string, confirmation: string, panel = it_admin) => panel.post(`/people/${id}/erasure`, { confirmation });
const ok = async <R extends { status: number; text: string; body: any }>(answer: Promise<R>, status = 200): Promise<any> => {
  const reply = await answer;
  assert.equal(reply.status, status, reply.text);
  return reply.body;
};

/** A person of whom every table that can say something says something; by what they are and were known. */
async function livedThrough() {
  const old = { employee_no: "Q-77031", email: "zofia.dawna@people.example", first_name: "Zofia", last_name: "Żółcińska-Dawna" };
  const now = { employee_no: "Q-77032", email: "zofia.obecna@people.example", last_name: "Wróblewska-Obecna" };
  const attributes = { cost_center: "ZOFIA-COST-9" };
  const body = { ...old, job_title: "Zofiowa Brygadzistka", language: "pl", department_name: "Logistyka", attributes };
  const { id } = await ok(api.post("/api/v1/users", body, { headers: { "idempotency-key": "zofia-1" } }), 201);
  await ok(api.patch(`/api/v1/users/${id}`, now));
  // A report of an import that changes her, and one that refuses her.
  const file = `employee_no,first_name,last_name,email,job_title\n${now.employee_no},Zofia,${now.last_name},${now.email},Szefowa Zofia\n`;
  const sent = { headers: { "content-type": "text/csv" }, body: file };
  await ok(api.call("POST", "/api/v1/imports/users", sent), 202);
  await ok(
    api.call("POST", "/api/v1/imports/users", { ...sent, body: `${file.trimEnd().replace(now.email, "no address")}\n` }),
    202,
  );
  await workOff(database);
  // What she learns by herself, and what comes of it.
  const subscription = await subscribe(database, acme, "hr", "https://hooks.acme.example/in", [
    "course.completed",
    "enrollment.assigned",
  ]);
  const enrollment = await ok(api.post("/api/v1/enrollments", { user_id: id, course_code: "YEAR" }), 201);
  await givePassword(database, acme.tenant_id, { id, kind: "person", login: now.email });
  const learner = await sessionOf(server, database, acme.tenant_id, { id, kind: "person", login: now.email });
  await ok(learner.post(`/my/courses/${enrollment.id}/start`), 204);
  await ok(learner.post(`/my/courses/${enrollment.id}/acknowledge`));
  const [{ id: course_id }] = await query("select id from course where code = 'OTHER'");
  const evidence = await ok(
    trainer.post("/evidence", { person_id: id, course_id, issuer: "UDT", valid_from: "2026-01-10", valid_until: null }),
    201,
  );
  const cookie = [...trainer.cookies].map((pair) => pair.join("=")).join("; ");
  const kept = await fetch(`${server.url}/panel/api/certificates/${evidence.id}/evidence?name=Zofia+Dawna.pdf`, {
    method: "PUT",
    headers: { ...own_page, cookie, "content-type": "application/pdf" },
    body: "%PDF-1.7 Zofia Wróblewska-Obecna",
  });
  assert.equal(kept.status, 204);
  const context = administratorOf(acme);
  await run((db) => revokeCertificate(db, context, evidence.id, "Zofia Wróblewska-Obecna nie była obecna"));
  const from = Temporal.Now.plainDateISO().toString();
  await run((db) => grantExemption(db, context, { person_id: id, course_id, from, until: null, reason: "Zofia Dawna: urlop" }));
  // Mails, saved views, and a path with her address.
  await ok(trainer.post(`/people/${id}/invitation`), 200);
  await ok(trainer.post("/saved-views", { list: "people", name: "Zofia", filters: { q: now.email } }), 201);
  const path = `/api/v1/users/${encodeURIComponent(now.email)}`;
  assert.equal((await api.get(path)).status, 404);
  await logged(path);
  return {
    id,
    enrollment_id: enrollment.id as string,
    evidence_id: evidence.id as string,
    subscription,
    learner,
    number: now.employee_no,
    texts: [
      ...Object.values(old),
      ...Object.values(now),
      attributes.cost_center,
      "Zofia",
      "Zofiowa Brygadzistka",
      encodeURIComponent(now.email),
      "urlop",
    ],
  };
}

test("after erasing, no column of any table says the name, number, address or login that the person has or had", async () => {
  const zofia = await livedThrough();
  await seal();
  const before_it = await mentionsOf(database, zofia.texts);
  // What is looked for is found: a scan that saw nothing would prove nothing.
  for (const place of [
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

  // An id in capital letters is the same one.
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
    "saved_views",
  ])
    assert.ok(done.erased[kind] >= 1, `${kind}: ${done.erased[kind]}`);

  // The record, as clients see it.
  const token = `anonymized-${zofia.id.replaceAll("-", "")}`;
  const record = await ok(api.get(`/api/v1/users/${zofia.id}`));
  assert.deepEqual(
    [record.status, record.active, record.employee_no, record.login, record.full_name, record.email, record.attributes],
    ["anonymized", false, token, token, null, null, {}],
  );
  assert.equal(record.department_name, "Logistyka");
  assert.equal((await api.patch(`/api/v1/users/${zofia.id}`, { job_title: "x" })).body.code, "PERSON_ANONYMIZED");
  assert.equal((await zofia.learner.get("/my/training")).status, 401);

  // Proofs and counts.
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

  // The chain, with the entry of the erasure, which says nothing personal.
  const verified = await ok(it_admin.get("/audit/verification"));
  assert.deepEqual([verified.intact, verified.unsealed], [true, 0]);
  const entries = await query("select changes, personal from audit_log where operation = 'person.erase'");
  assert.deepEqual(entries, [{ changes: { state: ["deactivated", "anonymized"] }, personal: {} }]);
  const [{ nameless }] = await query(
    "select count(*)::int as nameless from audit_log where actor_type = 'person' and actor_name is null",
  );
  assert.ok(nameless >= 2, `${nameless} rows of the learner`);

  // A log server that gets the rows only now can verify them, and gets no name.
  const sent = (await listUnsent(database.pool("muster_worker", 1), acme.tenant_id, 0, 10_000)).map((row) =>
    jsonOf(acme.tenant_id, row),
  );
  assert.ok(!sent.join("").includes("Zofia"));
  const [chain] = verifyReceived(test_keyring, sent.flatMap(rowsOfLine));
  assert.deepEqual([chain!.fault, chain!.rows], [null, verified.rows]);

  // What is still to be delivered says what is stored, and its receiver verifies it.
  const pending = await query(
    "select d.payload_sha256, d.payload_bytes, e.body from webhook_delivery d join event e on e.id = d.event_id where d.status = 'pending' and d.event_type = 'course.completed'",
  );
  assert.equal(pending.length, 1);
  for (const { payload_sha256, payload_bytes, body } of pending) {
    assert.ok(createHash("sha256").update(body).digest().equals(payload_sha256));
    assert.equal(body.length, payload_bytes);
    assert.deepEqual([JSON.parse(body).data.user.id, JSON.parse(body).data.user.employee_no], [zofia.id, token]);
  }
  const told = (await ok(api.get("/api/v1/events?type=user.anonymized"))).events;
  assert.deepEqual(
    told.map(({ data }: any) => [data.user.id, data.user.employee_no]),
    [[zofia.id, token]],
  );
  assert.ok(
    (await checkEvents(database)).includes("user.anonymized"),
    "each event is as its type's schema says, erased ones too",
  );

  // Asked again, it answers as before.
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
  // A provider may name members by what we do not know them by: such a member waits.
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
  // Another person of the same surname keeps record and log.
  assert.equal((await ok(scim.get(`/Users/${twin.id}`))).displayName, "Ida Provided-Ortiz");
  assert.deepEqual(await rowsOf(twin.id), twin_before);
  // The name is free for somebody new.
  const next = await ok(scim.post("/Users", bodyOf("ines.provided@idp.example", "Ines", "E-90817", "x-ines-1")), 201);
  assert.notEqual(next.id, ines.id);
});

test("what a provider says of many people, or of somebody else, is not taken for the person", async () => {
  const shared = {
    roles: [{ value: "Warehouse-Shift" }],
    entitlements: [{ value: "Forklift-Licence" }],
    addresses: [{ formatted: "Portowa 1, 80-001 Gdańsk", type: "work" }],
    nickName: "Krysia",
    profileUrl: "https://intranet.example/people",
  };
  const boss = await ok(
    scim.post("/Users", {
      schemas: [urns.user, urns.enterprise],
      userName: "barbara.boss@idp.example",
      displayName: "Krystyna Chief",
      ...shared,
      [urns.enterprise]: { employeeNumber: "B-5001" },
    }),
    201,
  );
  await ok(scim.patch(`/Users/${boss.id}`, [{ op: "replace", path: "nickName", value: "Barbara" }]));
  await ok(scim.patch(`/Users/${boss.id}`, [{ op: "replace", path: "nickName", value: "Krysia" }]));
  const left = await ok(
    scim.post("/Users", {
      schemas: [urns.user, urns.enterprise],
      userName: "krystyna.gone@idp.example",
      displayName: "Krystyna Gone",
      name: { givenName: "Krystyna", familyName: "Gone" },
      ...shared,
      [urns.enterprise]: { employeeNumber: "G-5002", manager: { value: boss.id } },
      active: false,
    }),
    201,
  );
  const rowsOf = () =>
    query("select resource_name, detail, notes, changes from scim_exchange where resource_id = $1 order by id", [boss.id]);
  const file =
    "employee_no,first_name,last_name,email,job_title\nB-6001,Krystyna,Other,krystyna.other@people.example,Forklift-Licence\n";
  await ok(api.call("POST", "/api/v1/imports/users", { headers: { "content-type": "text/csv" }, body: file }), 202);
  await workOff(database);
  const lines = () => query("select full_name, changes from import_row where employee_no = 'B-6001'");
  const [rows_before, lines_before] = [await rowsOf(), await lines()];
  assert.deepEqual([rows_before.length, lines_before.length], [3, 1]);
  await ok(erase(left.id, "G-5002"), 202);
  await workOff(database);
  assert.deepEqual(await mentionsOf(database, ["krystyna.gone@idp.example", "Krystyna Gone", "G-5002"]), []);
  assert.deepEqual(await rowsOf(), rows_before);
  assert.deepEqual(await lines(), lines_before);
});

test("somebody who comes back while logs are searched for who was erased keeps what was written since", async () => {
  const body = { employee_no: "R-77", first_name: "Renata", last_name: "Returns", email: "renata.returns@people.example" };
  const { id } = await ok(api.post("/api/v1/users", body), 201);
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  await ok(erase(id, "R-77"), 202);
  // Before a worker comes to it, HR hires the person again.
  const again = await ok(api.post("/api/v1/users", body, { headers: { "idempotency-key": "renata-2" } }), 201);
  await ok(trainer.post(`/people/${again.id}/invitation`), 200);
  const file = `employee_no,first_name,last_name,email,job_title\n${Object.values(body).join(",")},Fahrerin\n`;
  await ok(api.call("POST", "/api/v1/imports/users", { headers: { "content-type": "text/csv" }, body: file }), 202);
  await workOff(database);
  assert.equal((await ok(it_admin.get(`/people/${id}/erasure`))).state, "done");
  const count = async (text: string) => (await query(text)).length;
  assert.deepEqual(
    [
      await count("select from mail where recipient = 'renata.returns@people.example' and due_us is not null"),
      await count("select from import_row where employee_no = 'R-77' and full_name = 'Renata Returns'"),
      await count("select from idempotency_key where key = 'renata-2'"),
    ],
    [1, 1, 1],
  );
});

test("a person who had very many long names is erased to the end", async () => {
  const long = (number: number) => `${"ł".repeat(96)}${number}`;
  const body = { employee_no: "L-88001", first_name: long(0), last_name: long(0), email: "long.name@people.example" };
  const { id } = await ok(api.post("/api/v1/users", body), 201);
  for (let number = 1; number <= 34; number++)
    await ok(api.patch(`/api/v1/users/${id}`, { first_name: long(number), last_name: long(number) }));
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  await ok(erase(id, "L-88001"), 202);
  await workOff(database);
  assert.equal((await ok(it_admin.get(`/people/${id}/erasure`))).state, "done");
});

test("mails to an administrator with the address of who was erased stay", async () => {
  const body = { employee_no: "D-1", first_name: "Dora", last_name: "Double", email: "dora@people.example" };
  const { id } = await ok(api.post("/api/v1/users", body), 201);
  await ok(it_admin.post("/administrators", { email: body.email, name: "Dora Double", role: "compliance_officer" }), 201);
  const mails = async () => (await query("select from mail where recipient = $1 and due_us is not null", [body.email])).length;
  assert.equal(await mails(), 1);
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  await ok(erase(id, "D-1"), 202);
  await workOff(database);
  assert.equal((await ok(it_admin.get(`/people/${id}/erasure`))).state, "done");
  assert.equal(await mails(), 1);
});

test("a row that had been altered before is not passed off as erased, and a forged mark is found", async () => {
  const { id } = await ok(
    api.post("/api/v1/users", { employee_no: "F-1", first_name: "Filip", last_name: "Forged", email: "filip@people.example" }),
    201,
  );
  const enrollment = await ok(api.post("/api/v1/enrollments", { user_id: id, course_code: "YEAR" }), 201);
  await givePassword(database, acme.tenant_id, { id, kind: "person", login: "filip@people.example" });
  const learner = await sessionOf(server, database, acme.tenant_id, { id, kind: "person", login: "filip@people.example" });
  await ok(learner.post(`/my/courses/${enrollment.id}/start`), 204);
  await seal();
  const [row] = await query("select id, actor_name, operation from audit_log where actor_id = $1 order by id limit 1", [id]);
  await query("update audit_log set operation = 'enrollment.grant_attempt' where id = $1", [row.id]);
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  await ok(erase(id, "F-1"), 202);
  await workOff(database);
  await seal();
  assert.deepEqual(await query("select from audit_erasure where audit_id = $1", [row.id]), []);
  const fault = (await ok(it_admin.get("/audit/verification"))).first_fault;
  assert.deepEqual([fault.kind, fault.audit_id], ["ROW_DIFFERS", row.id]);
  await query("insert into audit_erasure (tenant_id, audit_id, key_version, hash) values ($1, $2, 1, sha256('forged'))", [
    acme.tenant_id,
    row.id,
  ]);
  assert.equal((await ok(it_admin.get("/audit/verification"))).first_fault.audit_id, row.id);
  // As it was sealed, it needs no mark.
  await query("delete from audit_erasure where audit_id = $1", [row.id]);
  await query("update audit_log set operation = $2, actor_name = $3 where id = $1", [row.id, row.operation, row.actor_name]);
  assert.equal((await ok(it_admin.get("/audit/verification"))).intact, true);
  await query("update audit_log set actor_name = null where id = $1", [row.id]);
  assert.equal((await ok(it_admin.get("/audit/verification"))).first_fault.audit_id, row.id);
  await query("update audit_log set actor_name = $2 where id = $1", [row.id, row.actor_name]);
});

test("an erasure that is cut off goes on where it was, in whatever part, and repeats nothing", async () => {
  const { id } = await ok(
    api.post("/api/v1/users", { employee_no: "K-1", first_name: "Karol", last_name: "Killed", email: "karol@people.example" }),
    201,
  );
  await ok(api.patch(`/api/v1/users/${id}`, { last_name: "Killed-Twice", active: false }));
  await ok(erase(id, "K-1"), 202);
  const pool = database.pool("muster_worker", 1);
  const log = pino({ level: "silent" });
  const worked: string[] = [];
  // Ends the process in the middle of the last step but one, and again after it.
  let cuts = 2;
  const cutting: Eraser = {
    name: "cutting",
    async erasePart() {
      if (cuts-- > 0) throw new Error("killed");
      worked.push("cutting");
      return { erased: 1, place: null };
    },
  };
  const [job] = erasureJobs({ pool, minimums: {}, keyring: test_keyring, log, further: [cutting] });
  const runOnce = () => job!.run({ tenant_id: acme.tenant_id, person_id: id }, AbortSignal.timeout(60_000));
  await assert.rejects(runOnce, /killed/);
  const standing = async () =>
    (await query("select step, terms is null as forgotten, erased from person_erasure where person_id = $1", [id]))[0];
  assert.deepEqual([(await standing()).step, (await standing()).forgotten], ["cutting", false]);
  const erased = (await standing()).erased;
  await assert.rejects(runOnce, /killed/);
  await runOnce();
  await runOnce();
  assert.deepEqual(worked, ["cutting"]);
  assert.deepEqual(await standing(), { step: null, forgotten: true, erased: { ...erased, cutting: 1 } });
  await workOff(database);
});

test("one that has lost its job is taken up by the sweep", async () => {
  const { id } = await ok(
    api.post("/api/v1/users", { employee_no: "S-1", first_name: "Stefan", last_name: "Swept", email: "stefan@people.example" }),
    201,
  );
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  await ok(erase(id, "S-1"), 202);
  await query("delete from pgboss.job where name = 'people.erase'");
  const [, sweep] = erasureJobs({
    pool: database.pool("muster_worker", 1),
    minimums: {},
    keyring: test_keyring,
    log: pino({ level: "silent" }),
    further: [],
  });
  await sweep!.run({}, AbortSignal.timeout(60_000));
  assert.deepEqual(await query("select from pgboss.job where name = 'people.erase'"), []);
  await query("update person_erasure set requested_us = requested_us - 3600000000::bigint where person_id = $1", [id]);
  await sweep!.run({}, AbortSignal.timeout(60_000));
  await workOff(database);
  assert.equal((await ok(it_admin.get(`/people/${id}/erasure`))).state, "done");
});

test("a file that came before is carried out first, and what its report says goes", async () => {
  const { id } = await ok(
    api.post("/api/v1/users", {
      employee_no: "I-44071",
      first_name: "Irena",
      last_name: "Imported",
      email: "irena@people.example",
    }),
    201,
  );
  await ok(api.patch(`/api/v1/users/${id}`, { active: false }));
  const body = "employee_no,first_name,last_name,email,active\nI-44071,Irena,Imported-Again,irena@people.example,false\n";
  await ok(api.call("POST", "/api/v1/imports/users", { headers: { "content-type": "text/csv" }, body }), 202);
  await ok(erase(id, "I-44071"), 202);
  // The erasure comes first, finds that a file waits, and comes again.
  await query("update pgboss.job set created_on = clock_timestamp() + interval '200 ms' where name = 'imports.run'");
  const worked = await workOff(database);
  assert.deepEqual([worked[0], worked.at(-1)], ["people.erase", "people.erase"]);
  assert.ok(worked.includes("imports.run"));
  const left = await mentionsOf(database, ["I-44071", "irena@people.example"]);
  // Whoever sends a file with the person in it makes the person known again: another record, by the organisation's own will.
  const again = (await ok(api.get("/api/v1/users?employee_no=I-44071"))).users;
  assert.deepEqual(
    again.map((one: any) => one.id === id),
    again.map(() => false),
  );
  assert.ok(!left.includes("import_row.employee_no"), left.join(", "));
  assert.ok(!left.includes("import_chunk.bytes"), left.join(", "));
});

test("nobody finds or erases a person of another organisation", async () => {
  const other = await createOrganisation(database, { organisation: { code: "OTHER-1" } });
  const account = await createAccount(database, other.tenant_id, "it_admin");
  const stranger = await sessionOf(server, database, other.tenant_id, account);
  const [{ id }] = await query("select id from person where tenant_id = $1 limit 1", [acme.tenant_id]);
  assert.equal((await stranger.get(`/people/${id}/erasure`)).status, 404);
  assert.equal((await erase(id, "x", stranger)).status, 404);
  assert.equal((await erase("no-id", "x")).status, 404);
  const stale = await sessionOf(server, database, acme.tenant_id, await createAccount(database, acme.tenant_id, "it_admin"), {
    stale: true,
  });
  assert.equal((await erase(id, "x", stale)).body.code, "STEP_UP_REQUIRED");
});
