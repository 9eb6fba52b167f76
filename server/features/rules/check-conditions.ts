import { nameNorm } from "../../platform/text.ts";
import type { AttributeDefinition } from "../people/sql.ts";
import { hasCondition, type Conditions } from "./conditions.ts";

/** A fault in conditions; `path` leads to it from the root of the conditions. */
export type ConditionFault = {
  path: readonly string[];
  code: "REQUIRED" | "INVALID_FORMAT" | "UNKNOWN_ATTRIBUTE" | "INVALID_TYPE";
  detail: string;
};

/** Finds faults that show without the database, for conditions from every source. The caller checks that the ids exist. */
export function faultsOfConditions(
  conditions: Conditions,
  types: ReadonlyMap<string, AttributeDefinition["type"]>,
): ConditionFault[] {
  const { job_title_contains, attributes = {} } = conditions;
  const faults = Object.entries(attributes).flatMap(([key, value]) => faultOfAttribute(key, typeof value, types.get(key)));
  if (job_title_contains !== undefined && nameNorm(job_title_contains) === "") {
    faults.push({ path: ["job_title_contains"], code: "INVALID_FORMAT", detail: "must have a letter or digit" });
  }
  if (!hasCondition(conditions)) faults.push({ path: [], code: "REQUIRED", detail: "needs a condition, such as department" });
  return faults;
}

function faultOfAttribute(key: string, given: string, type: AttributeDefinition["type"] | undefined): ConditionFault[] {
  const path = ["attributes", key];
  if (type === undefined) return [{ path, code: "UNKNOWN_ATTRIBUTE", detail: "is not a defined attribute" }];
  const wanted = type === "string_array" ? "string" : type;
  if (given === wanted) return [];
  return [{ path, code: "INVALID_TYPE", detail: `must be a ${wanted}, as the attribute's values are` }];
}
