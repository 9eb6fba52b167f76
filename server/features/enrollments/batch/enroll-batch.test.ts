import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createOrganisation, type OrganisationFileInput } from "../../../../test/harness/organisation/organisation.ts";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { apiOf, byKey, type Api, type Reply } from "../../../../test/harness/server.ts";
import { newId } from "../../../platform/ids.ts";
import { batch_rows_max } from "./schema.ts";

const rate = { per_minute: 100_000, burst: 100_000, per_day: 1_000_000 };
const scopes: ["enrollments:write", "compliance:read"] = ["enrollments:write", "compliance:read"];
const items = ["ITEM-A", "ITEM-B", "ITEM-C", "ITEM-D", "ITEM-E"];

const file: OrganisationFileInput = {
  contract: { rate },
  people: Array.from({ length: 40 }, (_, index) => ({
    employee_no: `P${index + 1}`,
    first_name: "Anna",
    last_name: `Number ${index + 1}`,
    email: `p${index + 1}@acme.example`,
  })),
  courses: [
    { code: "PLAIN", title: "Plain", default_due_days: 30 },
    { code: "SEATS", title: "Seats" },
    { code: "RACE", title: "Race" },
    { code: "ARCHIVED", title: "Archived", active: false },
    { code: "EXPIRED", title: "Expired" },
    ...items.map((code) => ({ code, title: code })),
  ],
  learning_paths: [{ code: "PATH", title: "Path", courses: items }],
  licenses: [
    { name: "two", courses: ["SEATS"], seats_total: 2 },
    { name: "race", courses: ["RACE"], seats_total: 15 },
    { name: "gone", courses: ["EXPIRED"], valid_until: "2026-01-31" },
    { name: "path", paths: ["PATH"] },
  ],
  clients: ["HR sync", "one", "two", "three"].map((name) => ({ name, scopes })),
};

let training: TrainingOrganisation;
/** An organisation with the same data in the same database. */
let twin: { api: Api; tenant_id: string };

before(async () => {
  training = await openTraining(file, 0, 12);
  const { code, tenant_id, clients } = await createOrganisation(training.database, {
    ...file,
    organisation: { code: "TWIN", name: "Twin" },
  });
  await training.database.superuser.query("update person set state = 'suspended' where employee_no = 'P1'");
  twin = { api: apiOf(training.server, byKey(code, clients["one"]!.secret)), tenant_id };
});
after(() => training.close());

const apiAs = (name: string) =>
  apiOf(training.server, byKey(training.organisation.code, training.organisation.clients[name]!.secret));
const batch = (api: Api, enrollments: readonly unknown[], headers: Record<string, string> = {}): Promise<Reply> =>
  api.post("/api/v1/enrollments/batch", { enrollments }, { headers });
const query = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await training.database.superuser.query(text, values)).rows;

async function idOf(tenant_id: string, table: "person" | "course", name: string): Promise<string> {
  const column = table === "person" ? "employee_no" : "code";
  const [row] = await query(`select id from ${table} where tenant_id = $1 and ${column} = $2`, [tenant_id, name]);
  return row.id;
}

/** The numbers of rows of an organisation in all tables that an assignment may write. */
async function stored(tenant_id: string) {
  const tables = ["enrollment", "license_seat", "compliance_status", "compliance_history", "event", "audit_log", "alert"];
  const counts = tables.map((table) => `(select count(*)::int from ${table} where tenant_id = $1) as ${table}`);
  const [row] = await query(
    `select ${counts.join(", ")}, (select sum(seats_used)::int from license where tenant_id = $1) as used`,
    [tenant_id],
  );
  return row;
}

