// An auditor's request: ordered by an administrator, made in the background, and verified without our software.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync, appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { parse } from "csv-parse/sync";
import { makePack } from "../../../server/features/evidence-packs/make.job.ts";
import { EvidencePack, EvidencePackList } from "../../../server/features/evidence-packs/schema.ts";
import { verification_commands } from "../../../server/features/evidence-packs/verify-page.ts";
import { erasePacks } from "../../../server/features/evidence-packs/erase.ts";
import { withTenant } from "../../../server/platform/db/transaction.ts";
import { newId } from "../../../server/platform/ids.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { workOff } from "../../harness/jobs.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, own_page, sessionOf, type Panel, type Role } from "../../harness/panel/panel.ts";
import { matchesSchema } from "../../harness/records.ts";
import { apiOf, byKey, startServer, test_mailing, type TestServer } from "../../harness/server.ts";

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let other: TestOrganisation;
let officer: Panel;
let id: Record<string, string>;
const folder = mkdtempSync(path.join(tmpdir(), "evidence-"));
const people = ["E1", "E2", "E3", "=E4/../..", "X9"];

before(async () => {
  database = await openDatabase();
  server = await startServer(database);
  const person = (employee_no: string) => ({
    employee_no,
    first_name: "Łucja",
    last_name: `<b>Żak ${employee_no}`,
    email: `${employee_no.replaceAll(/\W/g, "")}@acme.example`,
    department: employee_no === "X9" ? "OFFICE" : "WH",
  });
  acme = await createOrganisation(database, {
    departments: ["WH", "OFFICE"].map((code) => ({ name: code, code })),
    courses: [
      { code: "CRANE", title: "Crane operation", validity: { value: 12, unit: "month" } },
      { code: "HELMET", title: "Helmets", default_due_days: 30 },
    ],
    learning_paths: [{ code: "LIFTING", title: "Lifting", courses: ["CRANE", "HELMET"] }],
    people: people.map(person),
    clients: [{ name: "HR", scopes: ["enrollments:write", "attempts:write"] }],
  });
  other = await createOrganisation(database, {
    organisation: { code: "OTHER", name: "Other" },
    departments: [{ name: "WH", code: "WH" }],
    people: [person("E1")],
  });
  const api = apiOf(server, byKey(acme.code, acme.clients["HR"]!.secret));
  for (const [employee_no, course_code, result] of [
    ["E1", "CRANE", "passed"],
    ["E1", "HELMET", null],
    ["E2", "CRANE", "failed"],
    ["=E4/../..", "CRANE", "passed"],
  ] as const) {
    const enrolled = await api.post("/api/v1/enrollments", { employee_no, course_code });
    assert.equal(enrolled.status, 201, enrolled.text);
    if (result === null) continue;
    const completed_at = enrolled.body.assigned_at;
    const report = { external_id: employee_no + course_code, employee_no, course_code, result, completed_at };
    assert.equal((await api.post("/api/v1/attempts", report)).status, 200);
  }
  const known = await rows(
    "select code, id from course where tenant_id = $1 union all select employee_no, id from person where tenant_id = $1",
    [acme.tenant_id],
  );
  id = Object.fromEntries(known.map((row) => [row.code, row.id]));
  await keepEvidence(id["=E4/../.."]!);
  for (const state of ["accepted", "waiting"] as const) await handIn(id["E1"]!, state);
  officer = await panelOf("compliance_officer");
});
after(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
  await database.close();
});

