import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openCertified, type CertifiedOrganisation } from "../../../test/harness/organisation/certificates.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { revokeCertificate } from "./revoke.ts";
import { CertificateList } from "./schema.ts";

let training: CertifiedOrganisation["training"];
let learners: CertifiedOrganisation["learners"];
let list: CertifiedOrganisation["list"];

before(async () => {
  ({ training, learners, list } = await openCertified([{ code: "LONG", title: "Long", validity: { value: 10, unit: "year" } }]));
});
after(() => training.close());

test("the list filters by person, course and today's status, and walks by cursor", async () => {
  const kinds: string[] = ["valid", "expiring", "expired", "superseded", "revoked"];
  await learners.at("2026-02-02T07:00:00Z");
  const issued: { id: string }[] = [];
  for (const employee_no of ["P1", "P2", "P3", "P4"]) issued.push(await learners.certify(employee_no, "YEAR"));
  await learners.run((db, context) => revokeCertificate(db, context, issued[3]!.id, "Mistake"));
  await learners.at("2026-06-20T07:00:00Z");
  for (const employee_no of ["P1", "P2", "P5"]) await learners.certify(employee_no, "LONG");
  await learners.at("2027-01-20T07:00:00Z");
  await learners.certify("P2", "YEAR", { cycle_year: 2027 });
  await learners.at("2027-02-20T07:00:00Z");
  await learners.certify("P2", "YEAR", { cycle_year: 2028 });
  await learners.certify("P6", "YEAR");
  await learners.at("2028-01-10T07:00:00Z");
  const all = await list("limit=500");
  matchesSchema(CertificateList, all);
  assert.ok(all.certificates.length >= 10);
  const numbersOf = (page: any) => page.certificates.map(({ number }: any) => number);
  const where = (keep: (one: any) => boolean) => numbersOf({ certificates: all.certificates.filter(keep) });
  assert.deepEqual(
    numbersOf(await list("employee_no=p2")),
    where((one) => one.employee_no === "P2"),
  );
  assert.deepEqual(
    numbersOf(await list(`user_id=${await learners.person("P2")}`)),
    where((one) => one.employee_no === "P2"),
  );
  assert.deepEqual(
    numbersOf(await list("course_code=year")),
    where((one) => one.course_code === "YEAR"),
  );
  assert.deepEqual(numbersOf(await list("course_code=unknown")), []);
  for (const status of kinds) {
    assert.ok(where((one) => one.status === status).length > 0, status);
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
  const { id } = await learners.certify("P10", "YEAR");
  const changes = await list(`updated_since=${since}`);
  assert.ok(changes.certificates.some((one: any) => one.id === id));
  assert.equal((await training.api.get("/api/v1/certificates?status=gone")).status, 422);
});

test("a certificate that a newer one supersedes is among the changes, and so it is when that is revoked", async () => {
  const changed = async () => {
    const { certificates } = await list("updated_since=2026-01-02T00:00:00Z&employee_no=P7");
    await training.database.superuser.query("update certificate set updated_at = '2026-01-01'");
    return Object.fromEntries(certificates.map(({ id, status }: any) => [id, status]));
  };
  const first = await learners.certify("P7", "YEAR");
  assert.deepEqual(await changed(), { [first.id]: "valid" });
  const second = await learners.certify("P7", "YEAR", { cycle_year: 2029 });
  assert.deepEqual(await changed(), { [first.id]: "superseded", [second.id]: "valid" });
  await learners.run((db, context) => revokeCertificate(db, context, second.id, "Mistake"));
  assert.deepEqual(await changed(), { [first.id]: "valid", [second.id]: "revoked" });
});
