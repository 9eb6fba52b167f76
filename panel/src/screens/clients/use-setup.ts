import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { clients_key } from "./client-data.ts";

/** The contract's limits, and the address from which this page is opened. */
export function useSetup() {
  return useQuery({
    queryKey: [...clients_key, "setup"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/client-setup", { signal })),
  });
}
