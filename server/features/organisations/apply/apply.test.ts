import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { openDatabase, type TestDatabase } from "../../../../test/harness/database.ts";
import { test_keyring } from "../../../../test/harness/server.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { applyOrganisation, type Applied } from "./apply.ts";
import { readSource, sourceOf } from "../file/document.ts";
import type { OrganisationFile } from "../file/schema.ts";

let database: TestDatabase;
let pool: Pool;
before(async () => {
  database = await openDatabase();
  pool = database.pool("muster_app", 4);
});
after(() => database.close());

/** A file with every member that the schema has. */
const whole = `
organisation: {code: WHOLE, name: ACME Logistics, kind: live, time_zone: Europe/Warsaw}
contract:
  rate: {per_minute: 40, burst: 60, per_day: 9000}
  webhook_subscriptions: 12
settings: {email_required: false, create_departments_from_scim: true, fiscal_month: 4}
attributes: [{key: cost_center, type: string}, {key: locker, type: number}, {key: langs, type: string_array}]
departments: [{name: Logistyka Północ, code: OPS-LN, parent: OPS}, {name: Operacje, code: OPS}, {name: Old, code: OLD, active: false}]
contractors: [{name: Bud-Serwis Sp. z o.o., code: BUD, tax_id: PL5252248481, country: PL, contract_valid_until: 2026-12-31}]
courses:
  - {code: FORKLIFT-01, title: Forklift operation, validity: {value: 24, unit: month}, renewal: {enabled: true}, languages: [pl, en],
     expiring_soon_days: 30, grace_days: 7, default_due_days: 30, attempts_allowed: 2, pass_score: 80, estimated_minutes: 90,
     content: {kind: quiz, questions: [{text: Why?, options: [a, b], correct: [1]}]}}
  - {code: FIRE-01, title: Fire warden module 1}
  - {code: FIRE-02, title: Fire warden module 2, active: false, mandatory: false}
  - {code: YEARLY, title: On one day, validity: {value: 1, unit: year}, issues_certificates: true,
     renewal: {enabled: true, basis: fixed, fixed_on: 02-29, min_days: 90}}
learning_paths: [{code: PATH-FIRE, title: Fire warden path, courses: [FIRE-01, {course: FIRE-02, mandatory: false}]}]
licenses:
  - {name: Forklift 2026, courses: [FORKLIFT-01], seats_total: 50, seat_unit: person, valid_from: 2026-01-01, valid_until: 2026-12-31}
  - {name: Fire path, paths: [PATH-FIRE], release: never}
groups:
  - {code: DRIVERS, name: Drivers, when: {job_title: Operator}, courses: [FORKLIFT-01], due_days: 20}
  - {code: COUNCIL, name: Works council, kind: manual, courses: [PATH-FIRE], members: ["0042", EXT-1], on_leave: keep}
rules:
  - {name: Onboarding, when: {departments: [OPS-LN, Operacje], include_subdepartments: false, worker_type: b2b_contractor, contractor: BUD,
     job_title: operator, attributes: {cost_center: PL-4410, locker: 7, langs: pl}}, assign: [FORKLIFT-01, PATH-FIRE], due_days: 30,
     count_valid_certificates: false, look_back_days: 365, on_leave: keep}
  - {name: Off, when: {department: OPS}, assign: [FIRE-01], active: false}
people:
  - {employee_no: "0042", first_name: Anna, last_name: Kowalska, email: Anna@acme.example, department: OPS-LN, job_title: Operator,
     language: pl, employment_start_date: 2024-02-29, attributes: {cost_center: PL-4410, locker: 7, langs: [pl, de]}}
  - {employee_no: EXT-1, first_name: Jan, last_name: Nowak, worker_type: b2b_contractor, contractor: bud-serwis sp. z o.o., department: LOGISTYKA polnoc}
  - {employee_no: "7", first_name: Ewa, last_name: Łoś, login: ewa}
admins: [{email: it@acme.example, name: IT, role: it_admin}, {email: boss@acme.example, role: compliance_officer}]
clients:
  - {name: HR sync, scopes: [webhooks:manage, users:read], methods: [oauth2, api_key], ip_allowlist: [127.0.0.0/8, "::1", "2001:DB8::/32"],
     expires_on: 2027-12-31, webhook_hosts: ["Hooks.acme.example", "*.acme.example"], rate: {per_minute: 40, burst: 5}, scim_profile: okta}
  - {name: Off, disabled: true}
`;

