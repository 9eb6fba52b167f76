import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { useListState } from "../../components/lists/use-list-state.ts";

export type Forecast = components["schemas"]["ComplianceForecast"];

export function useForecastState() {
  return useListState({ weeks: "12", course_code: "" });
}

export type ForecastState = ReturnType<typeof useForecastState>;
type Values = ForecastState["values"];

function queryOf({ weeks, course_code }: Values) {
  const asked = Number(weeks);
  return { weeks: asked >= 1 && asked <= 52 ? asked : 12, ...(course_code === "" ? {} : { course_code }) };
}

export function useForecast(values: Values) {
  return useQuery({
    queryKey: ["forecast", values],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/compliance/forecast", { params: { query: queryOf(values) }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useTrend(values: Values) {
  return useQuery({
    queryKey: ["trend", values],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/compliance/trend", { params: { query: queryOf(values) }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function useCourses() {
  return useQuery({
    queryKey: ["matrix-choices"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/compliance/matrix/choices", { signal })),
    staleTime: 300_000,
  });
}
