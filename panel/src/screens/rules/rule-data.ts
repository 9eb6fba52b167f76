import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type Rule = components["schemas"]["Rule"];
export type Batch = components["schemas"]["RuleBatch"];
export type Preview = components["schemas"]["ChangePreview"];

const look_again_ms = 1_000;

const look_again_stopped_ms = 10_000;

/** Whether an evaluation has stopped before its end, so that it can be tried again. */
export function isStopped({ state }: Batch): boolean {
  return state === "failed" || state === "stalled";
}

/** How soon to read again: a running batch makes progress, and a stopped one may be tried again automatically. */
export function lookAgain(record: { last_batch: Batch | null } | undefined): number | false {
  if (!record?.last_batch || record.last_batch.finished_at !== null) return false;
  return isStopped(record.last_batch) ? look_again_stopped_ms : look_again_ms;
}

export function useRule(id: string) {
  return useQuery({
    queryKey: ["rule", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/rules/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => lookAgain(state.data),
  });
}
