import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { activeFilters, offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import type { ListState } from "../../components/lists/use-list-state.ts";

export type Licence = components["schemas"]["License"];
export type Forecast = components["schemas"]["ComplianceForecast"]["licenses"][number];

export const forecast_weeks = 12;

export function useLicences(list: Pick<ListState<"q" | "state">, "values" | "limit" | "offset">) {
  const { q, state } = list.values;
  const query = { ...offsetPage(list), ...activeFilters({ q, state: state as Licence["state"] }) };
  return useListPage(["licences", "list"], query, (query, signal) =>
    api.GET("/panel/api/licenses", { params: { query }, signal }),
  );
}

export function useLicence(id: string) {
  return useQuery({
    queryKey: ["licences", "one", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/licenses/{id}", { params: { path: { id } }, signal })),
  });
}

/** The seats that renewals will need in the coming weeks, by licence. */
export function useSeatForecast() {
  return useQuery({
    queryKey: ["licences", "forecast"],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/compliance/forecast", { params: { query: { weeks: forecast_weeks } }, signal })).licenses,
    staleTime: 60_000,
  });
}
