import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type Connections = components["schemas"]["ScimConnectionList"];
export type Connection = Connections["connections"][number];
export type Exchange = components["schemas"]["ScimExchange"];

export const connections_key = ["scim", "connections"];
const refresh_ms = 15_000;

export function useConnections(every_ms = refresh_ms) {
  return useQuery({
    queryKey: connections_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/scim/connections", { signal })),
    refetchInterval: every_ms,
  });
}
