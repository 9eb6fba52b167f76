import type { LicenseRow } from "./apply-licenses-sql.ts";
import type { Fault } from "./check-course.ts";

/** Faults of a licence. `stands`: the licence before the change. */
export function faultsOfLicense(license: LicenseRow, stands: LicenseRow | undefined): Fault[] {
  const { seats_total, seats_used, valid_from, valid_until } = license;
  const faults: Fault[] = [];
  if (seats_total !== null && seats_total < seats_used)
    faults.push({ path: ["seats_total"], detail: `must be at least ${seats_used}: so many seats are in use` });
  if (stands && seats_used > 0 && stands.seat_unit !== license.seat_unit)
    faults.push({ path: ["seat_unit"], detail: `must stay ${stands.seat_unit} while ${seats_used} seats are in use` });
  if (valid_from !== null && valid_until !== null && valid_from > valid_until)
    faults.push({ path: ["valid_until"], detail: `must not lie before ${valid_from}` });
  return faults;
}
