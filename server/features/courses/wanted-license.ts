import { newId } from "../../platform/ids.ts";
import { mentioned } from "../../platform/mentioned.ts";
import type { LicenseRow } from "./apply-licenses-sql.ts";

type LicenseMembers = {
  [Name in Exclude<keyof LicenseRow, "id" | "seats_used">]?: LicenseRow[Name] | undefined;
};

/** The present licence with these members changed, or a new one. Omitted members stay, or get their defaults. */
export function wantedLicense(stands: LicenseRow, members: LicenseMembers): LicenseRow;
export function wantedLicense(stands: LicenseRow | undefined, members: LicenseMembers & { name: string }): LicenseRow;
export function wantedLicense(stands: LicenseRow | undefined, members: LicenseMembers): LicenseRow {
  return { ...(stands ?? newLicense(members.name!)), ...mentioned(members) };
}

function newLicense(name: string): LicenseRow {
  return {
    id: newId(),
    name,
    seats_total: null,
    seats_used: 0,
    seat_unit: "person",
    release: "unstarted",
    valid_from: null,
    valid_until: null,
    items: [],
  };
}
