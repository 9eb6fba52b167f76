import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openCertified, type CertifiedOrganisation } from "../../../test/harness/organisation/certificates.ts";
import { readPdf } from "../../../test/harness/pdf.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { byKey } from "../../../test/harness/server.ts";
import { revokeCertificate } from "./revoke.ts";
import { Certificate } from "./schema.ts";

/** A course code of the greatest length. */
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

/** Prints a certificate as an API client and checks the answer against the contract. */
async function print(id: string, { query = "", method = "GET", headers = {} } = {}) {
  const { server, organisation } = training;
  const path = `/api/v1/certificates/${id}/pdf${query}`;
  const own = byKey(organisation.code, organisation.clients["HR sync"]!.secret);
  const answer = await fetch(server.url + path, { method, headers: { ...own, ...headers } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  await (await server.contract()).check({ method, path, status: answer.status, headers: answer.headers, text: bytes.toString() });
  const text =
    answer.headers.get("content-type") === "application/pdf" && bytes.length > 0 ? readPdf(bytes).text : bytes.toString();
  return { status: answer.status, text, bytes, headers: answer.headers, etag: answer.headers.get("etag")! };
}

test("a client prints a certificate: a file with its number as name, in the language that is asked for, also many at once", async () => {
  const { id, number } = await learners.certify("P6", "YEAR");
  const { verification_url } = await read(id);
  const [printed, ...others] = await Promise.all(Array.from({ length: 12 }, () => print(id)));
  const { headers, bytes, text } = printed!;
  assert.deepEqual(
    ["content-type", "content-disposition", "cache-control", "content-length"].map((name) => headers.get(name)),
    ["application/pdf", `attachment; filename="${number}.pdf"`, "private, no-cache", String(bytes.length)],
  );
  assert.equal(bytes.subarray(0, 5).toString(), "%PDF-");
  for (const said of ["Anna Number 6", "A year", "YEAR", number, "2027-02-01", verification_url, "Certificate"])
    assert.ok(text.includes(said), said);
  assert.ok(others.every((one) => one.status === 200 && one.text === text && one.etag === printed!.etag));
  const polish = await print(id, { headers: { "accept-language": "pl-PL,pl;q=0.9" } });
  assert.match(polish.text, /Certyfikat/);
  assert.match((await print(id, { query: "?language=en", headers: { "accept-language": "pl" } })).text, /Certificate/);
  assert.notEqual(polish.etag, printed!.etag);
  assert.equal((await print(id, { query: "?language=xx" })).status, 422);
  for (const unknown of ["nonsense", "019a4a01-1111-7222-8333-444455556666"]) assert.equal((await print(unknown)).status, 404);
});

test("a printed certificate is sent again only when it would say something else: revoked, or without the name that was erased", async () => {
  const { id, number } = await learners.certify("P7", "YEAR");
  const { etag } = await print(id);
  const known = { headers: { "if-none-match": etag } };
  const same = await print(id, known);
  assert.deepEqual([same.status, same.bytes.length, same.etag], [304, 0, etag]);
  const head = await print(id, { method: "HEAD" });
  assert.deepEqual([head.status, head.bytes.length, head.etag], [200, 0, etag]);
  assert.equal(head.headers.get("content-disposition"), `attachment; filename="${number}.pdf"`);
  await learners.run((db, context) => revokeCertificate(db, context, id, "By mistake"));
  const revoked = await print(id, known);
  assert.equal(revoked.status, 200);
  assert.match(revoked.text, /REVOKED \(as of 2026-02-02\)/);
  assert.ok(revoked.text.includes("Anna Number 7"));
  await training.database.superuser.query(
    "update person set state = 'anonymized', first_name = null, last_name = null, managed_by = 'scim' where employee_no = 'P7'",
  );
  const erased = await print(id, { headers: { "if-none-match": revoked.etag } });
  assert.equal(erased.status, 200);
  assert.ok(erased.text.includes(number) && !erased.text.includes("Anna"));
});