test("a file is applied once: the second run changes nothing and says so", async () => {
  const first = await apply(whole);
  assert.deepEqual(first.changes, { created: 28, updated: 0, unchanged: 0 });
  const before = await everything("WHOLE");
  const second = await apply(whole);
  assert.deepEqual(second.changes, { created: 0, updated: 0, unchanged: 28 });
  assert.deepEqual(await everything("WHOLE"), before);
  assert.deepEqual(second.organisation, first.organisation);
});

test("secrets and new administrators are printed only by the run that made them", async () => {
  const file = { ...minimal("ONCE"), clients: [{ name: "A" }], admins: [{ email: "it@acme.example" }] };
  const first = await apply(file);
  const [client] = first.clients;
  assert.deepEqual({ ...client, secret: "", client_id: "" }, { name: "A", client_id: "", secret: "", created: true });
  assert.match(client!.secret!, /^lms_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{32}$/);
  assert.deepEqual(first.admins, [{ email: "it@acme.example", created: true }]);
  const second = await apply({ ...file, clients: [...file.clients, { name: "B" }] });
  assert.deepEqual(second.clients[0], { name: "A", client_id: client!.client_id, created: false });
  assert.equal(second.clients[1]!.created, true);
  assert.deepEqual(second.admins, [{ email: "it@acme.example", created: false }]);
});

test("a sandbox organisation has secrets of its own kind", async () => {
  const { clients } = await apply({ organisation: { code: "SANDBOX", kind: "sandbox" }, clients: [{ name: "A" }] });
  assert.match(clients[0]!.secret!, /^lms_test_/);
});

test("what a file leaves out gets its default in a new record and stays as it is in one that exists", async () => {
  await apply(whole.replaceAll("WHOLE", "LEFT-OUT"));
  const before = await everything("LEFT-OUT");
  const { changes } = await apply({
    organisation: { code: "LEFT-OUT" },
    departments: [{ code: "ops-ln", name: "Logistyka Północ" }],
    courses: [{ code: "FORKLIFT-01", title: "Forklift operation" }],
    licenses: [{ name: "forklift 2026" }],
    people: [{ employee_no: "0042", first_name: "Anna", last_name: "Kowalska" }],
    clients: [{ name: "HR sync" }],
  });
  // Only the spelling of the department's code and of the licence's name differ.
  assert.deepEqual(changes, { created: 0, updated: 2, unchanged: 4 });
  const now = await everything("LEFT-OUT");
  assert.deepEqual(now, {
    ...before,
    department: before["department"]!.map((row) => (row["code"] === "OPS-LN" ? { ...row, code: "ops-ln" } : row)),
    license: before["license"]!.map((row) => (row["name"] === "Forklift 2026" ? { ...row, name: "forklift 2026" } : row)),
  });
  const { course } = await everything(
    (await apply({ ...minimal("DEFAULTS"), courses: [{ code: "A", title: "A" }] })).organisation.code,
  );
  const { recurrence, attempts_allowed, expiring_soon_days, active, mandatory } = course![0]!;
  assert.deepEqual([recurrence, attempts_allowed, expiring_soon_days, active, mandatory], ["none", 3, 60, true, true]);
});

test("words of certificates that stand already are taken again, whatever new ones may not say", async () => {
  const file = { organisation: { code: "WORDS" }, looks: { certificate_signatory: "Maria Lis" } };
  await apply(file);
  const former = "Maria Lis <maria@acme.example>";
  await database.superuser.query("update tenant set certificate_signatory = $1 where code = 'WORDS'", [former]);
  const again = { ...file, looks: { certificate_signatory: former } };
  assert.deepEqual((await apply(again)).changes, { created: 0, updated: 0, unchanged: 1 });
  await assert.rejects(apply({ ...again, looks: { certificate_signatory: "Jan <jan@acme.example>" } }), /certificate_signatory/);
});

test("nothing is removed that the file no longer mentions", async () => {
  await apply(whole.replaceAll("WHOLE", "KEPT"));
  const before = await everything("KEPT");
  assert.deepEqual((await apply({ organisation: { code: "KEPT" } })).changes, { created: 0, updated: 0, unchanged: 1 });
  assert.deepEqual(await everything("KEPT"), before);
});

