import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { first_instant, openTraining, type TrainingOrganisation } from "../../../test/harness/enrollments.ts";
import { learnersOf, type Learners } from "../../../test/harness/learners.ts";
import { openSandbox } from "../../../test/harness/sandbox.ts";
import { newVerificationCode, readVerificationCode } from "./code.ts";

let training: TrainingOrganisation;
let learners: Learners;

before(async () => {
  training = await openTraining({
    courses: [{ code: "YEAR", title: "Load <b>& safety", validity: { value: 12, unit: "month" }, expiring_soon_days: 30 }],
  });
  learners = learnersOf(training, first_instant);
});
after(() => training.close());

const look = async (path: string) => {
  const reply = await fetch(new URL(path, training.server.url));
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

test("whoever has the code sees what the certificate is worth today, and nothing of the person", async () => {
  const { id } = await learners.assign("P1", "YEAR");
  const { certificate } = await learners.pass(id, 91);
  const { verification_url } = (await training.api.get(`/api/v1/certificates/${certificate.id}`)).body;
  const path = new URL(verification_url).pathname;
  const page = await look(path);
  assert.equal(page.status, 200);
  assert.match(page.headers.get("content-type")!, /^text\/html/);
  assert.equal(page.headers.get("cache-control"), "no-store");
  assert.equal(page.headers.get("referrer-policy"), "no-referrer");
  for (const shown of [
    "Valid",
    certificate.number,
    "Load &#60;b&#62;&#38; safety",
    "ACME Logistics",
    "2026-02-02",
    "2027-02-01",
  ]) {
    assert.ok(page.text.includes(shown), shown);
  }
  const { rows } = await training.database.superuser.query("select id, employee_no, first_name, last_name, email from person");
  for (const hidden of Object.values(rows.find(({ employee_no }) => employee_no === "P1"))) {
    assert.ok(!page.text.includes(hidden as string), hidden as string);
  }
  assert.ok(!page.text.includes("91"));

  assert.equal((await look(path.toLowerCase().replaceAll("-", ""))).status, 200);
  await learners.at("2027-02-02T07:00:00Z");
  assert.match((await look(path)).text, /its period is over/);
});

test("what a sandbox organisation issues to itself is shown as a trial, never as valid", async () => {
  const sandbox = await openSandbox(first_instant, {
    courses: [{ code: "YEAR", title: "Year", validity: { value: 12, unit: "month" } }],
  });
  try {
    const { certificate } = await sandbox.complete((await sandbox.assign("P1", "YEAR")).id);
    const { verification_url } = (await sandbox.api.get(`/api/v1/certificates/${certificate.id}`)).body;
    const page = await (await fetch(new URL(new URL(verification_url).pathname, sandbox.server.url))).text();
    assert.match(page, /A trial: it proves nothing/);
    assert.doesNotMatch(page, />Valid</);
  } finally {
    await sandbox.close();
  }
});

test("an unknown code is not found, whatever it is", async () => {
  for (const code of ["0000-0000-0000", "x", "%00", "U".repeat(12), "%F0%9F%98%80", "a".repeat(2_000)]) {
    assert.equal((await look(`/c/${code}`)).status === 200, false, code);
  }
  assert.equal((await look("/c/0000-0000-0000")).status, 404);
});

test("a code is read as people type it, and every new one is read as itself", () => {
  assert.equal(readVerificationCode(" 7kq2 9fxm-41tz"), "7KQ2-9FXM-41TZ");
  assert.equal(readVerificationCode("oO0i-Il1L-0000"), "0001-1111-0000");
  for (const none of ["", "7KQ2", "7KQ2-9FXM-41TU", "7KQ2-9FXM-41TZ-0"]) assert.equal(readVerificationCode(none), null);
  const codes = Array.from({ length: 1_000 }, newVerificationCode);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.equal(readVerificationCode(code), code);
});
