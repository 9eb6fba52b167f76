// The file of external evidence: stored unchanged, visible to the organisation only, and never executed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { evidence_max_bytes } from "../../../server/features/certificates/evidence/file.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, own_page, sessionOf, type Panel, type Role } from "../../harness/panel/panel.ts";
import { startServer, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let trainer: Panel;
let person_id: string;
let course_id: string;

const pdf = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(100_000, 7)]);
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]);

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    courses: [{ code: "YEAR", title: "Year", validity: { value: 12, unit: "month" } }],
    people: [{ employee_no: "P1", first_name: "Anna", last_name: "Kowalska", email: "p1@acme.example" }],
  });
  trainer = await as("training_admin");
  const { rows } = await database.superuser.query(
    "select p.id as person_id, c.id as course_id from person p, course c where p.employee_no = 'P1'",
  );
  ({ person_id, course_id } = rows[0]);
});
after(async () => {
  await server.close();
  await database.close();
});

async function as(role: Role, organisation = acme): Promise<Panel> {
  return sessionOf(server, database, organisation.tenant_id, await createAccount(database, organisation.tenant_id, role));
}
async function recorded(): Promise<string> {
  const body = { person_id, course_id, issuer: "UDT", valid_from: "2026-01-10", valid_until: null };
  const reply = await trainer.post("/evidence", body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
}
async function send(
  panel: Panel,
  method: string,
  id: string,
  { body, type = "application/pdf", name = 'zaświadczenie "1".pdf' }: { body?: Uint8Array; type?: string; name?: string } = {},
) {
  const cookie = [...panel.cookies].map((pair) => pair.join("=")).join("; ");
  const query = method === "PUT" ? `?name=${encodeURIComponent(name)}` : "";
  const reply = await fetch(`${server.url}/panel/api/certificates/${id}/evidence${query}`, {
    method,
    headers: { ...own_page, cookie, ...(body ? { "content-type": type } : {}) },
    ...(body ? { body: new Uint8Array(body) } : {}),
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  return { status: reply.status, headers: reply.headers, bytes, code: reply.ok ? null : JSON.parse(bytes.toString()).code };
}
const listed = async (id: string) =>
  (await trainer.get("/certificates?limit=500")).body.certificates.find((one: { id: string }) => one.id === id).evidence;

test("a file is stored and downloaded byte by byte, as an attachment that cannot run scripts", async () => {
  const id = await recorded();
  assert.equal(await listed(id), null);
  assert.equal((await send(trainer, "GET", id)).status, 404);
  assert.equal((await send(trainer, "PUT", id, { body: pdf })).status, 204);
  const { name, size_bytes, media_type } = await listed(id);
  assert.deepEqual([name, size_bytes, media_type], ['zaświadczenie "1".pdf', pdf.length, "application/pdf"]);
  const got = await send(await as("compliance_officer"), "GET", id);
  assert.equal(got.status, 200);
  assert.ok(got.bytes.equals(pdf));
  assert.equal(got.headers.get("content-type"), "application/pdf");
  assert.equal(got.headers.get("x-content-type-options"), "nosniff");
  assert.equal(got.headers.get("cache-control"), "no-store");
  assert.match(got.headers.get("content-security-policy")!, /^default-src 'none'; sandbox/);
  assert.equal(
    got.headers.get("content-disposition"),
    `attachment; filename="za_wiadczenie _1_.pdf"; filename*=UTF-8''za%C5%9Bwiadczenie%20%221%22.pdf`,
  );
  for (const [body, type] of [
    [png, "image/png"],
    [jpeg, "image/jpeg"],
  ] as const) {
    assert.equal((await send(trainer, "PUT", id, { body, type, name: "new" })).status, 204);
    assert.ok((await send(trainer, "GET", id)).bytes.equals(body));
  }
  const training = (await trainer.get(`/people/${person_id}/training`)).body;
  assert.equal(training.certificates.find((one: { id: string }) => one.id === id).evidence.name, "new");
  const audit =
    "select changes, personal from audit_log where target_id = $1 and operation = 'certificate.keep_file' order by id";
  const { rows } = await database.superuser.query(audit, [id]);
  assert.deepEqual(rows[1].changes.media_type, ["application/pdf", "image/png"]);
  assert.deepEqual(rows[1].personal.evidence_file, ['zaświadczenie "1".pdf', "new"]);
});

test("other files are refused with the reason, and nothing is stored", async () => {
  const id = await recorded();
  const script = Buffer.from("<script>alert(1)</script>");
  const large = Buffer.concat([Buffer.from("%PDF-"), Buffer.alloc(evidence_max_bytes - 4)]);
  const refused: [{ body?: Uint8Array; type?: string; name?: string }, number, string][] = [
    [{ body: script, type: "text/html" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    [{ body: script, type: "image/svg+xml" }, 415, "UNSUPPORTED_MEDIA_TYPE"],
    [{ body: script }, 422, "FILE_NOT_AS_DECLARED"],
    [{ body: png, type: "image/jpeg" }, 422, "FILE_NOT_AS_DECLARED"],
    [{ body: pdf.subarray(0, 3) }, 422, "FILE_NOT_AS_DECLARED"],
    [{ body: large }, 413, "PAYLOAD_TOO_LARGE"],
    [{ body: pdf, name: "x".repeat(201) }, 422, "VALIDATION_FAILED"],
    [{ body: pdf, name: " " }, 422, "VALIDATION_FAILED"],
    [{ body: pdf, name: "invoice\u202efdp.exe" }, 422, "VALIDATION_FAILED"],
    [{ body: pdf, name: "a\r\nX: y.pdf" }, 422, "VALIDATION_FAILED"],
  ];
  for (const [sent, status, code] of refused) {
    const reply = await send(trainer, "PUT", id, sent);
    assert.deepEqual([reply.status, reply.code], [status, code], JSON.stringify([sent.type, sent.body?.length]));
  }
  assert.equal((await send(trainer, "PUT", id, { body: large.subarray(0, evidence_max_bytes) })).status, 204);
  assert.equal((await listed(id)).size_bytes, evidence_max_bytes);
  await database.superuser.query("update certificate set source = 'course', issuer = null where id = $1", [id]);
  assert.equal((await send(trainer, "PUT", id, { body: pdf })).code, "CERTIFICATE_IS_OWN");
});

test("only those who read people see it, only training administrators keep and remove it, and no other organisation has it", async () => {
  const id = await recorded();
  for (const role of ["it_admin", "compliance_officer", "learner"] as const)
    assert.equal((await send(await as(role), "PUT", id, { body: pdf })).code, "ROLE_NOT_ALLOWED", role);
  assert.equal((await send(trainer, "PUT", id, { body: pdf })).status, 204);
  assert.equal((await send(await as("learner"), "GET", id)).code, "ROLE_NOT_ALLOWED");
  const other = await createOrganisation(database, { organisation: { code: "OTHER-1" } });
  const stranger = await as("training_admin", other);
  for (const method of ["GET", "DELETE"]) assert.equal((await send(stranger, method, id)).status, 404, method);
  assert.equal((await send(stranger, "PUT", id, { body: pdf })).status, 404);
  assert.equal((await send(trainer, "DELETE", id)).status, 204);
  assert.equal((await send(trainer, "GET", id)).status, 404);
  assert.equal((await send(trainer, "DELETE", id)).status, 204);
});

test("the erasure of a person takes the file along", async () => {
  const id = await recorded();
  assert.equal((await send(trainer, "PUT", id, { body: pdf })).status, 204);
  await database.superuser.query("update person set state = 'anonymized' where id = $1", [person_id]);
  const { rows } = await database.superuser.query("select count(*)::int as kept from evidence_chunk where certificate_id = $1", [
    id,
  ]);
  assert.equal(rows[0].kept, 0);
});
