// Simulates the outage of a receiver with the pure rules alone: which deliveries may be attempted when (queue-sql.ts), and how an
// attempt changes its subscription and its delivery (state.ts, retry.ts).
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { attempts_max } from "../../events/emit-sql.ts";
import { waitAfter } from "./retry.ts";
import { afterAnswer, openWindow, roomOf } from "./pace/window.ts";
import { afterAttempt, in_flight_per_subscription_max, type Health } from "./state.ts";

type Outage = {
  /** How long an attempt takes, in ms: 0 for a refused connection, 5,000 for a receiver that hangs. */
  attempt_ms: number;
  begins_ms: number;
  lasts_ms: number;
  /** Time between two events. */
  interval_ms: number;
  events: number;
};

type Waiting = { due_ms: number; attempts: number };
type Flying = Waiting & { began_ms: number; ends_ms: number; ok: boolean };
type Course = { states: Health["state"][]; failures_in_a_row_max: number; attempts: number; acknowledged: number };

/** Simulates step by step until no delivery is left, or the subscription is disabled. */
function play({ attempt_ms, begins_ms, lasts_ms, interval_ms, events }: Outage): Course {
  const waiting: Waiting[] = Array.from({ length: events }, (_, index) => ({ due_ms: index * interval_ms, attempts: 0 }));
  let flying: Flying[] = [];
  let window = openWindow(0);
  let changed_ms = 0;
  let health: Health = {
    state: "active",
    state_reason: null,
    consecutive_failures: 0,
    failing_since_us: null,
    in_flight_max: in_flight_per_subscription_max,
    held_until_us: 0,
  };
  const course: Course = { states: ["active"], failures_in_a_row_max: 0, attempts: 0, acknowledged: 0 };
  for (let now_ms = 0; ;) {
    for (const { ok, began_ms, ...delivery } of flying.filter(({ ends_ms }) => ends_ms <= now_ms)) {
      health = afterAttempt(health, { ok, at_us: now_ms * 1_000, is_late: began_ms < changed_ms }, now_ms * 1_000);
      window = afterAnswer(window, { good: ok, began_ms, ended_ms: now_ms, reused: true, under_way: flying.length });
      if (health.state !== course.states.at(-1)) {
        course.states.push(health.state);
        changed_ms = now_ms;
      }
      course.failures_in_a_row_max = Math.max(course.failures_in_a_row_max, health.consecutive_failures);
      course.acknowledged += ok ? 1 : 0;
      const wait_s = ok ? null : waitAfter(delivery.attempts, attempts_max);
      if (wait_s !== null) waiting.push({ due_ms: now_ms + wait_s * 1_000, attempts: delivery.attempts });
    }
    flying = flying.filter(({ ends_ms }) => ends_ms > now_ms);
    waiting.sort((a, b) => a.due_ms - b.due_ms);
    const may = () =>
      health.state !== "disabled" &&
      health.held_until_us <= now_ms * 1_000 &&
      flying.length < health.in_flight_max &&
      roomOf(window, flying.length) > 0;
    while (may() && waiting[0] && waiting[0].due_ms <= now_ms) {
      const { due_ms, attempts } = waiting.shift()!;
      const ok = now_ms < begins_ms || now_ms >= begins_ms + lasts_ms;
      flying.push({ due_ms, attempts: attempts + 1, began_ms: now_ms, ends_ms: now_ms + attempt_ms, ok });
      course.attempts += 1;
    }
    const soonest = flying.map(({ ends_ms }) => ends_ms);
    if (health.state !== "disabled" && flying.length < health.in_flight_max && roomOf(window, flying.length) > 0 && waiting[0])
      soonest.push(Math.max(waiting[0].due_ms, health.held_until_us / 1_000));
    if (soonest.length === 0) return course;
    now_ms = Math.max(now_ms, Math.min(...soonest));
  }
}

const attempt_ms = fc.integer({ min: 1, max: 5_000 });

test("WH5: an outage of a second at 20 events a second leads to 9 failures in a row at most, and never to `disabled`", () => {
  let most = 0;
  fc.assert(
    fc.property(attempt_ms, fc.integer({ min: 0, max: 2_000 }), (takes_ms, begins_ms) => {
      const outage = { attempt_ms: takes_ms, begins_ms, lasts_ms: 1_000, interval_ms: 50, events: 200 };
      const { states, failures_in_a_row_max, acknowledged } = play(outage);
      assert.ok(!states.includes("disabled"));
      assert.equal(acknowledged, 200, "every event arrives in the end");
      assert.ok(failures_in_a_row_max <= 9, `${failures_in_a_row_max} failures in a row`);
      most = Math.max(most, failures_in_a_row_max);
    }),
    { numRuns: 1_000 },
  );
  assert.ok(most >= 5, `the outages were noticed: ${most} failures in a row at most`);
});

test("WH5: an outage without an end disables it with the twentieth failure, five events or a thousand, and no attempt later", () => {
  fc.assert(
    fc.property(attempt_ms, fc.integer({ min: 4, max: 1_000 }), (takes_ms, events) => {
      const outage = { attempt_ms: takes_ms, begins_ms: 0, lasts_ms: Number.POSITIVE_INFINITY, interval_ms: 50, events };
      const { states, failures_in_a_row_max, attempts, acknowledged } = play(outage);
      assert.deepEqual(states, ["active", "degraded", "disabled"]);
      assert.deepEqual([failures_in_a_row_max, attempts, acknowledged], [20, 20, 0]);
    }),
    { numRuns: 300 },
  );
});

test("WH5: three events alone cannot disable it by number: their attempts are 15", () => {
  const outage = { attempt_ms: 1, begins_ms: 0, lasts_ms: Number.POSITIVE_INFINITY, interval_ms: 50, events: 3 };
  assert.deepEqual(play(outage).states, ["active", "degraded"]);
});