const evidence = Buffer.concat([Buffer.from("%PDF-1.7 "), Buffer.alloc(100_000, 7)]);
async function keepEvidence(person_id: string): Promise<void> {
  const [{ id: certificate_id }] = await rows(
    "update certificate set source = 'external', issuer = 'UDT' where person_id = $1 returning id",
    [person_id],
  );
  await rows(
    `insert into evidence_file (tenant_id, certificate_id, name, media_type, size_bytes, sha256, uploaded_at)
     values ($1, $2, '../a b.pdf', 'application/pdf', $3, sha256($4), now())`,
    [acme.tenant_id, certificate_id, evidence.length, evidence],
  );
  for (let number = 0; number * 40_000 < evidence.length; number += 1)
    await rows("insert into evidence_chunk values ($1, $2, $3, $4)", [
      acme.tenant_id,
      certificate_id,
      number,
      evidence.subarray(number * 40_000, (number + 1) * 40_000),
    ]);
}
/** A file that a contractor's company has submitted for an enrollment of the person. */
async function handIn(person_id: string, state: "accepted" | "waiting", course_code = "HELMET"): Promise<void> {
  const company = `${course_code} ${state}`;
  const [{ id: submission_id }] = await rows(
    `with k as (
      insert into contractor (tenant_id, id, code, code_norm, name, name_norm) values ($1, gen_random_uuid(), $3, $3, $3, lower($3)) returning id
    ), l as (
      insert into evidence_link (tenant_id, id, contractor_id, token_hash, created_at, created_by, expires_at)
      select $1, gen_random_uuid(), id, sha256($4), now(), gen_random_uuid(), now() from k returning id
    )
    insert into submission (tenant_id, id, link_id, person_id, enrollment_id, name, media_type, size_bytes, sha256, completed_on, submitted_at,
      state, decided_at, decided_by)
    select $1, gen_random_uuid(), l.id, $2, e.id, 'card.pdf', 'application/pdf', $5, sha256($6), current_date, now(), $7,
      case when $7 = 'accepted' then now() end, case when $7 = 'accepted' then gen_random_uuid() end
    from l cross join enrollment e join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
    where e.tenant_id = $1 and e.person_id = $2 and c.code = $8
    returning id`,
    [acme.tenant_id, person_id, company, Buffer.from(company), evidence.length, evidence, state, course_code],
  );
  for (let number = 0; number * 40_000 < evidence.length; number += 1)
    await rows("insert into submission_chunk values ($1, $2, $3, $4)", [
      acme.tenant_id,
      submission_id,
      number,
      evidence.subarray(number * 40_000, (number + 1) * 40_000),
    ]);
}
async function rows(text: string, values: unknown[] = []): Promise<any[]> {
  return (await database.superuser.query(text, values)).rows;
}
async function panelOf(role: Role, organisation = acme): Promise<Panel> {
  const account = await createAccount(database, organisation.tenant_id, role);
  return sessionOf(server, database, organisation.tenant_id, account);
}
const order = (body: object, by = officer) => by.post("/evidence-packs", body);
const everybody = { selection: { filter: {} } };
const packOf = async (pack_id: string) =>
  (await officer.get("/evidence-packs")).body.packs.find((one: any) => one.id === pack_id);

async function take(pack_id: string, by = officer): Promise<{ status: number; bytes: Buffer }> {
  const cookie = [...by.cookies].map((pair) => pair.join("=")).join("; ");
  const reply = await fetch(`${server.url}/panel/api/evidence-packs/${pack_id}/file`, { headers: { ...own_page, cookie } });
  return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) };
}

/** Orders, makes and unpacks a pack in a folder of its own. */
async function packed(body: object): Promise<{ pack: any; place: string }> {
  const ordered = await order(body);
  assert.equal(ordered.status, 202, ordered.text);
  matchesSchema(EvidencePack, ordered.body);
  assert.equal(ordered.body.status, "queued");
  assert.deepEqual(await workOff(database), ["evidence_packs.make", "evidence_packs.end"]);
  const pack = await packOf(ordered.body.id);
  assert.equal(pack.status, "ready");
  const { bytes } = await take(pack.id);
  assert.equal(bytes.length, pack.size_bytes);
  const place = mkdtempSync(path.join(folder, "pack-"));
  writeFileSync(path.join(place, "evidence.zip"), bytes);
  assert.equal(createHash("sha256").update(bytes).digest("hex"), pack.sha256);
  execFileSync("bash", ["-c", verification_commands.unpack], { cwd: place });
  return { pack, place: path.join(place, "pack") };
}
const run = (command: string, cwd: string) => {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], { cwd, encoding: "utf8" });
  return { status, stdout, stderr };
};
const table = (place: string, name: string): any[] =>
  parse(readFileSync(path.join(place, name)), { columns: true, bom: true }) as any[];

