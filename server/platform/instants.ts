export const hour_us = 3_600_000_000;
export const day_us = 24 * hour_us;

/** An instant as the service writes it everywhere: UTC with milliseconds (RFC 3339), `2026-02-02T07:06:06.000Z`. */
export function instantText(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: "millisecond" });
}
