import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { createAccount, sessionOf } from "../../../../test/harness/panel/panel.ts";
import type { Reply } from "../../../../test/harness/server.ts";

let training: TrainingOrganisation;

before(async () => {
  training = await openTraining({ courses: ["A", "B"].map((code) => ({ code, title: code })) }, 3);
});
after(() => training.close());

/** Opens a new session, because the clock moves on and earlier sessions end. */
async function ask(query: string): Promise<Reply> {
  const { tenant_id } = training.organisation;
  const account = await createAccount(training.database, tenant_id, "compliance_officer");
  return (await sessionOf(training.server, training.database, tenant_id, account)).get(`/compliance/trend?${query}`);
}

async function daysOf(query: string): Promise<string[]> {
  const { status, body, text } = await ask(query);
  assert.equal(status, 200, text);
  assert.equal(body.complete, true);
  return body.days.map(({ day, counts }: any) => {
    const named = Object.entries(counts).filter(([, entries]) => entries !== 0);
    return `${day} ${named.map(([flag, entries]) => `${flag} ${String(entries)}`).join(" ")}`.trim();
  });
}

const assign = (employee_no: string, course_code: string) =>
  training.api.post("/api/v1/enrollments", { employee_no, course_code });

test("each seventh day tells the flags as they were at its end, in the organisation's days", async () => {
  const enrolled = [(await assign("P1", "A")).body.id, (await assign("P2", "A")).body.id];
  await assign("P1", "B");
  await training.at("2026-02-09T07:00:00Z");
  await training.api.post(`/api/v1/enrollments/${enrolled[1]}/cancel`, {});
  // This is the 16th in UTC but the 17th in Warsaw, so it belongs to the next day.
  await training.at("2026-02-16T23:30:00Z");
  await assign("P3", "A");
  await training.at("2026-02-23T07:00:00Z");
  const all = await daysOf("weeks=4");
  assert.deepEqual(all, [
    "2026-01-26",
    "2026-02-02 PENDING 3",
    "2026-02-09 PENDING 2",
    "2026-02-16 PENDING 2",
    "2026-02-23 PENDING 3",
  ]);
  assert.deepEqual(await daysOf("weeks=1&course_code=b"), ["2026-02-16 PENDING 1", "2026-02-23 PENDING 1"]);
  assert.deepEqual(await daysOf("weeks=1&course_code=nothing"), ["2026-02-16", "2026-02-23"]);
});

test("weeks out of range are refused", async () => {
  for (const weeks of ["0", "53", "x"]) {
    const { status, body } = await ask(`weeks=${weeks}`);
    assert.deepEqual([status, body.errors[0].parameter], [422, "weeks"]);
  }
});