test("a pack says who stands where and why, with what proves it", async () => {
  const { pack, place } = await packed(everybody);
  assert.deepEqual([pack.people_total, pack.people_done, pack.courses], [5, 5, 2]);
  const matrix = table(place, "matrix.csv");
  assert.deepEqual(Object.keys(matrix[0]).slice(-3), ["in_scope", "CRANE", "HELMET"]);
  const flags = Object.fromEntries(matrix.map((row) => [row.employee_no, [row.CRANE, row.HELMET]]));
  assert.deepEqual(flags["E1"], ["COMPLIANT", "PENDING"]);
  assert.equal(flags["E3"]![0], "");
  // The same flags as in the panel's matrix.
  const { body } = await officer.get("/compliance/matrix?limit=100");
  for (const row of body.rows)
    for (const [code, { status }] of Object.entries<any>(row.courses)) {
      const cell = row.employee_no.startsWith("=") ? `'${row.employee_no}` : row.employee_no;
      assert.equal(flags[cell]![code === "CRANE" ? 0 : 1], status, `${row.employee_no} ${code}`);
    }
  const page = readFileSync(path.join(place, "matrix.html"), "utf8");
  assert.match(page, /&#60;b&#62;Żak E1/);
  assert.doesNotMatch(page, /<b>|<script/);
  const why = table(place, "explanations.csv");
  assert.equal(why.length, 10);
  const crane = why.find((row) => row.employee_no === "E1" && row.course_code === "CRANE");
  assert.match(crane.explanation, /^Certificate CRANE-\S+ was valid until /);
  const certificates = table(place, "certificates.csv");
  assert.deepEqual(certificates.map((row) => `${row.employee_no} ${row.course_code} ${row.source}`).toSorted(), [
    "'=E4/../.. CRANE external",
    "E1 CRANE course",
  ]);
  assert.deepEqual(
    table(place, "attempts.csv")
      .map((row) => `${row.employee_no} ${row.passed}`)
      .toSorted(),
    ["'=E4/../.. true", "E1 true", "E2 false"],
  );
  const folders = run("find people -type f | LC_ALL=C sort", place).stdout.split("\n");
  const climbing = folders.find((name) => name.includes("_E4") && name.includes("/evidence/"))!;
  assert.deepEqual(readFileSync(path.join(place, climbing)), evidence);
  assert.match(climbing, /^people\/\d{4}-_E4_\.\._\.\.\/evidence\/[0-9a-f-]{36}-_\._a_b\.pdf$|^people\/[^/]+\/evidence\/[^/]+$/);
  const printed = folders.find((name) => name.endsWith("-E1/certificates.pdf"))!;
  assert.match(readFileSync(path.join(place, printed)).toString("latin1"), /^%PDF-[^]*%%EOF\s*$/);
  const record = JSON.parse(readFileSync(path.join(place, printed.replace("certificates.pdf", "record.json")), "utf8"));
  assert.equal(record.courses[0].enrollments[0].attempts.length, 1);
  const audit = table(place, "audit-entries.csv");
  assert.ok(audit.some((row) => row.operation === "enrollment.assign"));
  const manifest = JSON.parse(readFileSync(path.join(place, "manifest.json"), "utf8"));
  assert.deepEqual(
    [manifest.organisation.code, manifest.counts.people, manifest.counts.certificates, manifest.counts.evidence_files],
    ["ACME", 5, 2, 2],
  );
  // Of the company's submissions, the accepted ones and not those that wait.
  const handed = folders.filter((name) => name.includes("-E1/evidence/"));
  assert.deepEqual(
    handed.map((name) => readFileSync(path.join(place, name)).equals(evidence)),
    [true],
  );
  const [of_company] = record.courses[1].enrollments[0].handed_in;
  assert.deepEqual(
    [of_company.company, of_company.name, of_company.sha256],
    ["HELMET accepted", "card.pdf", createHash("sha256").update(evidence).digest("hex")],
  );
  assert.equal(handed[0], `${path.dirname(printed)}/evidence/${of_company.id}-card.pdf`);
});

test("its page says how to verify it, and its commands do so with nothing of ours", async () => {
  const { place } = await packed({ selection: { person_ids: [id["E1"], id["E2"]] }, course_ids: [id["CRANE"]] });
  const { sums, signature, key, complete } = verification_commands;
  const page = readFileSync(path.join(place, "VERIFY.html"), "utf8");
  assert.doesNotMatch(page, /<script|https?:/);
  for (const command of Object.values(verification_commands))
    assert.ok(page.includes(command.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)), command);
  assert.equal(run(sums, place).status, 0, run(sums, place).stderr);
  assert.match(run(signature, place).stdout, /Verified OK/);
  const list = await officer.get("/evidence-packs");
  matchesSchema(EvidencePackList, list.body);
  assert.match(run(key, place).stdout, new RegExp(`^${list.body.key_fingerprint} `));
  assert.deepEqual(run(complete, place), { status: 0, stdout: "", stderr: "" });

  // Changed, added and foreign-signed files are detected.
  writeFileSync(path.join(place, "added.txt"), "added");
  assert.equal(run(complete, place).stdout, "added.txt\n");
  appendFileSync(path.join(place, "matrix.csv"), "x");
  const changed = run(sums, place);
  assert.deepEqual([changed.status, /matrix\.csv: FAILED/.test(changed.stdout)], [1, true]);
  run("sha256sum matrix.csv >>SHA256SUMS", place);
  assert.notEqual(run(signature, place).status, 0);
  const foreign = await panelOf("compliance_officer", other);
  const theirs = (await foreign.get("/evidence-packs")).body;
  assert.notEqual(theirs.key_fingerprint, list.body.key_fingerprint);
  assert.deepEqual(theirs.packs, []);
});

