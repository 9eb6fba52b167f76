import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { validityOf, type Validity, type ValidityRules } from "./validity.ts";

const months24: ValidityRules = {
  validity_value: 24,
  validity_unit: "month",
  renewal_basis: "expiry",
  renewal_lead_days: 60,
  expiring_soon_days: 60,
  renewal_fixed_on: null,
  renewal_min_days: null,
};
const rulesOf = (given: Partial<ValidityRules>): ValidityRules => ({ ...months24, ...given });
const every = (validity_value: number, validity_unit: ValidityRules["validity_unit"]) =>
  rulesOf({ validity_value, validity_unit, renewal_basis: "completion" });
const march = (given: Partial<ValidityRules> = {}) =>
  rulesOf({ validity_value: 12, renewal_basis: "fixed", renewal_fixed_on: "03-31", ...given });
const period = (text: string): Validity => {
  const [valid_from, valid_until] = text.split("…") as [string, string];
  return { valid_from, valid_until: valid_until === "" ? null : valid_until };
};

type Vector = [
  name: string,
  rules: ValidityRules,
  completed_on: string,
  previous: string | null,
  period: string,
  force?: boolean,
];

const vectors: Vector[] = [
  ["two years, both days inclusive", months24, "2026-03-20", null, "2026-03-20…2028-03-19"],
  ["a month from the 31st is clamped to the month's end", every(1, "month"), "2026-01-31", null, "2026-01-31…2026-02-27"],
  ["a month from the 31st in a leap year", every(1, "month"), "2028-01-31", null, "2028-01-31…2028-02-28"],
  ["a year from a leap day", every(1, "year"), "2028-02-29", null, "2028-02-29…2029-02-27"],
  ["four years from a leap day", every(4, "year"), "2028-02-29", null, "2028-02-29…2032-02-28"],
  ["a year that ends on a leap day", every(1, "year"), "2027-03-01", null, "2027-03-01…2028-02-29"],
  ["a day", every(1, "day"), "2026-12-31", null, "2026-12-31…2026-12-31"],
  ["two weeks across a clock change", every(2, "week"), "2026-03-20", null, "2026-03-20…2026-04-02"],
  ["no validity", rulesOf({ validity_value: null, validity_unit: null }), "2026-03-20", null, "2026-03-20…"],

  ["expiry: inside the window no day is lost", months24, "2028-02-01", "2026-03-20…2028-03-19", "2028-03-20…2030-03-19"],
  ["expiry: on the first day of the window", months24, "2028-01-19", "2026-03-20…2028-03-19", "2028-03-20…2030-03-19"],
  ["expiry: the day before the window", months24, "2028-01-18", "2026-03-20…2028-03-19", "2028-01-18…2028-03-19"],
  ["expiry: long before the window the end stays", months24, "2026-09-01", "2026-03-20…2028-03-19", "2026-09-01…2028-03-19"],
  ["expiry: forced by an administrator", months24, "2026-09-01", "2026-03-20…2028-03-19", "2026-09-01…2028-08-31", true],
  ["expiry: on the last valid day", months24, "2028-03-19", "2026-03-20…2028-03-19", "2028-03-20…2030-03-19"],
  ["expiry: a day late", months24, "2028-03-20", "2026-03-20…2028-03-19", "2028-03-20…2030-03-19"],
  ["expiry: months late", months24, "2028-06-01", "2026-03-20…2028-03-19", "2028-06-01…2030-05-31"],
  [
    "expiry: the renewal is assigned before the flag warns",
    rulesOf({ expiring_soon_days: 10 }),
    "2028-01-19",
    "2026-03-20…2028-03-19",
    "2028-03-20…2030-03-19",
  ],
  [
    "expiry: the flag warns before the renewal is assigned",
    rulesOf({ renewal_lead_days: 10 }),
    "2028-01-19",
    "2026-03-20…2028-03-19",
    "2028-03-20…2030-03-19",
  ],
  ["expiry: one without an end is no base", months24, "2026-09-01", "2020-01-01…", "2026-09-01…2028-08-31"],
  [
    "expiry: the new period is clamped from its own first day",
    rulesOf({ validity_value: 1 }),
    "2026-01-20",
    "2026-01-01…2026-01-30",
    "2026-01-31…2026-02-27",
  ],

  [
    "completion: inside the window",
    rulesOf({ renewal_basis: "completion" }),
    "2028-02-01",
    "2026-03-20…2028-03-19",
    "2028-02-01…2030-01-31",
  ],
  [
    "not renewed: counts from the completion",
    rulesOf({ renewal_basis: null }),
    "2028-02-01",
    "2026-03-20…2028-03-19",
    "2028-02-01…2030-01-31",
  ],

  ["fixed: the day that the validity reaches", march(), "2026-04-05", null, "2026-04-05…2027-03-31"],
  ["fixed: completed on the day after", march(), "2026-04-01", null, "2026-04-01…2027-03-31"],
  ["fixed: completed on the day", march(), "2026-03-31", null, "2026-03-31…2026-03-31"],
  ["fixed: a few days are enough without a least period", march(), "2026-03-20", null, "2026-03-20…2026-03-31"],
  ["fixed: the least period passes the day over", march({ renewal_min_days: 30 }), "2026-03-20", null, "2026-03-20…2027-03-31"],
  ["fixed: exactly the least period", march({ renewal_min_days: 12 }), "2026-03-20", null, "2026-03-20…2026-03-31"],
  ["fixed: one day less than the least period", march({ renewal_min_days: 13 }), "2026-03-20", null, "2026-03-20…2027-03-31"],
  ["fixed: several years", march({ validity_value: 36 }), "2026-04-05", null, "2026-04-05…2029-03-31"],
  [
    "fixed: months that do not reach the day go to the next",
    march({ validity_value: 3 }),
    "2026-04-05",
    null,
    "2026-04-05…2027-03-31",
  ],
  [
    "fixed: without a validity the next such day",
    march({ validity_value: null, validity_unit: null }),
    "2026-04-05",
    null,
    "2026-04-05…2027-03-31",
  ],
  ["fixed: renewed inside the window", march(), "2027-02-15", "2026-04-05…2027-03-31", "2027-04-01…2028-03-31"],
  ["fixed: renewed before the window", march(), "2026-08-01", "2026-04-05…2027-03-31", "2026-08-01…2027-03-31"],
  ["fixed: renewed late", march({ renewal_min_days: 30 }), "2027-05-10", "2026-04-05…2027-03-31", "2027-05-10…2028-03-31"],
  ["fixed: a leap day in another year", march({ renewal_fixed_on: "02-29" }), "2026-04-05", null, "2026-04-05…2027-02-28"],
  ["fixed: a leap day in a leap year", march({ renewal_fixed_on: "02-29" }), "2027-04-05", null, "2027-04-05…2028-02-29"],
  ["fixed: no day is given", march({ renewal_fixed_on: null }), "2026-04-05", null, "2026-04-05…2027-04-04"],
  ["dates end with the year 9999", every(1200, "year"), "9000-01-01", null, "9000-01-01…9999-12-31"],
];

