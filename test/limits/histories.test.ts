import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { limiterOf, rateLimitHeaders, type BucketState } from "../../server/features/clients/admission/rate-limit.ts";
import { arrangeClient, type TestClient } from "../authentication/arrange.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { anyHistory, Meter, preparePlaying, type Decision, type History, type Play } from "./histories.ts";

let database: TestDatabase;
let client: TestClient;
let play: Play;

before(async () => {
  database = await openDatabase();
  client = await arrangeClient(database);
  play = await preparePlaying(database);
});
after(() => database.close());

test("RL3 the statement and its headers equal a reference meter in 1,000 random histories, with clock steps and changed limits", async () => {
  let [steps, refused, spent] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(anyHistory(40), async (history) => {
      const decisions = await play(client, history);
      const meter = new Meter();
      let at_us = history.start_us;
      let limits = history.limits;
      history.steps.forEach((step, index) => {
        at_us += step.move_us;
        limits = step.limits ?? limits;
        const expected = meter.request(at_us, limits);
        const state = stateOf(decisions[index]!);
        steps += 1;
        refused += Number(!state.admitted);
        spent += Number(state.used >= limits.per_day);
        assert.equal(state.admitted, expected.ok, `step ${index}`);
        assert.deepEqual(rateLimitHeaders(state, limiterOf(state)), expected.headers, `step ${index}`);
      });
    }),
    { numRuns: 1_000 },
  );
  // Without enough refusals, the property would prove nothing.
  assert.ok(steps > 5_000 && refused > 200 && spent > 50, `${steps} steps, ${refused} refused, ${spent} with the day used up`);
});

test("RL3 in 200 random histories, requests at the same instant are admitted together as one after the other", async () => {
  let [several, divided] = [0, 0];
  await fc.assert(
    fc.asyncProperty(anyHistory(20), fc.infiniteStream(fc.integer({ min: 1, max: 9 })), async (history, sizes) => {
      const steps = history.steps.map((step) => ({ ...step, count: sizes.next().value as number }));
      const singles = steps.flatMap(({ count, ...step }) => [step, ...Array.from({ length: count - 1 }, () => ({ move_us: 0 }))]);
      const together = await play(client, { ...history, steps });
      const alone = await play(client, { ...history, steps: singles });
      for (const [place, { count }] of steps.entries()) {
        const group = alone.splice(0, count);
        const [sum, passed] = [together[place]!, group.filter(({ outcome }) => outcome === "ok")];
        assert.deepEqual(group.slice(0, passed.length), passed, "those who pass are the first");
        assert.equal(sum.admitted, passed.length);
        assert.deepEqual([sum.tat_us, sum.used, sum.now_us], [group.at(-1)!.tat_us, group.at(-1)!.used, group.at(-1)!.now_us]);
        several += Number(passed.length > 1);
        divided += Number(passed.length > 0 && passed.length < count);
      }
    }),
    { numRuns: 200 },
  );
  assert.ok(several > 100 && divided > 20, `${several} groups of which several passed, ${divided} of which some did`);
});

test("RL4 in 500 random histories that end in a refusal, Retry-After is the first second at which a request passes", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory(25), async ({ start_us, limits, steps }) => {
      // Requests until one is refused, so that every history ends in a refusal.
      const knocks = Array.from({ length: Math.min(limits.burst, limits.per_day) + 1 }, () => ({ move_us: 0 }));
      const history = { start_us, limits, steps: [...steps.map(({ move_us }) => ({ move_us })), ...knocks] };
      const last = stateOf((await play(client, history)).at(-1)!);
      assert.equal(last.admitted, false);
      const retry_after_s = Number(rateLimitHeaders(last, limiterOf(last))["retry-after"]);
      const [early, timely] = (
        await play(client, {
          ...history,
          steps: [...history.steps, { move_us: (retry_after_s - 1) * 1e6 + lag(history, last) }, { move_us: 1e6 }],
        })
      ).slice(-2);
      assert.equal(early!.outcome, "limited", `${retry_after_s - 1} s is too early`);
      assert.equal(timely!.outcome, "ok", `${retry_after_s} s is enough`);
    }),
    { numRuns: 500 },
  );
});

/** How far a clock that stands still after a step back is behind the instant in the answer. */
function lag(history: History, last: BucketState): number {
  return last.now_us - history.steps.reduce((at, step) => at + step.move_us, history.start_us);
}

function stateOf(decision: Decision): BucketState {
  return {
    admitted: decision.outcome === "ok",
    tat_us: decision.tat_us,
    now_us: decision.now_us,
    used: decision.used,
    limits: { per_minute: decision.rate_per_minute, burst: decision.rate_burst, per_day: decision.rate_per_day },
  };
}
