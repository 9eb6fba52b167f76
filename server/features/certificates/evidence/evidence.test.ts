import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openCertified, type CertifiedOrganisation } from "../../../../test/harness/organisation/certificates.ts";
import { matchesSchema } from "../../../../test/harness/records.ts";
import { ComplianceCertified } from "../events.ts";
import { recordExternal, type ExternalEvidence } from "../record-external.ts";
import { revokeCertificate } from "../revoke.ts";
import { Certificate } from "../schema.ts";

let training: CertifiedOrganisation["training"];
let learners: CertifiedOrganisation["learners"];
let read: CertifiedOrganisation["read"];
let list: CertifiedOrganisation["list"];
let midnight: CertifiedOrganisation["midnight"];

before(async () => {
  ({ training, learners, read, list, midnight } = await openCertified());
});
after(() => training.close());

const evidence = async (given: Partial<ExternalEvidence> & { employee_no: string }): Promise<string> => {
  const { employee_no, ...rest } = given;
  const [person_id, course_id] = await Promise.all([learners.person(employee_no), learners.course("YEAR")]);
  const input = { person_id, course_id, issuer: "UDT", valid_from: "2026-01-10", valid_until: "2026-06-30", ...rest };
  return learners.run((db, context) => recordExternal(db, context, input));
};

test("a revoked certificate covers nothing, causes no message, and stays in the list; revoking it again changes nothing", async () => {
  await learners.at("2026-05-02T07:00:00Z");
  const { id } = await learners.certify("P7", "YEAR");
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

test("external evidence counts, and causes events, like a certificate of our own", async () => {
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

  // A renewal with basis `expiry` continues from the end of this one.
  await learners.at("2026-06-15T07:00:00Z");
  const renewed = await learners.certify("P8", "YEAR");
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
