import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { lookAgainAtMerge } from "../places/merging.tsx";

export type Detail = components["schemas"]["DepartmentDetail"];
export type TreeRow = components["schemas"]["DepartmentTree"]["departments"][number];

export function useTree() {
  return useQuery({
    queryKey: ["departments", "tree"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/departments/tree", { signal })).departments,
  });
}

export function useDepartment(id: string) {
  return useQuery({
    queryKey: ["departments", "one", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/departments/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => lookAgainAtMerge(state.data),
  });
}

/** The active departments as choices, named by their full paths from the root. */
export function choicesOf(rows: readonly TreeRow[]): { value: string; label: string }[] {
  const by_id = new Map(rows.map((row) => [row.id, row]));
  return rows
    .filter(({ active }) => active)
    .map((row) => ({ value: row.id, label: pathOf(row, by_id).join(" › ") }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

/** The deepest level that is followed towards the root; real trees are never as deep. */
const depth_max = 100;

function pathOf(row: TreeRow, by_id: ReadonlyMap<string, TreeRow>): string[] {
  const path: string[] = [];
  for (let at: TreeRow | undefined = row; at && path.length < depth_max; at = by_id.get(at.parent_id ?? ""))
    path.unshift(at.name);
  return path;
}
