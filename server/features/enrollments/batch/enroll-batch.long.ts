// Ten thousand assignments, in consecutive batches and in two concurrent series: measures the time and checks the seats.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answered } from "../../../../test/harness/answered.ts";
import { openTraining, type TrainingOrganisation } from "../../../../test/harness/organisation/enrollments.ts";
import { slowness } from "../../../../test/harness/patience.ts";
import { apiOf, byKey, type Api } from "../../../../test/harness/server.ts";
import { batch_rows_max } from "./schema.ts";

const people = 10_000;
const seats_total = 7_000;
const seconds_max = 10;

let training: TrainingOrganisation;
before(async () => {
  training = await openTraining(
    {
      courses: ["SEATS", "RACE"].map((code) => ({ code, title: code })),
      licenses: [
        { name: "seats", courses: ["SEATS"], seats_total: people },
        { name: "race", courses: ["RACE"], seats_total },
      ],
      clients: ["HR sync", "other"].map((name) => ({ name, scopes: ["enrollments:write", "compliance:read"] as const })) as never,
    },
    people,
    10,
  );
});
after(() => training.close());

/** A client without contract checks, because the service is to be measured. */
const clientOf = (name: string): Api => {
  const { code, clients } = training.organisation;
  return apiOf({ url: training.server.url }, byKey(code, clients[name]!.secret));
};

async function assignAll(
  api: Api,
  course_code: string,
  numbers: readonly number[],
): Promise<{ created: number; refused: number }> {
  const sum = { created: 0, refused: 0 };
  for (let from = 0; from < numbers.length; from += batch_rows_max) {
    const enrollments = numbers.slice(from, from + batch_rows_max).map((number) => ({ employee_no: `P${number}`, course_code }));
    const { status, body, text } = await answered(() => api.post("/api/v1/enrollments/batch", { enrollments }));
    assert.equal(status, 200, text);
    sum.created += body.counts.created;
    sum.refused += body.counts.refused;
  }
  return sum;
}

const everybody = Array.from({ length: people }, (_, index) => index + 1);

test("10,000 assignments that take a seat each are made within ten seconds", async (t) => {
  const began_ms = performance.now();
  assert.deepEqual(await assignAll(clientOf("HR sync"), "SEATS", everybody), { created: people, refused: 0 });
  const seconds = (performance.now() - began_ms) / 1_000;
  t.diagnostic(
    `${people} assignments in ${seconds.toFixed(1)} s, on a machine ${slowness.toFixed(1)} times slower than a quiet one`,
  );
  assert.ok(seconds <= seconds_max * slowness, `${seconds.toFixed(1)} s`);
  assert.deepEqual((await training.seats())["seats"], { used: people, held: people });
  assert.equal((await training.events("enrollment.assigned")).length, people);
});

test("two clients that assign the same 10,000 people in opposite orders get exactly the seats that there are", async () => {
  const [one, other] = await Promise.all([
    assignAll(clientOf("HR sync"), "RACE", everybody),
    assignAll(clientOf("other"), "RACE", everybody.toReversed()),
  ]);
  assert.equal(one.created + other.created, seats_total);
  assert.deepEqual((await training.seats())["race"], { used: seats_total, held: seats_total });
});
