import { constant, part } from "../../../platform/db/sql.ts";
import { conditionsOfLicenses, licenseRecord } from "../../catalogue/sql.ts";
import type { Column, Kind, Subject } from "./subject.ts";

const license_states = ["in_force", "to_come", "ended"] as const;
type LicenseState = (typeof license_states)[number];

function member(name: string, kind: Kind, groups?: true): [string, Column] {
  return [name, { kind, value: constant(`x.${name}`), ...(groups ? { groups } : {}) }];
}

export const licenses: Subject = {
  from: ({ tenant_id, today }) => part`license l ${licenseRecord(tenant_id, today)}`,
  conditions: ({ tenant_id, today }, { q, status }) => [
    conditionsOfLicenses(tenant_id, { q, state: status as LicenseState | undefined }, today),
  ],
  keys: [part`l.id`],
  columns: Object.fromEntries([
    member("name", "text"),
    ["status", { ...member("state", { codes: "license_state" }, true)[1] }],
    member("seats_total", "number"),
    member("seats_used", "number"),
    member("seats_free", "number"),
    member("seat_unit", { codes: "seat_unit" }, true),
    member("valid_from", "day", true),
    member("valid_until", "day", true),
    member("items_total", "number"),
  ]),
  filters: ["q", "status"],
  statuses: license_states,
  status_codes: "license_state",
  whole_organisation: true,
};
