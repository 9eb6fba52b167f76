import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type Rule = components["schemas"]["Rule"];
export type Batch = components["schemas"]["RuleBatch"];
export type Preview = components["schemas"]["ChangePreview"];

const look_again_ms = 1_000;

/** How soon to look again: a batch that runs moves on. */
export function lookAgain(record: { last_batch: Batch | null } | undefined): number | false {
  return record?.last_batch && record.last_batch.finished_at === null ? look_again_ms : false;
}

export function useRule(id: string) {
  return useQuery({
    queryKey: ["rule", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/rules/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => lookAgain(state.data),
  });
}

/** Lets everything be read anew that a change of a rule or a group shows in. */
export function useReadAnew(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = ["rule", "rules", "group", "groups"];
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
}

export async function searchCourses(q: string, signal: AbortSignal) {
  const query = { limit: 50, active: true, ...(q ? { q } : {}) };
  const { courses } = dataOf(await api.GET("/panel/api/courses", { params: { query }, signal }));
  return courses.map(({ id, title, code }) => ({ value: id, label: `${title} (${code})` }));
}
