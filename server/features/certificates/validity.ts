// How long a certificate is valid: a pure function of the course and the person's previous certificate. All days are in the
// tenant's calendar, and the period includes its first and last day.

export type ValidityRules = {
  /** Null: certificates of the course never end, unless they end on `renewal_fixed_on`. */
  validity_value: number | null;
  validity_unit: "day" | "week" | "month" | "year" | null;
  /** Null: certificates are not renewed, and each one counts from its own completion. */
  renewal_basis: "completion" | "expiry" | "fixed" | null;
  renewal_lead_days: number | null;
  expiring_soon_days: number;
  /** `MM-DD`; 29 February is the 28th in other years. */
  renewal_fixed_on: string | null;
  /** The least number of days for which a certificate that ends on a fixed day must be valid. */
  renewal_min_days: number | null;
};

export type Validity = { valid_from: string; valid_until: string | null };

/**
 * The period of a certificate for a course that was completed on a day. `previous`: of the certificates that are not revoked, the
 * one that ends last; null: none. `force`: an administrator lets it count from the completion, whatever the basis.
 *
 * The *window* of a renewal begins on the earlier of two days: the day on which the renewal is assigned, and the day on which the
 * flag becomes EXPIRING_SOON. A renewal completed in the window loses no day: the new period begins where the old one ends. With
 * basis `expiry`, a completion before the window keeps the old end. After the old end, the period counts from the completion.
 */
export function validityOf(rules: ValidityRules, completed_on: string, previous: Validity | null, force = false): Validity {
  const completed = Temporal.PlainDate.from(completed_on);
  const old_end = previous?.valid_until ? Temporal.PlainDate.from(previous.valid_until) : null;
  const counts = !force && rules.renewal_basis !== null && rules.renewal_basis !== "completion";
  if (!counts || old_end === null || isBefore(old_end, completed)) return periodFrom(rules, completed);

  const window_days = Math.max(rules.renewal_lead_days ?? 0, rules.expiring_soon_days);
  const is_early = completed.until(old_end).days > window_days;
  if (is_early && rules.renewal_basis === "expiry") return { valid_from: completed_on, valid_until: previous!.valid_until };
  return is_early ? periodFrom(rules, completed) : periodFrom(rules, old_end.add({ days: 1 }));
}

function periodFrom(rules: ValidityRules, from: Temporal.PlainDate): Validity {
  const by_length = lastDayOf(rules, from);
  const until =
    rules.renewal_basis === "fixed" && rules.renewal_fixed_on !== null ? fixedEndOf(rules, from, by_length) : by_length;
  return { valid_from: from.toString(), valid_until: until && earlier(until, last_date).toString() };
}

/** The last day of the course's validity. From 31 January, one month ends on the day before the last of February. */
function lastDayOf({ validity_value, validity_unit }: ValidityRules, from: Temporal.PlainDate): Temporal.PlainDate | null {
  if (validity_value === null || validity_unit === null) return null;
  return from.add({ [`${validity_unit}s`]: validity_value }, { overflow: "constrain" }).subtract({ days: 1 });
}

/**
 * The fixed day at the end of the course's validity or, without a validity, the first one that follows. A day that would leave
 * fewer than `renewal_min_days` is skipped.
 */
function fixedEndOf(rules: ValidityRules, from: Temporal.PlainDate, by_length: Temporal.PlainDate | null): Temporal.PlainDate {
  const least = from.add({ days: Math.max(1, rules.renewal_min_days ?? 1) - 1 });
  const day = Temporal.PlainMonthDay.from(rules.renewal_fixed_on!);
  const onOrBefore = by_length && [by_length.year, by_length.year - 1].map((year) => inYear(day, year));
  const reached = onOrBefore?.find((candidate) => !isBefore(by_length!, candidate));
  if (reached && !isBefore(reached, least)) return reached;
  const next = [least.year, least.year + 1].map((year) => inYear(day, year));
  return next.find((candidate) => !isBefore(candidate, least))!;
}

function inYear(day: Temporal.PlainMonthDay, year: number): Temporal.PlainDate {
  return day.toPlainDate({ year });
}

/** The last day that dates of four digits can name. */
const last_date = Temporal.PlainDate.from("9999-12-31");

function earlier(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isBefore(one, other) ? one : other;
}

function isBefore(one: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(one, other) < 0;
}
