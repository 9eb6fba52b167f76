import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { at_full_speed, beside_requests, firstUnits, nextPace, restOf, unitsAfter, type RequestLoad, type Pace } from "./pace.ts";

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
  assert.deepEqual(walk({ share: 0.5, part_ms: 150 }, slow, slow, slow, quick, quick), [
    [0.35, 105],
    [0.3, 80],
    [0.3, 80],
    [0.4, 90],
    [0.5, 100],
  ]);
  assert.deepEqual(walk(at_full_speed, slow, slow), [
    [0.7, 140],
    [0.49, 98],
  ]);
  assert.deepEqual(walk({ share: 0.97, part_ms: 195 }, quick, quick), [
    [1, 200],
    [1, 200],
  ]);
  assert.deepEqual(walk(beside_requests, unknown), [[0.49, 80]], "requests of which nothing is known yet are spared");
});

test("a rest leaves the work its share of the time, and has an end", () => {
  assert.equal(restOf({ share: 0.5, part_ms: 50 }, 40, 1_000), 40);
  assert.equal(restOf({ share: 0.2, part_ms: 50 }, 40, 1_000), 160);
  assert.equal(restOf({ share: 0.2, part_ms: 50 }, 400, 1_000), 1_000);
  assert.equal(restOf(at_full_speed, 400, 1_000), 0);
});

test("work goes on at full speed as soon as nothing is asked for", () => {
  assert.deepEqual(nextPace({ share: 0.3, part_ms: 80 }, nothing), at_full_speed);
});

const load = fc.record({ answers: fc.nat({ max: 100 }), slowness: fc.option(fc.double({ min: 0.1, max: 50, noNaN: true })) });

test("whatever is reported, work has three tenths of the time, and a part beside requests is neither endless nor nothing", () => {
  fc.assert(
    fc.property(fc.array(load, { minLength: 1 }), (all) => {
      const pace = all.reduce(nextPace, beside_requests);
      assert.ok(pace.share >= 0.3 && pace.share <= 1);
      if (all.at(-1)!.answers > 0) assert.ok(pace.part_ms >= 80 && pace.part_ms <= 200);
    }),
  );
});

test("where requests take as long as usual for long enough, work does not rest any more", () => {
  fc.assert(
    fc.property(fc.array(load), (all) => {
      const pace = Array.from({ length: 50 }, () => quick).reduce(nextPace, all.reduce(nextPace, beside_requests));
      assert.equal(pace.share, 1);
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
