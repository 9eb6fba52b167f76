import { keepPreviousData, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { dataOf } from "../../api/client.ts";
import type { ListState } from "./use-list-state.ts";

/** The query parameters of a page in a list paged by offset. */
export function offsetPage({ limit, offset }: Pick<ListState, "limit" | "offset">) {
  return { limit, offset };
}

/** The query parameters of a page in a list paged by cursor. */
export function cursorPage({ limit, cursor }: Pick<ListState, "limit" | "cursor">) {
  return cursor === null ? { limit } : { limit, cursor };
}

/** The filters that are set; empty ones are left out. */
export function activeFilters<F extends Readonly<Record<string, string>>>(filters: F): { [N in keyof F]?: Exclude<F[N], ""> } {
  const active = Object.entries(filters).filter(([, value]) => value !== "");
  return Object.fromEntries(active) as { [N in keyof F]?: Exclude<F[N], ""> };
}

/**
 * Reads one page of a list, and shows the previous page until it is there. `key` is the start of the query's key, by which a
 * change of the data causes a new read:
 * `useListPage(["people"], { ...offsetPage(list), ...filters }, (query, signal) => api.GET("/panel/api/people", { params: { query
 * }, signal }))`.
 */
export function useListPage<Q, A>(
  key: readonly unknown[],
  query: Q,
  read: (query: Q, signal: AbortSignal) => Promise<{ data?: A }>,
  { refetchInterval = false }: Pick<UseQueryOptions<NonNullable<A>>, "refetchInterval"> = {},
) {
  return useQuery<NonNullable<A>>({
    queryKey: [...key, query],
    queryFn: async ({ signal }) => dataOf(await read(query, signal)),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}
