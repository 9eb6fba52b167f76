// The file with all data that is stored about a person.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { unzipSync } from "fflate";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { createFullOrganisation, type FullOrganisation } from "../harness/organisation/full-organisation.ts";
import { freePort } from "../harness/panel/browser.ts";
import { session_cookie, createAccount, own_page, sessionOf, type Panel } from "../harness/panel/panel.ts";
import { startServer, type TestServer } from "../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let full: FullOrganisation;
let officer: Panel;

before(async () => {
  database = await openDatabase();
  server = await startServer(database, { own_port: await freePort() });
  full = await createFullOrganisation(database, server);
  officer = await full.panelOf("compliance_officer");
});
after(async () => {
  await server.close();
  await database.close();
});

const query = async (sql: string, values: unknown[] = []) => (await database.superuser.query(sql, values)).rows;

type Taken = { status: number; code: string | null; files: Record<string, Buffer>; json: any; disposition: string | null };

/** Downloads the archive as a browser does; returns its files by name. */
async function take(id: string, panel = officer): Promise<Taken> {
  const cookie = [...panel.cookies].map((pair) => pair.join("=")).join("; ");
  const headers = { ...own_page, origin: server.url, cookie };
  const reply = await fetch(`${server.url}/panel/api/people/${id}/file`, { method: "POST", headers });
  const bytes = new Uint8Array(await reply.arrayBuffer());
  if (!reply.ok) {
    const { code } = JSON.parse(Buffer.from(bytes).toString()) as { code: string };
    return { status: reply.status, code, files: {}, json: null, disposition: null };
  }
  const files = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, file]) => [name, Buffer.from(file)]));
  const disposition = reply.headers.get("content-disposition");
  return { status: 200, code: null, files, json: JSON.parse(files["person.json"]!.toString()), disposition };
}

test("it holds the record, the training, the logs and the documents, described in plain words, and is audited", async () => {
  const { id } = full.accounts.learner;
  const [certificate] = await query("select id from certificate where person_id = $1", [id]);
  await query("update certificate set source = 'external', issuer = 'UDT' where id = $1", [certificate.id]);
  const document = Buffer.concat([Buffer.from("%PDF-1.7 "), Buffer.alloc(100_000, 7)]);
  await query(
    `insert into evidence_file (tenant_id, certificate_id, name, media_type, size_bytes, sha256, uploaded_at)
     select tenant_id, id, 'a/b żółć.pdf', 'application/pdf', $2, sha256($3), now() from certificate where id = $1`,
    [certificate.id, document.length, document],
  );
  for (let number = 0; number * 40_000 < document.length; number += 1)
    await query("insert into evidence_chunk select tenant_id, id, $2::int, $3::bytea from certificate where id = $1", [
      certificate.id,
      number,
      document.subarray(number * 40_000, (number + 1) * 40_000),
    ]);
  const { json, files, disposition } = await take(id);
  assert.match(disposition!, /^attachment; filename="person-L\d+\.zip"$/);
  const [person] = await query("select employee_no, email from person where id = $1", [id]);
  assert.deepEqual([json.person[0].employee_no, json.person[0].email], [person.employee_no, person.email]);
  for (const section of [
    "sign_in",
    "sessions",
    "enrollments",
    "certificates",
    "flags",
    "flag_history",
    "audit_by",
    "audit_about",
    "events",
  ])
    assert.ok(json[section].length >= 1, section);
  assert.ok(json.enrollments.some((one: any) => one.attempts.length > 0));
  assert.deepEqual(files[`documents/${certificate.id}-a_b żółć.pdf`], document);
  for (const section of Object.keys(json)) assert.match(files["README.txt"]!.toString(), new RegExp(`^${section}: .+\\.$`, "m"));
  // The file contains no credentials.
  const { rows } = await database.superuser.query("select password_hash from credential where person_id = $1", [id]);
  assert.ok(!files["person.json"]!.toString().includes(rows[0].password_hash));
  const audited = await query(
    "select actor_id, changes, personal from audit_log where operation = 'person.export' and target_id = $1",
    [id],
  );
  assert.deepEqual(audited, [{ actor_id: full.accounts.compliance_officer.id, changes: {}, personal: {} }]);
});

test("a person of an identity provider has what it sent, and a person with a long history has all of it", async () => {
  const [provided] = await query("select id from person where managed_by = 'scim' limit 1");
  const { json } = await take(provided.id);
  assert.deepEqual([json.person[0].last_name, json.from_identity_provider.length], ["Lis", 1]);
  assert.ok(json.sync_log.length >= 1 && json.unmatched_values.length === 1, JSON.stringify(json.unmatched_values));
  const [long] = await query("select tenant_id, id from person where employee_no = 'P9'");
  await query(
    `insert into audit_log (tenant_id, id, occurred_at, actor_type, actor_name, operation, target_type, target_id)
     select $1, infra.new_id(), now(), 'system', 'long', 'person.change', 'person', $2 from generate_series(1, 1001)`,
    [long.tenant_id, long.id],
  );
  const { audit_about } = (await take(long.id)).json;
  assert.equal(audit_about.filter((one: any) => one.actor_name === "long").length, 1001);
  assert.equal(new Set(audit_about.map((one: any) => one.id)).size, audit_about.length);
});

test("every table that names a person is in the file, or has a reason not to be", async () => {
  const left_out: Readonly<Record<string, string>> = {
    compliance_person: "what the matrix sorts by; the record has the same",
    compliance_person_history: "where the person belonged, for numbers of the past; the audit entries about the person say it",
    lti_launch: "a way to a tool, good for ten minutes; the scores say that it was launched",
    scim_email: "addresses in normal form, for look-ups; what the identity provider sent has them",
    sign_in_link: "opens a door",
    standing: "what the person's entries of the matrix add up to, for figures of the organisation; the entries are in the file",
  };
  const tables = await query(`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'person_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`);
  assert.ok(tables.length > 12, `saw only ${tables.length} tables`);
  const text = readFileSync(new URL("../../server/features/personal-file/sections-sql.ts", import.meta.url), "utf8");
  const missing = tables.map(({ name }) => name as string).filter((name) => !new RegExp(`(from|join) ${name}\\b`).test(text));
  assert.deepEqual(missing.toSorted(), Object.keys(left_out).toSorted());
});

test("only those who answer for people's rights take it, with the password of a moment ago, of their own organisation", async () => {
  const { id } = full.accounts.learner;
  for (const role of ["training_admin", "learner"] as const)
    assert.equal((await take(id, await full.panelOf(role))).code, "ROLE_NOT_ALLOWED", role);
  const { tenant_id } = full.organisation;
  const stale = await sessionOf(server, database, tenant_id, await createAccount(database, tenant_id, "it_admin"), {
    stale: true,
  });
  stale.cookies.set("muster_session", stale.cookies.get(session_cookie)!);
  assert.equal((await take(id, stale)).code, "STEP_UP_REQUIRED");
  const other = await createFullOrganisation(database, server, "OTHER-1");
  assert.equal((await take(id, await other.panelOf("it_admin"))).status, 404);
  assert.equal((await take("no-id")).status, 404);
});