for (const [name, rules, completed_on, previous, expected, force] of vectors) {
  test(`validity: ${name}`, () => {
    const { valid_from, valid_until } = validityOf(rules, completed_on, previous === null ? null : period(previous), force);
    assert.equal(`${valid_from}…${valid_until ?? ""}`, expected);
  });
}

const day = fc.integer({ min: 0, max: 36_524 }).map((days) => Temporal.PlainDate.from("2000-01-01").add({ days }).toString());
const later = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
const daysBetween = (one: string, other: string) => Temporal.PlainDate.from(one).until(other).days;
const rules = fc.record({
  validity_value: fc.integer({ min: 1, max: 60 }),
  validity_unit: fc.constantFrom("day" as const, "week" as const, "month" as const, "year" as const),
  renewal_basis: fc.constantFrom("completion" as const, "expiry" as const, "fixed" as const),
  renewal_lead_days: fc.option(fc.integer({ min: 0, max: 400 })),
  expiring_soon_days: fc.integer({ min: 0, max: 400 }),
  renewal_fixed_on: fc.integer({ min: 0, max: 365 }).map((days) => later("2024-01-01", days).slice(5)),
  renewal_min_days: fc.option(fc.integer({ min: 0, max: 366 })),
});
const held = fc.record({ valid_from: day, days: fc.integer({ min: 0, max: 2_000 }) });
const previous = fc.option(held.map(({ valid_from, days }): Validity => ({ valid_from, valid_until: later(valid_from, days) })));

test("a period never ends before it begins, and covers the completion or follows at once on what does", () => {
  fc.assert(
    fc.property(rules, day, previous, (given, completed_on, before) => {
      const { valid_from, valid_until } = validityOf(given, completed_on, before);
      assert.ok(valid_until !== null && valid_from <= valid_until);
      if (valid_from !== completed_on) assert.equal(valid_from, later(before!.valid_until!, 1));
      assert.ok(valid_from >= completed_on);
    }),
    { numRuns: 2_000 },
  );
});

test("renewed by expiry, no day is lost: the new end is never before the old one of a certificate that still holds", () => {
  fc.assert(
    fc.property(rules, held, fc.nat(), ({ ...given }, { valid_from, days }, at) => {
      const before = { valid_from, valid_until: later(valid_from, days) };
      const renewed = validityOf({ ...given, renewal_basis: "expiry" }, later(valid_from, at % (days + 1)), before);
      assert.ok(renewed.valid_until! >= before.valid_until);
    }),
    { numRuns: 1_000 },
  );
});

test("a month's certificate is never shorter than February, nor longer than 31 days, whatever its first day", () => {
  fc.assert(
    fc.property(day, (completed_on) => {
      const { valid_until } = validityOf(every(1, "month"), completed_on, null);
      const length = daysBetween(completed_on, valid_until!) + 1;
      assert.ok(length >= 28 && length <= 31, `${length} days`);
      const first = Temporal.PlainDate.from(completed_on);
      const next = Temporal.PlainDate.from(valid_until!).add({ days: 1 });
      assert.equal((next.year - first.year) * 12 + next.month - first.month, 1);
    }),
    { numRuns: 1_000 },
  );
});

test("a certificate that ends on a fixed day ends on that day, and holds for the least period", () => {
  fc.assert(
    fc.property(rules, day, previous, (given, completed_on, before) => {
      const { valid_from, valid_until } = validityOf({ ...given, renewal_basis: "fixed" }, completed_on, before);
      const until = Temporal.PlainDate.from(valid_until!);
      assert.equal(valid_until, Temporal.PlainMonthDay.from(given.renewal_fixed_on).toPlainDate({ year: until.year }).toString());
      assert.ok(daysBetween(valid_from, valid_until) + 1 >= (given.renewal_min_days ?? 1));
    }),
    { numRuns: 2_000 },
  );
});

test("without a certificate before, who completes later never holds for shorter", () => {
  fc.assert(
    fc.property(rules, day, fc.integer({ min: 0, max: 500 }), (given, completed_on, days) => {
      const first = validityOf(given, completed_on, null);
      const second = validityOf(given, later(completed_on, days), null);
      assert.ok(second.valid_until! >= first.valid_until!);
    }),
    { numRuns: 1_000 },
  );
});
