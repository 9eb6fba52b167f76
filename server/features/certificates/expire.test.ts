import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openCertified, type CertifiedOrganisation } from "../../../test/harness/organisation/certificates.ts";
import { matchesSchema } from "../../../test/harness/records.ts";
import { ComplianceExpired } from "./events.ts";

let training: CertifiedOrganisation["training"];
let learners: CertifiedOrganisation["learners"];
let read: CertifiedOrganisation["read"];
let midnight: CertifiedOrganisation["midnight"];

before(async () => {
  ({ training, learners, read, midnight } = await openCertified());
});
after(() => training.close());

const statusOf = async (id: string): Promise<string> => (await read(id)).status;

test("renewed inside the window the successor begins on the day after: expiring, then superseded, without an event for the end", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const first = await learners.certify("P2", "YEAR");
  await learners.at("2026-12-20T07:00:00Z");
  const second = await learners.certify("P2", "YEAR", { cycle_year: 2027 });
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

test("the end of a certificate causes one event, at the midnight after it, with the open renewal", async () => {
  await learners.at("2026-02-02T07:00:00Z");
  const { id } = await learners.certify("P3", "YEAR");
  const open = await learners.assign("P3", "YEAR", { cycle_year: 2027, due_date: "2027-03-31" });
  await learners.start(open.id);
  await midnight("2027-01-31T23:00:00Z");
  await learners.news();
  assert.equal(await statusOf(id), "expiring");

  // Processes the other certificates that end on that day, one in each step.
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

test("of two certificates that end on one day, renewed before the window, the newer one's end causes the event", async () => {
  await learners.at("2026-02-10T07:00:00Z");
  const first = await learners.certify("P12", "YEAR");
  await learners.at("2026-06-10T07:00:00Z");
  const second = await learners.certify("P12", "YEAR", { cycle_year: 2027 });
  assert.deepEqual([second.valid_from, second.valid_until], ["2026-06-10", first.valid_until]);
  assert.equal(await statusOf(first.id), "superseded");
  await learners.news();
  await midnight("2027-02-09T23:00:00Z");
  const told = new Set((await learners.news()).map(({ data }) => data.certificate.id));
  assert.deepEqual([told.has(first.id), told.has(second.id)], [false, true]);
  assert.deepEqual([await statusOf(first.id), await statusOf(second.id)], ["superseded", "expired"]);
});

test("grace does not delay the end, only the flag", async () => {
  await learners.at("2026-03-02T07:00:00Z");
  const { id } = await learners.certify("P4", "YEAR");
  await learners.news();
  await midnight("2027-03-01T23:00:00Z");
  const event = (await learners.news()).find(({ data }) => data.certificate.id === id);
  assert.deepEqual([event.data.compliance_status, event.data.open_enrollment], ["EXPIRING_SOON", null]);
});

test("certificates of people who left end, and no event names an erased person", async () => {
  await learners.at("2026-04-02T07:00:00Z");
  const left = await learners.certify("P5", "YEAR");
  const erased = await learners.certify("P6", "YEAR");
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