/** Rows of every kind; ids are those of the organisation. */
async function rowsOf(tenant_id: string): Promise<unknown[]> {
  const [person, course] = await Promise.all([idOf(tenant_id, "person", "P3"), idOf(tenant_id, "course", "PLAIN")]);
  return [
    { employee_no: "P2", course_code: "PLAIN" },
    { employee_no: "p2", course_code: "plain", due_date: "2020-01-01" },
    { user_id: person.toUpperCase(), course_id: course, cycle_year: 2027, due_date: null, cycle_seq: undefined, id: "ignored" },
    { employee_no: "P3", user_id: null, course_code: "PLAIN", cycle_year: null },
    { employee_no: "P3", course_id: course, cycle_year: 2027 },
    { employee_no: "P2", course_code: "SEATS" },
    { employee_no: "P2", course_code: "SEATS", cycle_year: 2027 },
    { employee_no: "P3", course_code: "SEATS" },
    { employee_no: "P4", course_code: "SEATS" },
    { employee_no: "P4", course_code: "SEATS", cycle_year: 2020 },
    { employee_no: "P4", course_code: "PATH", due_date: "2026-05-01" },
    { employee_no: "P4", course_code: "ITEM-C", due_date: "2020-01-01" },
    { employee_no: "P4", course_code: "PATH" },
    { employee_no: "P5", course_code: "ITEM-A" },
    { employee_no: "P1", course_code: "PLAIN" },
    { employee_no: "P5", course_code: "ARCHIVED" },
    { employee_no: "P5", course_code: "EXPIRED", due_date: "2020-01-01", cycle_year: 2031 },
    { employee_no: "P5", course_code: "EXPIRED" },
    { employee_no: "NOBODY", course_code: "NOTHING" },
    { user_id: newId(), course_code: "PLAIN" },
    { employee_no: "P5", course_id: newId() },
    {},
    { employee_no: "P5", user_id: person, course_code: "PLAIN" },
    { employee_no: "NOBODY" },
    { employee_no: 5, course_code: "NOTHING", due_date: "soon", shoe_size: 42 },
    { employee_no: "", course_code: "x".repeat(65), cycle_year: "2026" },
    { user_id: "P5", course_id: 7, cycle_year: 2026.5 },
    { employee_no: "P5", course_code: "PLAIN", due_date: "2026-02-30" },
  ];
}

test("each row is answered as the same requests would have been, one after the other; what they leave is the same", async () => {
  const { tenant_id } = training.organisation;
  const audited = (await stored(tenant_id)).audit_log - (await stored(twin.tenant_id)).audit_log;
  const reply = await batch(apiAs("one"), await rowsOf(tenant_id));
  assert.equal(reply.status, 200, reply.text);
  const rows = await rowsOf(twin.tenant_id);
  const created = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const single = await twin.api.post("/api/v1/enrollments", row);
    const result = reply.body.results[index];
    const context = `row ${index}: ${JSON.stringify(result)} beside ${single.text}`;
    assert.equal(result.index, index);
    if (single.status === 201) {
      assert.deepEqual([result.status, result.problem, result.enrollment_status], ["created", null, null], context);
      created.set(single.body.id, index);
    } else if (single.body.code === "ENROLLMENT_ALREADY_EXISTS") {
      assert.deepEqual([result.status, result.enrollment_status], ["exists", single.body.enrollment_status], context);
      const first = created.get(single.body.enrollment_id);
      if (first !== undefined) assert.equal(result.enrollment_id, reply.body.results[first].enrollment_id, context);
      assert.ok(result.enrollment_id, context);
    } else {
      const { instance: _, request_id: __, license, ...problem } = single.body;
      const { license: of_row, ...problem_of_row } = result.problem;
      assert.deepEqual([result.status, problem_of_row, result.enrollment_id], ["refused", problem, null], context);
      assert.equal(of_row?.seats_used, license?.seats_used, context);
    }
  }
  const { counts } = reply.body;
  assert.deepEqual(
    [counts.rows, counts.created, counts.created + counts.exists + counts.refused],
    [rows.length, created.size, rows.length],
  );
  assert.ok(counts.exists >= 4 && counts.refused >= 15 && counts.created >= 6, JSON.stringify(counts));
  // Two rows for the same person and course cause one change of the flag.
  const { compliance_history: _, audit_log, ...left } = await stored(tenant_id);
  const { compliance_history: __, audit_log: of_twin, ...left_by_single } = await stored(twin.tenant_id);
  assert.deepEqual({ ...left, audit_log: audit_log - audited }, { ...left_by_single, audit_log: of_twin });
});

test("events and audit rows are those of single assignments, with the id of the batch", async () => {
  const { body } = await batch(apiAs("one"), [
    { employee_no: "P10", course_code: "PATH" },
    { employee_no: "P11", course_code: "PLAIN" },
  ]);
  const ids = body.results.map((one: any) => one.enrollment_id);
  const events = (await training.events("enrollment.assigned")).filter(({ data }) => data.batch_id === body.batch_id);
  assert.equal(events.length, 1 + items.length + 1);
  const path = events.find(({ data }) => data.enrollment.id === ids[0]);
  assert.deepEqual(
    [path.data.user.employee_no, path.data.course.code, path.data.assigned_by.type, path.data.enrollment.source],
    ["P10", "PATH", "client", "api"],
  );
  const audited = await query(
    "select operation, target_id, actor_name, request_id is not null as traced, personal, jsonb_array_length(changes->'items'->1) as items from audit_log where batch_id = $1 order by id",
    [body.batch_id],
  );
  assert.deepEqual(
    audited.map(({ target_id, items }) => [target_id, items]),
    [
      [ids[0], items.length],
      [ids[1], 0],
    ],
  );
  const [first] = audited;
  assert.deepEqual(
    [first.operation, first.actor_name, first.traced, first.personal],
    ["enrollment.assign", "one", true, { employee_no: [null, "P10"] }],
  );
});