test("of a period, only what happened in it; flags as of its last day", async () => {
  const as_of = "2020-12-31";
  const { place, pack } = await packed({ selection: { person_ids: [id["E1"]] }, from: "2020-01-01", as_of });
  assert.equal(pack.as_of, "2020-12-31T22:59:59.999Z");
  assert.deepEqual(
    [table(place, "certificates.csv"), table(place, "attempts.csv"), table(place, "audit-entries.csv")],
    [[], [], []],
  );
  const [row] = table(place, "matrix.csv");
  assert.deepEqual([row.in_scope, row.CRANE], ["false", ""]);
});

test("a file that a company handed in is in the pack of when it was accepted, and of those of its certificate", async () => {
  await handIn(id["E1"]!, "accepted", "CRANE");
  const pair = [id["E1"], id["CRANE"]];
  const [{ id: enrollment_id }] = await rows(
    `update enrollment set assigned_at = '2021-06-01', completed_at = '2021-06-28T10:00:00Z' where person_id = $1 and course_id = $2 returning id`,
    pair,
  );
  await rows("update submission set decided_at = '2021-07-06T10:00:00Z' where enrollment_id = $1", [enrollment_id]);
  await rows(
    `update certificate set issued_at = '2021-07-06T10:00:00Z', valid_from = '2021-06-28', valid_until = '2022-06-27'
     where enrollment_id = $1`,
    [enrollment_id],
  );
  const found: unknown[] = [];
  for (const [from, as_of] of [
    ["2021-06-01", "2021-06-30"],
    ["2021-07-01", "2021-07-31"],
    ["2022-01-01", "2022-01-31"],
    ["2023-01-01", "2023-01-31"],
  ]) {
    const body = { selection: { person_ids: [id["E1"]] }, course_ids: [id["CRANE"]], from, as_of };
    const { place } = await packed(body);
    const files = run("find people -path '*/evidence/*' -type f", place).stdout.split("\n").filter(Boolean);
    const { enrollments } = JSON.parse(run("cat people/*/record.json", place).stdout).courses[0];
    found.push([from, enrollments.length, enrollments[0]?.handed_in.length ?? 0, files.length]);
  }
  assert.deepEqual(found, [
    ["2021-06-01", 1, 0, 0],
    ["2021-07-01", 1, 1, 1],
    ["2022-01-01", 1, 1, 1],
    ["2023-01-01", 0, 0, 0],
  ]);
});

test("a learning path stands for its courses", async () => {
  const ordered = await order({ selection: { person_ids: [id["E1"]] }, course_ids: [id["LIFTING"]] });
  assert.deepEqual([ordered.status, ordered.body.courses], [202, 2]);
  await officer.post(`/evidence-packs/${ordered.body.id}/cancel`);
  await workOff(database);
});

test("what cannot be meant is refused by name", async () => {
  const [stranger] = await rows("select id from person where tenant_id = $1", [other.tenant_id]);
  const faults = async (body: object) => (await order(body)).body.errors?.map((one: any) => [one.pointer, one.code]);
  assert.deepEqual(await faults({ selection: {} }), [["#/selection", "ONE_OF_REQUIRED"]]);
  assert.deepEqual(await faults({ selection: { person_ids: [stranger.id] } }), [["#/selection/person_ids", "UNKNOWN_PERSON"]]);
  assert.deepEqual(await faults({ selection: { filter: { employee_no: "NOBODY" } } }), [["#/selection", "REQUIRED"]]);
  assert.deepEqual(await faults({ ...everybody, course_ids: [newId()] }), [["#/course_ids", "UNKNOWN_COURSE"]]);
  assert.deepEqual(await faults({ ...everybody, as_of: "2999-01-01" }), [["#/as_of", "OUT_OF_RANGE"]]);
  assert.deepEqual(await faults({ ...everybody, from: "2026-02-02", as_of: "2026-02-01" }), [["#/from", "OUT_OF_RANGE"]]);
});

