import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { first_instant, openTraining, type TrainingOrganisation } from "../../../test/harness/enrollments.ts";
import { learnersOf, type Learners } from "../../../test/harness/learners.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { ComplianceCertified, ComplianceExpired } from "./events.ts";
import { expireCertificates } from "./expire.ts";
import { recordExternal, type ExternalEvidence } from "./record-external.ts";
import { revokeCertificate } from "./revoke.ts";
import { Certificate, CertificateList } from "./schema.ts";

let training: TrainingOrganisation;
let learners: Learners;
/** A course code as long as codes can be. */
const long_code = `L-${"0".repeat(62)}`;

before(async () => {
  const validity = { value: 12, unit: "month" } as const;
  training = await openTraining(
    {
      courses: [
        { code: "YEAR", title: "A year", validity, renewal: { enabled: true, lead_days: 30, basis: "expiry" }, grace_days: 14 },
        { code: long_code, title: "Long", validity },
        { code: "PLAIN", title: "No certificate" },
      ],
    },
    20,
  );
  learners = learnersOf(training, first_instant);
  await training.database.superuser.query("update course set issues_certificates = true where code = 'PLAIN'");
});
after(() => training.close());

const read = async (id: string): Promise<any> => (await training.api.get(`/api/v1/certificates/${id}`)).body;
const list = async (query = ""): Promise<any> => (await training.api.get(`/api/v1/certificates?${query}`)).body;
const statusOf = async (id: string): Promise<string> => (await read(id)).status;
const person = async (employee_no: string): Promise<string> =>
  (await training.database.superuser.query("select id from person where employee_no = $1", [employee_no])).rows[0].id;
const course = async (code: string): Promise<string> =>
  (await training.database.superuser.query("select id from course where code = $1", [code])).rows[0].id;
/** Somebody completes a course now. */
const certify = async (employee_no: string, code: string, more = {}): Promise<any> =>
  (await learners.pass((await learners.assign(employee_no, code, more)).id)).certificate;
/** What happens at the midnight that begins a day in Warsaw. */
const midnight = async (instant: string, limit = 1_000): Promise<number> => {
  await learners.at(instant);
  return learners.run((db, context) => expireCertificates(db, context, limit));
};
const evidence = async (given: Partial<ExternalEvidence> & { employee_no: string }): Promise<string> => {
  const { employee_no, ...rest } = given;
  const input = { course_id: await course("YEAR"), issuer: "UDT", valid_from: "2026-01-10", valid_until: "2026-06-30", ...rest };
  const person_id = await person(employee_no);
  return learners.run((db, context) => recordExternal(db, context, { person_id, ...input }));
};

