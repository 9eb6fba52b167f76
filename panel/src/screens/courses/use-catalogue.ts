import { api } from "../../api/client.ts";
import { activeFilters, offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import type { ListState } from "../../components/lists/use-list-state.ts";
import type { Course } from "./course-data.ts";

type Wanted = Pick<ListState, "limit" | "offset"> & { values: { q: string; state: string; license_id?: string } };

/** The filters of the request. */
export function catalogueFilters(type: Course["type"], { q, state, license_id = "" }: Wanted["values"]) {
  return {
    type,
    ...activeFilters({ q, license_id }),
    ...(state === "assignable" ? { assignable: true } : {}),
    ...(state && state !== "assignable" ? { unassignable_reason: state as NonNullable<Course["unassignable_reason"]> } : {}),
  };
}

/** One page of courses, or of learning paths. */
export function useCatalogue(type: Course["type"], wanted: Wanted) {
  const query = { ...offsetPage(wanted), ...catalogueFilters(type, wanted.values) };
  return useListPage(["courses", "list"], query, (query, signal) => api.GET("/panel/api/courses", { params: { query }, signal }));
}
