import { OneOf } from "../../../platform/http/schema.ts";
import { flags, severity_order, type Flag as FlagName } from "./status.ts";

/** The compliance flag in answers and filters. */
export const Flag = OneOf(severity_order, {
  named: "ComplianceFlag",
  description: severity_order.map((flag) => `${flag}: ${flags[flag].meaning}.`).join(" "),
});
export type Flag = FlagName;