test("the record of a certificate, its address for anybody, and its ETag", async () => {
  const issued = await certify("P1", "YEAR");
  const record = await read(issued.id);
  matchesSchema(Certificate, record);
  const { verification_url, number, ...rest } = record;
  assert.match(verification_url, /\/c\/[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  assert.match(number, /^YEAR-2026-\d{6}$/);
  assert.deepEqual(
    { ...rest, id: null, user_id: null, course_id: null, enrollment_id: null },
    {
      id: null,
      user_id: null,
      employee_no: "P1",
      course_id: null,
      course_code: "YEAR",
      enrollment_id: null,
      cycle_year: 2026,
      status: "valid",
      source: "course",
      issuer: null,
      issued_at: "2026-02-02T07:00:00.000Z",
      valid_from: "2026-02-02",
      valid_until: "2027-02-01",
      renewal_opens_on: "2027-01-02",
      previous_certificate_id: null,
      revoked_at: null,
      revoke_reason: null,
    },
  );
  const path = `/api/v1/certificates/${issued.id}`;
  const etag = (await training.api.get(path)).headers.get("etag")!;
  assert.equal((await training.api.call("GET", path, { headers: { "if-none-match": etag } })).status, 304);
  for (const unknown of ["nonsense", "019a4a01-1111-7222-8333-444455556666"]) {
    assert.equal((await training.api.get(`/api/v1/certificates/${unknown}`)).status, 404);
  }
});

test("numbers follow each other without a gap, also of completions at the same time, and hold a code of 64 characters", async () => {
  const enrollments = await Promise.all(["P1", "P2", "P3", "P4"].map((one) => learners.assign(one, long_code)));
  const completed = await Promise.all(enrollments.map(({ id }) => learners.pass(id)));
  const numbers = completed.map(({ certificate }) => certificate.number as string).sort();
  assert.ok(numbers.every((number) => number.startsWith(`${long_code}-2026-`)));
  const sequence = numbers.map((number) => Number(number.slice(-6)));
  assert.deepEqual(
    sequence,
    sequence.map((_, index) => sequence[0]! + index),
  );
  await training.database.superuser.query("update certificate_number set last = 999999");
  const beyond = await certify("P5", long_code);
  assert.equal(beyond.number, `${long_code}-2026-1000000`);
  await training.database.superuser.query("update certificate_number set last = 100");
});

test("a course told to issue certificates does so without a validity: they never end", async () => {
  const { id } = await certify("P1", "PLAIN");
  const record = await read(id);
  matchesSchema(Certificate, record);
  assert.deepEqual([record.valid_until, record.renewal_opens_on, record.status], [null, null, "valid"]);
});

test("renewed inside the window the successor begins on the day after: expiring, then superseded, and no end is told", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const first = await certify("P2", "YEAR");
  await learners.at("2026-12-20T07:00:00Z");
  const second = await certify("P2", "YEAR", { cycle_year: 2027 });
  assert.deepEqual([second.valid_from, second.valid_until], ["2027-02-02", "2028-02-01"]);
  assert.equal((await read(second.id)).previous_certificate_id, first.id);
  assert.deepEqual([await statusOf(first.id), await statusOf(second.id)], ["expiring", "valid"]);
  assert.equal(await learners.flag("P2", "YEAR"), "COMPLIANT");
  await learners.news();
  await midnight("2027-02-01T23:00:00Z");
  const told = await learners.news();
  assert.ok(!told.some(({ data }) => data.certificate.id === first.id));
  assert.equal(await statusOf(first.id), "superseded");
  assert.equal(await midnight("2027-02-02T23:00:00Z"), 0);
});

test("the end of a certificate is told once, at the midnight after it, with the renewal that is open", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const { id } = await certify("P3", "YEAR");
  const open = await learners.assign("P3", "YEAR", { cycle_year: 2027, due_date: "2027-03-31" });
  await learners.start(open.id);
  await midnight("2027-01-31T23:00:00Z");
  await learners.news();
  assert.equal(await statusOf(id), "expiring");

  // Whoever else certified that day ends with it, in steps of one.
  let ended = 0;
  for (let step = 1; step > 0; ended += step) step = await midnight("2027-02-01T23:00:00Z", 1);
  assert.ok(ended >= 1);
  const events = (await learners.news()).filter(({ data }) => data.certificate.id === id);
  assert.equal(events.length, 1);
  const [{ type, created_at, data }] = events;
  matchesSchema(ComplianceExpired, data);
  assert.deepEqual([type, created_at, data.expired_on], ["compliance.expired", "2027-02-01T23:00:00.000Z", "2027-02-02"]);
  assert.deepEqual(data.open_enrollment, {
    id: open.id,
    cycle_year: 2027,
    status: "in_progress",
    source: "api",
    due_date: "2027-03-31",
    assigned_at: "2026-02-02T07:00:00.000Z",
    started_at: "2026-02-02T07:00:00.000Z",
    completed_at: null,
  });
  assert.equal(await statusOf(id), "expired");
  await midnight("2027-02-02T23:00:00Z");
  assert.ok(!(await learners.news()).some(({ data: { certificate } }) => certificate.id === id));
});

test("of two certificates that end on one day, renewed before the window, the newer one's end is told", async () => {
  await learners.at("2026-02-10T07:00:00Z");
  const first = await certify("P12", "YEAR");
  await learners.at("2026-06-10T07:00:00Z");
  const second = await certify("P12", "YEAR", { cycle_year: 2027 });
  assert.deepEqual([second.valid_from, second.valid_until], ["2026-06-10", first.valid_until]);
  assert.equal(await statusOf(first.id), "superseded");
  await learners.news();
  await midnight("2027-02-09T23:00:00Z");
  const told = (await learners.news()).map(({ data }) => data.certificate.id);
  assert.deepEqual([told.includes(first.id), told.includes(second.id)], [false, true]);
  assert.deepEqual([await statusOf(first.id), await statusOf(second.id)], ["superseded", "expired"]);
});

test("grace does not delay the end, only the flag", async () => {
  await learners.at("2026-03-02T07:00:00Z");
  const { id } = await certify("P4", "YEAR");
  await learners.news();
  await midnight("2027-03-01T23:00:00Z");
  const event = (await learners.news()).find(({ data }) => data.certificate.id === id);
  assert.deepEqual([event.data.compliance_status, event.data.open_enrollment], ["EXPIRING_SOON", null]);
});

test("certificates of people who left end, and of nobody who was erased it is told", async () => {
  await learners.at("2026-04-02T07:00:00Z");
  const left = await certify("P5", "YEAR");
  const erased = await certify("P6", "YEAR");
  const set = "update person set state = $1, deactivated_at = now() where employee_no = $2";
  await training.database.superuser.query(set, ["deactivated", "P5"]);
  await training.database.superuser.query(set, ["anonymized", "P6"]);
  await learners.news();
  await midnight("2027-04-01T22:00:00Z");
  const events = await learners.news();
  assert.deepEqual(
    events.map(({ data }) => [data.certificate.id, data.compliance_status]),
    [[left.id, null]],
  );
  assert.equal(await statusOf(erased.id), "expired");
});

