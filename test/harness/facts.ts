import fc from "fast-check";
import type { Facts } from "../../server/features/compliance/flag/status.ts";

/** An employed person without any history. */
export const no_facts: Facts = {
  person_active: true,
  expiring_soon_days: 60,
  grace_days: 0,
  issues_certificates: true,
  required: false,
  enrollments: [],
  certificates: [],
  exemptions: [],
};

export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

export const anyDate = fc.integer({ min: 0, max: 900 }).map((days) => daysAfter("2025-01-01", days));

const anyInstant = anyDate.map((date) => `${date}T12:00:00.000Z`);

/** Any facts about a person and a course, even impossible combinations. */
export const anyFacts: fc.Arbitrary<Facts> = fc.record({
  person_active: fc.boolean(),
  expiring_soon_days: fc.integer({ min: 0, max: 90 }),
  grace_days: fc.integer({ min: 0, max: 30 }),
  issues_certificates: fc.boolean(),
  required: fc.boolean(),
  enrollments: fc.array(
    fc.record({
      id: fc.uuid(),
      completed_at: fc.constant(null),
      state: fc.constantFrom("assigned", "in_progress", "completed", "failed", "cancelled", "withdrawn"),
      cycle_year: fc.integer({ min: 2025, max: 2027 }),
      cycle_seq: fc.integer({ min: 1, max: 2 }),
      due_date: fc.option(anyDate),
      assigned_at: anyInstant,
      renewal: fc.boolean(),
      mandatory: fc.boolean(),
      requirement_active: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  certificates: fc.array(
    fc
      .record({
        id: fc.uuid(),
        enrollment_id: fc.constant(null),
        issued_at: anyInstant,
        valid_from: anyDate,
        days: fc.option(fc.nat(400)),
        revoked: fc.boolean(),
      })
      .map(({ days, ...rest }) => ({ ...rest, valid_until: days === null ? null : daysAfter(rest.valid_from, days) })),
    { maxLength: 3 },
  ),
  exemptions: fc.array(
    fc.record({ from: anyDate, days: fc.nat(100) }).map(({ from, days }) => ({ from, until: daysAfter(from, days) })),
    { maxLength: 1 },
  ),
});