test("who may: IT administrators and compliance officers, of the whole organisation, with a recent password; each time audited", async () => {
  for (const role of ["training_admin", "guard"] as const) {
    const by = await panelOf(role);
    for (const reply of [await order(everybody, by), await by.get("/evidence-packs")])
      assert.deepEqual([reply.status, reply.body.code], [403, "ROLE_NOT_ALLOWED"]);
  }
  const ordered = await order(everybody, await panelOf("it_admin"));
  assert.equal(ordered.status, 202, ordered.text);
  const pack_id = ordered.body.id as string;
  assert.equal((await take(pack_id)).status, 409);
  const foreign = await panelOf("it_admin", other);
  assert.equal((await take(pack_id, foreign)).status, 404);
  assert.equal((await foreign.post(`/evidence-packs/${pack_id}/cancel`)).status, 404);
  assert.equal((await officer.post("/evidence-packs/none/cancel")).status, 404);
  await workOff(database);
  assert.equal((await take(pack_id)).status, 200);
  await officer.post(`/evidence-packs/${pack_id}/cancel`);
  assert.equal((await take(pack_id)).status, 409);
  const audited = await rows("select operation from audit_log where target_id = $1 order by id", [pack_id]);
  assert.deepEqual(
    audited.map(({ operation }) => operation),
    ["evidence_pack.order", "evidence_pack.download", "evidence_pack.cancel"],
  );
  assert.deepEqual(await rows("select from evidence_pack_chunk where pack_id = $1", [pack_id]), []);
});

const optionsOf = () => ({ pool: database.pool("muster_worker", 2), ...test_mailing, node: null });
const making = (pack_id: string) => ({ tenant_id: acme.tenant_id, pack_id });

test("two packs of an organisation at a time; a cancelled one is not made, and a run whose turn is over writes nothing", async () => {
  const first = (await order(everybody)).body.id as string;
  const second = (await order(everybody)).body.id as string;
  const third = await order(everybody);
  assert.deepEqual([third.status, third.body.code], [409, "TOO_MANY_EVIDENCE_PACKS"]);
  await officer.post(`/evidence-packs/${first}/cancel`);
  assert.equal((await packOf(first)).status, "cancelled");
  // Another run takes over between the start of this one and its first write.
  await rows(
    `create function public.another_run() returns trigger language plpgsql as $$ begin
       if new.run_id is distinct from old.run_id then new.run_id := gen_random_uuid(); end if; return new; end $$`,
  );
  await rows("create trigger another_run before update on evidence_pack for each row execute function public.another_run()");
  await makePack(optionsOf(), making(second), AbortSignal.timeout(60_000));
  await rows("drop trigger another_run on evidence_pack");
  assert.deepEqual(await rows("select from evidence_pack_chunk where pack_id = any ($1)", [[first, second]]), []);
  // The job of the run that died starts from the beginning.
  await workOff(database);
  assert.deepEqual([(await packOf(first)).status, (await packOf(second)).status], ["cancelled", "ready"]);
});

test("too large a pack fails by name and leaves nothing", async () => {
  const { id: pack_id } = (await order(everybody)).body;
  await makePack(optionsOf(), making(pack_id), AbortSignal.timeout(60_000), 2_000);
  const pack = await packOf(pack_id);
  assert.deepEqual([pack.status, pack.failure], ["failed", "too_large"]);
  assert.deepEqual(await rows("select from evidence_pack_chunk where pack_id = $1", [pack_id]), []);
  await workOff(database);
});

test("a file has an end of life, and goes with the erasure of one who is in it", async () => {
  const { pack } = await packed(everybody);
  await rows("update evidence_pack set expires_at = now() - interval '1 second' where id = $1", [pack.id]);
  assert.equal((await take(pack.id)).status, 409);
  const next = (await packed({ selection: { person_ids: [id["X9"]] } })).pack;
  assert.deepEqual([(await packOf(pack.id)).status, (await packOf(next.id)).status], ["removed", "ready"]);
  await withTenant(optionsOf().pool, acme.tenant_id, (db) =>
    erasePacks(db, { tenant_id: acme.tenant_id, person_id: id["X9"]! } as Parameters<typeof erasePacks>[1]),
  );
  assert.equal((await packOf(next.id)).status, "removed");
  assert.deepEqual(await rows("select from evidence_pack_chunk where pack_id = any ($1)", [[pack.id, next.id]]), []);
});