test("a batch with everything wrong names each row by field, code and reason, and stores nothing", async () => {
  const { tenant_id } = training.organisation;
  const before = await stored(tenant_id);
  const [stranger, strange_course] = [await idOf(twin.tenant_id, "person", "P9"), await idOf(twin.tenant_id, "course", "PLAIN")];
  const rows: [row: unknown, ...faults: [pointer: string, code: string][]][] = [
    [null, ["#", "INVALID_TYPE"]],
    ["P5", ["#", "INVALID_TYPE"]],
    [[{ employee_no: "P5", course_code: "PLAIN" }], ["#", "INVALID_TYPE"]],
    [{}, ["#/employee_no", "ONE_OF_REQUIRED"], ["#/course_code", "ONE_OF_REQUIRED"]],
    [{ employee_no: "P5", course_code: "PLAIN", status: "completed", tenant_id }, ["#/tenant_id", "UNKNOWN_FIELD"]],
    [{ user_id: stranger, course_code: "PLAIN" }, ["#/user_id", "UNKNOWN_PERSON"]],
    [{ employee_no: "P5", course_id: strange_course }, ["#/course_id", "UNKNOWN_COURSE"]],
    [{ user_id: stranger, course_id: strange_course }, ["#/user_id", "UNKNOWN_PERSON"], ["#/course_id", "UNKNOWN_COURSE"]],
    [{ employee_no: "P1", course_code: "PLAIN" }, ["#/employee_no", "PERSON_INACTIVE"]],
    [{ employee_no: "P5", course_code: "ARCHIVED" }, ["#/course_code", "COURSE_INACTIVE"]],
    [{ employee_no: "P5", course_code: "EXPIRED" }, ["#/course_code", "LICENSE_EXPIRED"]],
    [{ employee_no: "P5", course_code: "ITEM-A" }, ["#/course_code", "PATH_ONLY"]],
  ];
  const { status, body } = await batch(
    apiAs("one"),
    rows.map(([row]) => row),
  );
  assert.equal(status, 200);
  for (const [index, [row, ...faults]] of rows.entries()) {
    const { status, problem } = body.results[index];
    const found = problem.errors.map((one: any) => [one.pointer, one.code]);
    assert.deepEqual([status, found], ["refused", faults], JSON.stringify(row));
    assert.ok(problem.errors.every((one: any) => one.detail.length > 10));
  }
  assert.deepEqual([body.batch_id, body.counts], [null, { rows: rows.length, created: 0, exists: 0, refused: rows.length }]);
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x${index}`, 1]));
  const { body: bounded } = await batch(apiAs("one"), [many]);
  assert.equal(bounded.results[0].problem.errors.length, 10, "the answer is bounded");
  assert.deepEqual(await stored(tenant_id), before);
});

test("what is wrong with the request as a whole is refused as a whole", async () => {
  const { tenant_id } = training.organisation;
  const before = await stored(tenant_id);
  const good = { employee_no: "P12", course_code: "PLAIN" };
  const path = { employee_no: "P12", course_code: "PATH" };
  const cases: [body: unknown, pointer: string, code: string][] = [
    [{}, "#/enrollments", "REQUIRED"],
    [{ enrollments: [] }, "#/enrollments", "TOO_SHORT"],
    [{ enrollments: good }, "#/enrollments", "INVALID_TYPE"],
    [{ enrollments: [good], dry_run: true }, "#/dry_run", "UNKNOWN_FIELD"],
    [{ enrollments: Array.from({ length: batch_rows_max + 1 }, () => good) }, "#/enrollments", "TOO_LONG"],
    // Each path has five courses, so it makes six enrollments.
    [{ enrollments: Array.from({ length: batch_rows_max }, () => path) }, "#/enrollments", "TOO_LONG"],
    ['{"enrollments":[{"employee_no":"P12","course_code":"\\u0000"}]}', "#/enrollments/0/course_code", "INVALID_FORMAT"],
  ];
  for (const [body, pointer, code] of cases) {
    const reply = await apiAs("one").post("/api/v1/enrollments/batch", body);
    assert.equal(reply.status, 422, reply.text);
    assert.deepEqual([reply.body.errors[0].pointer, reply.body.errors[0].code], [pointer, code]);
  }
  assert.equal((await apiAs("one").get("/api/v1/enrollments/batch")).status, 405);
  assert.deepEqual(await stored(tenant_id), before);
});

test("duplicates in one batch exist with the id of the first; without the first they are judged for themselves", async () => {
  const row = { employee_no: "P13", course_code: "PLAIN" };
  const late = { ...row, due_date: "2020-01-01" };
  const { body } = await batch(apiAs("one"), [late, row, row, late, { ...row, cycle_year: 2027 }]);
  assert.deepEqual(
    body.results.map((one: any) => one.status),
    ["refused", "created", "exists", "exists", "created"],
  );
  const ids = body.results.map((one: any) => one.enrollment_id);
  assert.equal(new Set([ids[1], ids[2], ids[3]]).size, 1);
});

test("a batch that is repeated with its key is answered as the first time and does nothing; without it everything exists", async () => {
  const { tenant_id } = training.organisation;
  const rows = Array.from({ length: 20 }, (_, index) => ({ employee_no: `P${index + 14}`, course_code: "PLAIN" }));
  const headers = { "idempotency-key": "batch-1" };
  const first = await batch(apiAs("one"), rows, headers);
  assert.deepEqual(first.body.counts, { rows: 20, created: 20, exists: 0, refused: 0 });
  const before = await stored(tenant_id);
  const again = await batch(apiAs("one"), rows, headers);
  assert.deepEqual([again.text, again.headers.get("idempotency-replayed")], [first.text, "true"]);
  const changed = await batch(apiAs("one"), rows.slice(1), headers);
  assert.deepEqual([changed.status, changed.body.code], [422, "IDEMPOTENCY_KEY_REUSED"]);
  // The process died before it answered. The repetition builds the answer from the result, which was stored with the enrollments.
  await training.database.superuser.query(
    `update idempotency_key set response_status = null, response_body = null, claim_id = infra.no_id(),
       result = jsonb_build_object('value', response_body::jsonb) where key = 'batch-1'`,
  );
  assert.deepEqual((await batch(apiAs("one"), rows, headers)).body, first.body);
  const { body } = await batch(apiAs("one"), rows);
  assert.deepEqual(body.counts, { rows: 20, created: 0, exists: 20, refused: 0 });
  assert.deepEqual(
    body.results.map((one: any) => one.enrollment_id),
    first.body.results.map((one: any) => one.enrollment_id),
  );
  assert.deepEqual(await stored(tenant_id), before);
});

test("concurrent batches in opposite orders and single assignments never take more seats than there are", async () => {
  const rows = Array.from({ length: 39 }, (_, index) => ({ employee_no: `P${index + 2}`, course_code: "RACE" }));
  const singles = rows.slice(0, 8).map((row) => apiAs("one").post("/api/v1/enrollments", row));
  const batches = [batch(apiAs("one"), rows), batch(apiAs("two"), rows.toReversed()), batch(apiAs("three"), rows)];
  const [of_singles, of_batches] = await Promise.all([Promise.all(singles), Promise.all(batches)]);
  for (const { status, text } of of_batches) assert.equal(status, 200, text);
  const created = of_batches.reduce((sum, { body }) => sum + body.counts.created, 0);
  assert.equal(created + of_singles.filter(({ status }) => status === 201).length, 15);
  const refusals = of_batches.flatMap(({ body }) => body.results.flatMap((one: any) => one.problem?.code ?? []));
  assert.ok(refusals.length > 0 && refusals.every((code) => code === "SEAT_LIMIT_REACHED"));
  const [{ used, held, people }] = await query(
    `select l.seats_used as used, (select count(*)::int from license_seat s where s.license_id = l.id and s.state = 'held') as held,
       (select count(*)::int from enrollment e where e.license_id = l.id) as people
     from license l where l.tenant_id = $1 and l.name = 'race'`,
    [training.organisation.tenant_id],
  );
  assert.deepEqual([used, held, people], [15, 15, 15]);
});

test("a batch takes one token of the rate limit, however many rows it has", async () => {
  const rows = Array.from({ length: 30 }, () => ({ employee_no: "P40", course_code: "PLAIN" }));
  const used = async () =>
    (await query("select used from rate_bucket where client_id = $1", [training.organisation.clients["two"]!.client_id]))[0].used;
  await batch(apiAs("two"), rows);
  const before = await used();
  await batch(apiAs("two"), rows);
  assert.equal(await used(), before + 1);
});
