import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openCertified, type CertifiedOrganisation } from "../../../test/harness/organisation/certificates.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { Certificate } from "./schema.ts";

/** A course code as long as codes can be. */
const long_code = `L-${"0".repeat(62)}`;

let training: CertifiedOrganisation["training"];
let learners: CertifiedOrganisation["learners"];
let read: CertifiedOrganisation["read"];

before(async () => {
  ({ training, learners, read } = await openCertified([
    { code: long_code, title: "Long", validity: { value: 12, unit: "month" } },
    { code: "PLAIN", title: "No certificate" },
  ]));
  await training.database.superuser.query("update course set issues_certificates = true where code = 'PLAIN'");
});
after(() => training.close());

test("the record of a certificate, its public address, and its ETag", async () => {
  const issued = await learners.certify("P1", "YEAR");
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
  const beyond = await learners.certify("P5", long_code);
  assert.equal(beyond.number, `${long_code}-2026-1000000`);
  await training.database.superuser.query("update certificate_number set last = 100");
});

test("a course told to issue certificates does so without a validity: they never end", async () => {
  const { id } = await learners.certify("P1", "PLAIN");
  const record = await read(id);
  matchesSchema(Certificate, record);
  assert.deepEqual([record.valid_until, record.renewal_opens_on, record.status], [null, null, "valid"]);
});
