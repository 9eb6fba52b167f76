import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "./client.ts";

export const notices_key = ["notices"];

const fresh_ms = 60_000;

/** The notices of the signed-in account; requested only while `enabled`. */
export function useNotices({ enabled = true } = {}) {
  return useQuery({
    queryKey: notices_key,
    enabled,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/my/notices", { signal })),
    staleTime: fresh_ms,
  });
}