test("what differs is changed, null clears, and each change is audited with before and after in one batch", async () => {
  const { organisation } = await apply(whole.replaceAll("WHOLE", "CHANGED"));
  const { changes } = await apply({
    organisation: { code: "CHANGED", name: "New name" },
    settings: { fiscal_month: 1 },
    learning_paths: [{ code: "PATH-FIRE", title: "Fire warden path", courses: ["FIRE-02"] }],
    licenses: [{ name: "Forklift 2026", seats_total: null, paths: ["PATH-FIRE"] }],
    people: [
      {
        employee_no: "0042",
        first_name: "Anna",
        last_name: "Nowak",
        job_title: null,
        attributes: { locker: null, langs: ["de"] },
      },
    ],
    clients: [{ name: "HR sync", scopes: ["users:read"], expires_on: null }],
  });
  assert.deepEqual(changes, { created: 0, updated: 5, unchanged: 0 });
  const { rows } = await database.superuser.query(
    `select operation, changes, personal, actor_type, batch_id from audit_log where tenant_id = $1 and operation similar to '%.(update|change)' order by operation`,
    [organisation.id],
  );
  assert.equal(new Set(rows.map((row) => row.batch_id)).size, 1);
  assert.deepEqual(new Set(rows.map((row) => row.actor_type)), new Set(["operator"]));
  const by_operation = Object.fromEntries(rows.map(({ operation, changes, personal }) => [operation, { changes, personal }]));
  const { course, license } = await everything("CHANGED");
  const idOf = (code: string) => course!.find((row) => row["code"] === code)!["id"];
  assert.deepEqual(by_operation["organisation.update"], {
    changes: { name: ["ACME Logistics", "New name"], fiscal_month: [4, 1] },
    personal: {},
  });
  assert.deepEqual(by_operation["client.update"].changes, {
    scopes: [["users:read", "webhooks:manage"], ["users:read"]],
    expires_at: ["2027-12-31T23:00:00.000Z", null],
  });
  assert.deepEqual(by_operation["person.change"], {
    changes: {},
    personal: {
      last_name: ["Kowalska", "Nowak"],
      job_title: ["Operator", null],
      attributes: [
        { cost_center: "PL-4410", locker: 7, langs: ["pl", "de"] },
        { cost_center: "PL-4410", langs: ["de"] },
      ],
    },
  });
  assert.deepEqual(by_operation["course.update"].changes.items[1], [{ course_id: idOf("FIRE-02"), mandatory: true }]);
  assert.deepEqual(by_operation["license.update"].changes.seats_total, [50, null]);
  const items = license!.find((row) => row["name"] === "Forklift 2026")!["items"];
  assert.deepEqual(new Set(items as string[]), new Set([idOf("FORKLIFT-01"), idOf("PATH-FIRE")]));
});

