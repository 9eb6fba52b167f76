import { OneOf } from "../../../platform/http/schema.ts";
import { severity_order, type Flag as FlagName } from "./status.ts";

/** The compliance flag, as answers and filters show it. */
export const Flag = OneOf(severity_order, {
  named: "ComplianceFlag",
  description:
    "OVERDUE: past the due date, or the certificate has ended. PENDING: not started. IN_PROGRESS: started. EXPIRING_SOON: covered, and the end is near. COMPLIANT: covered.",
});
export type Flag = FlagName;