test("a revoked certificate covers nothing, is told to nobody, and stays in the list; revoking it again changes nothing", async () => {
  await learners.at("2026-05-02T07:00:00Z");
  const { id } = await certify("P7", "YEAR");
  await learners.news();
  const revoke = (reason: string) => learners.run((db, context) => revokeCertificate(db, context, id, reason));
  await revoke("Issued by mistake");
  assert.equal(await learners.flag("P7", "YEAR"), "OVERDUE");
  const record = await read(id);
  matchesSchema(Certificate, record);
  assert.deepEqual(
    [record.status, record.revoked_at, record.revoke_reason],
    ["revoked", "2026-05-02T07:00:00.000Z", "Issued by mistake"],
  );
  await learners.at("2026-05-03T07:00:00Z");
  await revoke("Another reason");
  assert.deepEqual(await read(id), record);
  await midnight("2027-05-01T22:00:00Z");
  assert.deepEqual(await learners.news(), []);
  const { rows } = await training.database.superuser.query("select from audit_log where target_id = $1", [id]);
  assert.equal(rows.length, 1);
  await assert.rejects(
    learners.run((db, context) => revokeCertificate(db, context, "019a4a01-1111-7222-8333-444455556666", "x")),
    (error: any) => error.type.code === "NOT_FOUND",
  );
});

test("evidence from elsewhere counts and is told like a certificate of our own", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  await learners.news();
  const id = await evidence({ employee_no: "P8" });
  const record = await read(id);
  matchesSchema(Certificate, record);
  assert.deepEqual(
    [record.source, record.issuer, record.enrollment_id, record.valid_from, record.valid_until],
    ["external", "UDT", null, "2026-01-10", "2026-06-30"],
  );
  const [event, ...others] = await learners.news();
  assert.deepEqual(others, []);
  matchesSchema(ComplianceCertified, event.data);
  assert.deepEqual(
    [event.type, event.data.certificate.source, event.data.enrollment_id, event.data.compliance_status],
    ["compliance.certified", "external", null, "COMPLIANT"],
  );
  assert.equal(await learners.flag("P8", "YEAR"), "COMPLIANT");

  // A renewal by expiry goes on from it.
  await learners.at("2026-06-15T07:00:00Z");
  const renewed = await certify("P8", "YEAR");
  assert.deepEqual([renewed.valid_from, renewed.valid_until], ["2026-07-01", "2027-06-30"]);
});

test("evidence that begins in the future or ends before it begins is refused, and so are unknown people and courses", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const none = "019a4a01-1111-7222-8333-444455556666";
  const faults: [Partial<ExternalEvidence>, string][] = [
    [{ valid_from: "2026-02-03" }, "#/valid_from"],
    [{ valid_until: "2026-01-09" }, "#/valid_until"],
    [{ course_id: none }, "#/course_id"],
  ];
  for (const [given, pointer] of faults) {
    await assert.rejects(evidence({ employee_no: "P9", ...given }), (error: any) => error.members.errors[0].pointer === pointer);
  }
  await assert.rejects(
    evidence({ employee_no: "P9", person_id: none }),
    (error: any) => error.members.errors[0].code === "UNKNOWN_PERSON",
  );
  assert.equal((await list("employee_no=P9")).pagination.total, 0);
});

test("the list filters by person, course and today's status, and walks by cursor", async () => {
  await learners.at("2026-12-20T07:00:00Z");
  const all = await list("limit=500");
  matchesSchema(CertificateList, all);
  assert.ok(all.certificates.length > 10);
  const numbersOf = (page: any) => page.certificates.map(({ number }: any) => number);
  const where = (keep: (one: any) => boolean) => numbersOf({ certificates: all.certificates.filter(keep) });
  assert.deepEqual(
    numbersOf(await list("employee_no=p2")),
    where((one) => one.employee_no === "P2"),
  );
  assert.deepEqual(
    numbersOf(await list(`user_id=${await person("P2")}`)),
    where((one) => one.employee_no === "P2"),
  );
  assert.deepEqual(
    numbersOf(await list("course_code=year")),
    where((one) => one.course_code === "YEAR"),
  );
  assert.deepEqual(numbersOf(await list("course_code=unknown")), []);
  for (const status of ["valid", "expiring", "expired", "superseded", "revoked"]) {
    assert.deepEqual(
      numbersOf(await list(`status=${status}`)),
      where((one) => one.status === status),
      status,
    );
  }
  const walked: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: any = await list(`limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    walked.push(...numbersOf(page));
    cursor = page.pagination.next_cursor;
  }
  assert.deepEqual(walked, numbersOf(all));
  assert.deepEqual(numbersOf(await list("offset=2&limit=2")), walked.slice(2, 4));

  const since = encodeURIComponent((await list("updated_since=2026-01-01T00:00:00Z&limit=500")).pagination.next_updated_since);
  const { id } = await certify("P10", "YEAR");
  const changes = await list(`updated_since=${since}`);
  assert.ok(changes.certificates.some((one: any) => one.id === id));
  assert.equal((await training.api.get("/api/v1/certificates?status=gone")).status, 422);
});
