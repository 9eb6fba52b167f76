import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  at_full_speed,
  beside_requests,
  createWorkTime,
  dividedBy,
  firstUnits,
  nextPace,
  unitsAfter,
  type RequestLoad,
  type Pace,
} from "./pace.ts";

const quick: RequestLoad = { answers: 40, slowness: 1.05 };
const slow: RequestLoad = { answers: 40, slowness: 1.3 };
const unknown: RequestLoad = { answers: 40, slowness: null };
const nothing: RequestLoad = { answers: 0, slowness: null };

const walk = (pace: Pace, ...reports: RequestLoad[]) =>
  reports.map((report) => {
    pace = nextPace(pace, report);
    return [Math.round(pace.share * 100) / 100, Math.round(pace.part_ms)];
  });

test("work goes on for less of the time in shorter parts at once where requests are slow, and comes back little by little", () => {
  assert.deepEqual(walk({ share: 0.6, part_ms: 180 }, slow, slow, slow, quick, quick), [
    [0.5, 126],
    [0.5, 120],
    [0.5, 120],
    [0.6, 130],
    [0.7, 140],
  ]);
  assert.deepEqual(walk(at_full_speed, slow, slow), [
    [0.5, 140],
    [0.5, 120],
  ]);
  assert.deepEqual(walk({ share: 0.67, part_ms: 195 }, quick, quick), [
    [0.7, 200],
    [0.7, 200],
  ]);
  assert.deepEqual(walk(beside_requests, unknown), [[0.5, 120]], "requests of which nothing is known yet are spared");
});

test("a rest leaves the work its share of the time, and has an end", () => {
  const rest = (share: number, took_ms: number) => createWorkTime().restAfter({ share, part_ms: 50 }, 2_000, took_ms, 1_000);
  assert.deepEqual([rest(0.5, 40), rest(0.2, 40), rest(0.2, 400), rest(1, 40)], [40, 160, 1_000, 0]);
  assert.equal(createWorkTime().restAfter(at_full_speed, 2_000, 400, 1_000), 0);
});

/** Works that go on at the same moment on one working time, each with a part of its own length after the other: when parts began and ended. */
function together(lengths_ms: readonly number[], pace: Pace, until_ms: number) {
  const work_time = createWorkTime();
  const starts_ms = lengths_ms.map(() => 0);
  const parts: { work: number; began_ms: number; ended_ms: number }[] = [];
  for (;;) {
    const ends_ms = starts_ms.map((began_ms, work) => began_ms + lengths_ms[work]!);
    const ended_ms = Math.min(...ends_ms);
    if (ended_ms > until_ms) return parts;
    const work = ends_ms.indexOf(ended_ms);
    parts.push({ work, began_ms: starts_ms[work]!, ended_ms });
    starts_ms[work] = ended_ms + work_time.restAfter(pace, ended_ms, lengths_ms[work]!, 1_000);
  }
}

test("two works do their parts in turn, and together have the share that one would have", () => {
  const parts = together([100, 100], { share: 0.5, part_ms: 100 }, 1_000);
  assert.deepEqual(
    parts.map(({ work, began_ms }) => [work, began_ms]),
    [
      [0, 0],
      [1, 0],
      [0, 200],
      [1, 400],
      [0, 600],
      [1, 800],
    ],
  );
  const length = fc.integer({ min: 1, max: 150 });
  fc.assert(
    fc.property(length, length, fc.double({ min: 0.4, max: 1, noNaN: true }), (one_ms, other_ms, share) => {
      const all = together([one_ms, other_ms], { share, part_ms: 100 }, 10_000);
      const worked_ms = all.reduce((sum, { began_ms, ended_ms }) => sum + ended_ms - began_ms, 0);
      assert.ok(worked_ms <= share * 10_000 + one_ms + other_ms);
      assert.ok(worked_ms >= share * 10_000 * 0.9 - one_ms - other_ms);
    }),
  );
});

test("processes that work at the same moment divide the share, and nothing where there are no requests", () => {
  assert.deepEqual(dividedBy({ share: 0.6, part_ms: 150 }, 3), { share: 0.6 / 3, part_ms: 150 });
  assert.deepEqual(dividedBy(beside_requests, 1), beside_requests);
  assert.deepEqual(dividedBy(at_full_speed, 3), at_full_speed);
});

test("work that may rest only briefly takes no more from the others than its rest", () => {
  const work_time = createWorkTime();
  const pace = { share: 0.4, part_ms: 100 };
  assert.equal(work_time.restAfter(pace, 1_000, 400, 50), 50);
  assert.equal(work_time.restAfter(pace, 1_000, 100, 1_000), 50 + 250);
});

test("work goes on at full speed as soon as nothing is asked for", () => {
  assert.deepEqual(nextPace({ share: 0.3, part_ms: 80 }, nothing), at_full_speed);
});

const load = fc.record({ answers: fc.nat({ max: 100 }), slowness: fc.option(fc.double({ min: 0.1, max: 50, noNaN: true })) });

test("whatever is reported, work has five to seven tenths of the time, and a part beside requests is neither endless nor nothing", () => {
  fc.assert(
    fc.property(fc.array(load, { minLength: 1 }), (all) => {
      const pace = all.reduce(nextPace, beside_requests);
      if (all.at(-1)!.answers === 0) assert.deepEqual(pace, at_full_speed);
      else assert.ok(pace.share >= 0.5 && pace.share <= 0.7 && pace.part_ms >= 120 && pace.part_ms <= 200);
    }),
  );
});

test("where requests take as long as usual for long enough, work has the most that it may have beside them", () => {
  fc.assert(
    fc.property(fc.array(load), (all) => {
      const pace = Array.from({ length: 50 }, () => quick).reduce(nextPace, all.reduce(nextPace, beside_requests));
      assert.equal(pace.share, 0.7);
      assert.equal(pace.part_ms, 200);
    }),
  );
});

test("a part has as many units as its time lets, and grows to twice as many at most", () => {
  assert.equal(firstUnits(at_full_speed, 1_000), 1_000);
  assert.equal(firstUnits({ share: 0.5, part_ms: 50 }, 1_000), 100);
  assert.equal(unitsAfter(100, 100, { share: 0.5, part_ms: 50 }, 1_000), 50);
  assert.equal(unitsAfter(100, 10, { share: 0.5, part_ms: 50 }, 1_000), 200);
  assert.equal(unitsAfter(900, 10, at_full_speed, 1_000), 1_000);
  const pace = fc.record({
    share: fc.double({ min: 0.2, max: 1, noNaN: true }),
    part_ms: fc.double({ min: 20, max: 200, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.double({ min: 0, max: 5_000, noNaN: true }),
      pace,
      (units, took_ms, going) => {
        const next = unitsAfter(units, took_ms, going, 1_000);
        assert.ok(Number.isInteger(next) && next >= 1 && next <= Math.min(1_000, 2 * units));
      },
    ),
  );
});
