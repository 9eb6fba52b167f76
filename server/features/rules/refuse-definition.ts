import type { Db } from "../../platform/db/transaction.ts";
import { escapeToken } from "../../platform/http/bodies/json-body.ts";
import { invalid, type ErrorItem } from "../../platform/http/problem.ts";
import { listAttributeDefinitions } from "../people/sql.ts";
import { faultsOfConditions } from "./check-conditions.ts";
import type { Conditions } from "./conditions.ts";
import { findUnknown } from "./read-sql.ts";

/**
 * Throws 422 for conditions that are empty or invalid and for ids that the organisation does not have, each with a pointer. Of a
 * change, only the members that it gives are checked.
 */
export async function refuseDefinition(
  db: Db,
  tenant_id: string,
  { conditions = null, course_ids }: { conditions?: Conditions | null; course_ids?: readonly string[] },
  kind: "rule" | "group",
): Promise<void> {
  const { department_ids = [], contractor_ids = [] } = conditions ?? {};
  const lists = { department_ids, contractor_ids, course_ids: course_ids ?? [] };
  const [unknown, definitions] = await Promise.all([findUnknown(db, tenant_id, lists), listAttributeDefinitions(db, tenant_id)]);
  const types = new Map(definitions.map(({ key, type }) => [key, type]));
  const faults: ErrorItem[] = conditions === null ? [] : faultsOfConditions(conditions, types).map(itemOf);
  // A group may have no courses; a rule must have at least one.
  if (kind === "rule" && course_ids?.length === 0) {
    faults.push({ pointer: "#/course_ids", code: "REQUIRED", detail: "needs a course or learning path" });
  }
  for (const [name, ids] of Object.entries(lists)) {
    const place = name === "course_ids" ? "#/course_ids" : `#/conditions/${name}`;
    for (const [index, id] of ids.entries()) {
      if (unknown.has(id.toLowerCase())) faults.push({ pointer: `${place}/${index}`, ...words[name as keyof typeof words] });
    }
  }
  if (faults.length > 0) throw invalid(faults);
}

const words = {
  department_ids: { code: "UNKNOWN_DEPARTMENT", detail: "is not a department of the organisation" },
  contractor_ids: { code: "UNKNOWN_CONTRACTOR", detail: "is not a contractor company of the organisation" },
  course_ids: { code: "UNKNOWN_COURSE", detail: "is not a course or learning path of the organisation" },
} as const;

function itemOf({ path, code, detail }: ReturnType<typeof faultsOfConditions>[number]): ErrorItem {
  return { pointer: `#/${["conditions", ...path].map(escapeToken).join("/")}`, code, detail };
}
