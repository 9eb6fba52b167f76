import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "./client.ts";
import type { components } from "./schema.d.ts";

export type Passkey = components["schemas"]["Passkey"];

export const passkeys_key = ["passkeys"];

/** The passkeys of the signed-in account. */
export const passkeys_query = queryOptions({
  queryKey: passkeys_key,
  queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/passkeys", { signal })).passkeys,
});
