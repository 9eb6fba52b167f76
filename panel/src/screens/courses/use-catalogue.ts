import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { ListState } from "../../components/lists/use-list-state.ts";
import type { Course } from "./course-data.ts";

type Wanted = Pick<ListState, "limit" | "offset"> & { values: { q: string; state: string; license_id?: string } };

/** What the server is asked for. */
export function catalogueFilters(type: Course["type"], { q, state, license_id }: Wanted["values"]) {
  return {
    type,
    ...(q ? { q } : {}),
    ...(state === "assignable" ? { assignable: true } : {}),
    ...(state && state !== "assignable" ? { unassignable_reason: state as NonNullable<Course["unassignable_reason"]> } : {}),
    ...(license_id ? { license_id } : {}),
  };
}

/** One page of courses, or of learning paths. */
export function useCatalogue(type: Course["type"], { values, limit, offset }: Wanted) {
  return useQuery({
    queryKey: ["courses", "list", type, values, limit, offset],
    queryFn: async ({ signal }) => {
      const query = { limit, offset, ...catalogueFilters(type, values) };
      return dataOf(await api.GET("/panel/api/courses", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}
