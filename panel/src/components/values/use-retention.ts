import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type Retention = components["schemas"]["Retention"];
export type RetentionKind = Retention["kinds"][number]["kind"];

export const retention_key = ["retention"];

/** How long the organisation keeps each kind of record, for IT administrators. */
export function useRetention() {
  return useQuery({
    queryKey: retention_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/retention", { signal })),
    staleTime: 60_000,
  });
}

/** For how many days a kind of record is kept; null: not known yet, or kept for ever. */
export function useDaysKept(kind: RetentionKind): number | null {
  return useRetention().data?.kinds.find((one) => one.kind === kind)?.days ?? null;
}
