import type { Pool } from "../../../platform/db/pool.ts";
import type { ErrorItem } from "../../../platform/http/problem.ts";
import { isUuid } from "../../../platform/ids.ts";
import { types_with_course } from "../../feed/event-schemas.ts";
import { findUnknown } from "./filters-sql.ts";
import type { Settings } from "./schema.ts";

const words = {
  department_ids: { code: "UNKNOWN_DEPARTMENT", detail: "is not a department of the organisation" },
  course_ids: { code: "UNKNOWN_COURSE", detail: "is not a course or learning path of the organisation" },
} as const;
const names = ["department_ids", "course_ids"] as const;

/** Faults for filter ids that the organisation does not have, with the pointer of each. Without filters no query is made. */
export async function faultsOfFilters(pool: Pool, tenant_id: string, settings: Settings): Promise<ErrorItem[]> {
  const ids = (name: (typeof names)[number]) => (settings[name] ?? []).filter(isUuid);
  const given = { department_ids: ids("department_ids"), course_ids: ids("course_ids") };
  if (given.department_ids.length + given.course_ids.length === 0) return [];
  const unknown = await findUnknown(pool, tenant_id, given);
  return names.flatMap((name) =>
    (settings[name] ?? []).flatMap((id, index) =>
      unknown.has(id.toLowerCase()) ? [{ pointer: `#/${name}/${index}`, ...words[name] }] : [],
    ),
  );
}

/**
 * Faults for event types that name no course if there is a filter by course, because none of their events could pass it. Pings
 * ignore filters.
 */
export function faultsOfTypes({
  subscribed_events,
  course_ids,
}: Pick<Settings, "subscribed_events" | "course_ids">): ErrorItem[] {
  if (!course_ids) return [];
  return (subscribed_events ?? []).flatMap((type, index) =>
    type === "ping" || types_with_course.has(type)
      ? []
      : [
          {
            pointer: `#/subscribed_events/${index}`,
            code: "CONFLICTING_FIELDS",
            detail: "names no course, so that course_ids would leave it out",
          },
        ],
  );
}

/** The ids of a validated filter, without duplicates; null: no filter. */
export function filterOf(ids: readonly string[] | null): string[] | null {
  return ids && [...new Set(ids.map((id) => id.toLowerCase()))];
}
