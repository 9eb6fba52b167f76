import createClient from "openapi-fetch";
import { panelFetch } from "./fetch.ts";
import type { paths } from "./schema.d.ts";

/**
 * Every operation of the panel, typed by its contract: `api.GET("/panel/api/sessions", { params: { query } })`. A call
 * answers `{ data }` or throws an ApiProblem; there is no `error` to look at. For what a query returns:
 * `queryFn: async ({ signal }) => dataOf(await api.GET("…", { signal }))`.
 */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: panelFetch });

/** The body of an answer. It is always there, because failed calls have thrown. */
export function dataOf<T>({ data }: { data?: T }): NonNullable<T> {
  return data as NonNullable<T>;
}
