import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { afterAttempt, in_flight_per_subscription_max, rest_us, type Health } from "./state.ts";
import { standingAfter, type Happening, type Standing } from "./standing.fixture.ts";

const created: Health = {
  state: "active",
  state_reason: null,
  consecutive_failures: 0,
  failing_since_us: null,
  in_flight_max: in_flight_per_subscription_max,
  held_until_us: 0,
};
/** The values that `updateEnabled` sets for a subscription that was not active. */
const enabled: Health = { ...created, in_flight_max: 1 };

/** The state that the program computes, and the history from which the model computes it. */
type Real = { health: Health; mails: Standing["mails"] };
type Model = { now_s: number; history: Happening[] };

function happen(kind: Happening["kind"], wait_s: number): fc.Command<Model, Real> {
  return {
    check: () => true,
    run(model, real) {
      model.now_s += wait_s;
      model.history.push({ kind, at_s: model.now_s });
      const now_us = model.now_s * 1e6;
      const before = real.health;
      if (kind !== "enabled") real.health = afterAttempt(before, { ok: kind === "acknowledged", at_us: now_us }, now_us);
      else if (before.state !== "active") real.health = enabled;
      const { health } = real;
      if (health.state !== before.state && health.state !== "active") real.mails.push(health.state);
      const { state, consecutive_failures: failures } = health;
      assert.deepEqual({ state, failures, mails: real.mails }, standingAfter(model.history));
      assertSound(health, now_us);
    },
    toString: () => `${kind} after ${wait_s} s`,
  };
}

/** Invariants of every subscription; the first two are also check constraints of the table. */
function assertSound(health: Health, now_us: number): void {
  assert.equal(health.consecutive_failures === 0, health.failing_since_us === null);
  assert.equal(health.state === "active", health.state_reason === null);
  assert.ok(health.in_flight_max >= 1 && health.in_flight_max <= in_flight_per_subscription_max);
  if (health.state === "degraded") assert.deepEqual([health.in_flight_max, health.held_until_us], [1, now_us + rest_us]);
  if (health.state === "active") assert.equal(health.held_until_us, 0);
}

const waits_s = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 7_200 }) },
  { weight: 1, arbitrary: fc.constantFrom(86_400, 3 * 86_400 - 1, 3 * 86_400, 3 * 86_400 + 1) },
);
const kinds = fc.oneof(
  { weight: 20, arbitrary: fc.constant("failed" as const) },
  { weight: 1, arbitrary: fc.constant("acknowledged" as const) },
  { weight: 1, arbitrary: fc.constant("enabled" as const) },
);

test("WH5: the states of a subscription are those of the specification, whatever happens to it", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      fc.commands([fc.tuple(kinds, waits_s).map(([kind, wait_s]) => happen(kind, wait_s))], { maxCommands: 120, size: "max" }),
      (commands) => {
        const real: Real = { health: created, mails: [] };
        const setup = () => ({ model: { now_s: 1_800_000_000, history: [] }, real });
        fc.modelRun(setup, commands);
        seen.add(`${real.health.state} ${real.health.state_reason}`);
      },
    ),
    { numRuns: 2_000 },
  );
  const all = ["active null", "degraded consecutive_failures", "disabled consecutive_failures", "disabled failing_for_3_days"];
  assert.deepEqual([...seen].toSorted(), all, "the runs have met every state");
});

test("WH5: five failures degrade and twenty disable, each exactly then", () => {
  let health = created;
  const states = Array.from({ length: 20 }, (_, index) => {
    health = afterAttempt(health, { ok: false, at_us: index * 1e6 }, index * 1e6);
    return health.state;
  });
  const expected = [...Array(4).fill("active"), ...Array(15).fill("degraded"), "disabled"];
  assert.deepEqual(states, expected);
});

test("TM2: failures that have gone on for three days disable, a microsecond less does not", () => {
  const after = (last_us: number) =>
    [0, 1, 2, 3, 4, last_us].reduce((health, at_us) => afterAttempt(health, { ok: false, at_us }, at_us), created).state;
  assert.deepEqual([after(3 * 86_400e6 - 1), after(3 * 86_400e6)], ["degraded", "disabled"]);
});

test("WH5: enabled again, attempts ramp up from one to the most, and a failure begins the ramp anew", () => {
  const ramp = (outcomes: boolean[]) => {
    let health = enabled;
    return outcomes.map((ok) => (health = afterAttempt(health, { ok, at_us: 0 }, 0)).in_flight_max);
  };
  assert.deepEqual(ramp(Array<boolean>(7).fill(true)), [2, 4, 8, 16, 32, 64, 64]);
  assert.deepEqual(ramp([true, true, false, true, true]), [2, 4, 1, 2, 4]);
});

test("WH5: what was under way when its subscription became degraded counts up to nine, and makes it rest anew in any case", () => {
  assert.equal(afterAttempt(failed(8), late, 7e6).consecutive_failures, 9);
  const degraded = failed(9);
  const after = afterAttempt(degraded, late, 7e6);
  assert.deepEqual(after, { ...degraded, held_until_us: 7e6 + rest_us });
  assert.equal(afterAttempt(degraded, { ...late, is_late: false }, 7e6).consecutive_failures, 10);
  assert.equal(afterAttempt(created, late, 7e6).consecutive_failures, 1);
});

const late = { ok: false, at_us: 7e6, is_late: true };

function failed(times: number): Health {
  return Array.from({ length: times }).reduce<Health>(
    (health, _, index) => afterAttempt(health, { ok: false, at_us: index }, index),
    created,
  );
}
