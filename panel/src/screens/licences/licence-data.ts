import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type Licence = components["schemas"]["License"];
export type Forecast = components["schemas"]["ComplianceForecast"]["licenses"][number];

export const forecast_weeks = 12;

type Wanted = { q: string; state: string; limit: number; offset: number };

export function useLicences({ q, state, limit, offset }: Wanted) {
  return useQuery({
    queryKey: ["licences", "list", q, state, limit, offset],
    queryFn: async ({ signal }) => {
      const filters = { ...(q ? { q } : {}), ...(state ? { state: state as Licence["state"] } : {}) };
      return dataOf(await api.GET("/panel/api/licenses", { params: { query: { limit, offset, ...filters } }, signal }));
    },
    placeholderData: keepPreviousData,
  });
}

export function useLicence(id: string) {
  return useQuery({
    queryKey: ["licences", "one", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/licenses/{id}", { params: { path: { id } }, signal })),
  });
}

/** By licence, the seats that renewals will need in the weeks to come. */
export function useSeatForecast() {
  return useQuery({
    queryKey: ["licences", "forecast"],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/compliance/forecast", { params: { query: { weeks: forecast_weeks } }, signal })).licenses,
    staleTime: 60_000,
  });
}
