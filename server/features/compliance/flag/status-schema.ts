import { OneOf } from "../../../platform/http/schema.ts";
import { severity_order, type Flag as FlagName } from "./status.ts";

const meanings: Readonly<Record<FlagName, string>> = {
  OVERDUE: "past the due date, or the certificate has ended",
  PENDING: "not started",
  IN_PROGRESS: "started",
  EXPIRING_SOON: "covered, and the end is near",
  COMPLIANT: "covered",
};

/** The compliance flag, as answers and filters show it. */
export const Flag = OneOf(severity_order, {
  named: "ComplianceFlag",
  description: severity_order.map((flag) => `${flag}: ${meanings[flag]}.`).join(" "),
});
export type Flag = FlagName;
