import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { lookAgainAtMerge } from "../places/merging.tsx";

export type Contractor = components["schemas"]["Contractor"];

export function useContractor(id: string) {
  return useQuery({
    queryKey: ["contractors", "one", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/contractors/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => lookAgainAtMerge(state.data),
  });
}