test("each created record has one audit row, with a person's data in the part that erasure blanks", async () => {
  const { organisation, changes } = await apply(whole.replaceAll("WHOLE", "AUDITED"));
  const { rows } = await database.superuser.query(
    `select target_type, target_id, changes::text, personal from audit_log where tenant_id = $1`,
    [organisation.id],
  );
  // The two members of a group have one audit row together.
  assert.equal(rows.length, changes.created - 1);
  for (const row of rows) assert.doesNotMatch(row.changes, /Anna|Kowalska|0042|acme\.example(?!")/);
  const people = rows.filter((row) => row.target_type === "person");
  assert.deepEqual(new Set(people.map((row) => row.personal.employee_no[1])), new Set(["0042", "7", "EXT-1"]));
});

test("people may exchange addresses and logins within one file, in any order and across batches", async () => {
  const person = (number: number, email: number) => ({
    employee_no: String(number),
    first_name: "A",
    last_name: "B",
    email: `p${email}@acme.example`,
  });
  const count = 1_200;
  const numbers = Array.from({ length: count }, (_, index) => index);
  await apply({ ...minimal("SWAP"), people: numbers.map((number) => person(number, number)) });
  const { changes } = await apply({ ...minimal("SWAP"), people: numbers.map((number) => person(number, (number + 1) % count)) });
  assert.equal(changes.updated, count);
  const { person: rows } = await everything("SWAP");
  for (const row of rows!) {
    const email = `p${(Number(row["employee_no"]) + 1) % count}@acme.example`;
    assert.deepEqual([row["email"], row["email_norm"], row["login"], row["login_norm"]], [email, email, email, email]);
  }
});

test("a login follows the address or number until it is named", async () => {
  const person = { employee_no: "A1", first_name: "A", last_name: "B" };
  const loginOf = async () => (await everything("LOGIN"))["person"]![0]!["login"];
  await apply({ ...minimal("LOGIN"), settings: { email_required: false }, people: [person] });
  assert.equal(await loginOf(), "a1");
  await apply({ ...minimal("LOGIN"), people: [{ ...person, email: "A@b.example" }] });
  assert.equal(await loginOf(), "a@b.example");
  await apply({ ...minimal("LOGIN"), people: [{ ...person, login: "own" }] });
  await apply({ ...minimal("LOGIN"), people: [{ ...person, email: "c@b.example" }] });
  assert.equal(await loginOf(), "own");
});

test("two runs of the same new file at once make one organisation", async () => {
  const file = whole.replaceAll("WHOLE", "RACE");
  const applied = await Promise.all([apply(file), apply(file)]);
  assert.equal(new Set(applied.map(({ organisation }) => organisation.id)).size, 1);
  assert.deepEqual(
    applied.map(({ changes }) => changes.created).toSorted((a, b) => a - b),
    [0, 28],
  );
});

test("a run that fails in the middle has changed nothing", async () => {
  await database.superuser.query("alter table client add constraint closed check (name <> 'Closed') not valid");
  await assert.rejects(apply({ ...minimal("HALF"), departments: [{ code: "A", name: "A" }], clients: [{ name: "Closed" }] }));
  const { rows } = await database.superuser.query("select from tenant where code = 'HALF'");
  assert.equal(rows.length, 0);
});

test("JSON is read like YAML, with or without a byte order mark", async () => {
  const file = { ...minimal("JSON"), departments: [{ code: "A", name: "A" }] };
  assert.equal((await apply(`\uFEFF${JSON.stringify(file)}`)).changes.created, 2);
  assert.equal((await apply(`# in YAML\n${JSON.stringify(file)}`)).changes.unchanged, 2);
});

test("texts are kept in NFC and without white space around them", async () => {
  await apply({ ...minimal("TIDY"), departments: [{ code: " A ", name: "  Po\u0301\u0142noc " }] });
  const { department } = await everything("TIDY");
  assert.deepEqual([department![0]!["code"], department![0]!["name"]], ["A", "Północ"]);
});

test("the file of the guide can be applied", async () => {
  const guide = readFileSync(new URL("../../../../docs/guides/organisation-file.md", import.meta.url), "utf8");
  const [, file] = /```yaml\n([\s\S]*?)```/.exec(guide)!;
  const { changes, clients } = await apply(file!.replace("code: ACME", "code: GUIDE"));
  assert.ok(changes.created > 10);
  assert.equal(clients.length, 1);
});

function minimal(code: string): OrganisationFile {
  return { organisation: { code } };
}

function apply(file: string | OrganisationFile): Promise<Applied> {
  return applyOrganisation({ pool, keyring: test_keyring }, typeof file === "string" ? readSource(file) : sourceOf(file));
}

/** All records that a file can describe, by table, without the instants at which they were written. */
async function everything(code: string): Promise<Record<string, Record<string, unknown>[]>> {
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const table of [
    "tenant",
    "attribute_definition",
    "department",
    "contractor",
    "course",
    "path_item",
    "license",
    "rule",
    "rule_course",
    "rule_version",
    "person_group",
    "group_course",
    "group_member",
    "person",
    "administrator",
    "client",
    "client_secret",
  ]) {
    const items =
      table === "license"
        ? ", array(select course_id::text from license_item i where i.license_id = r.id order by 1) as items"
        : "";
    const { rows } = await database.superuser.query(
      `select r.*${items} from ${table} r join tenant t on t.code = $1 and t.id = r.${table === "tenant" ? "id" : "tenant_id"} order by r::text`,
      [code],
    );
    found[table] = rows.map((row) => ({ ...row, created_at: null, updated_at: null, code_norm: null, name_norm: null }));
  }
  return found;
}
