import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type Report = components["schemas"]["Report"];
export type Definition = components["schemas"]["ReportDefinition"];
export type Subject = components["schemas"]["ReportSubjects"]["subjects"][number];
export type Preview = components["schemas"]["ReportPreview"];

/** The definition of a new report: the few columns that most reports need. */
export const first_definition: Definition = {
  subject: "compliance",
  columns: ["employee_no", "full_name", "department_name", "course_title", "compliance_status", "due_date"],
  filters: {},
  group_by: null,
  chart: "none",
};

/** The time zone for instants: the browser's. */
export const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The subjects of reports; their titles come in the language of the page. */
export function useSubjects() {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ["report-subjects", i18n.language],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/reports/subjects", { signal })).subjects,
    staleTime: Infinity,
  });
}

export function useReport(id: string) {
  return useQuery({
    queryKey: ["report", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/reports/{id}", { params: { path: { id } }, signal })),
  });
}

/** The present rows of a definition; the previous ones stay while the next are read. */
export function usePreview(definition: Definition) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ["report-preview", i18n.language, definition],
    queryFn: async ({ signal }) =>
      dataOf(await api.POST("/panel/api/reports/preview", { body: { definition, time_zone }, signal })),
    enabled: definition.columns.length > 0,
    placeholderData: (before) => before,
  });
}

/** The departments, companies and courses by which rows can be filtered. */
export function useChoices() {
  return useQuery({
    queryKey: ["matrix-choices"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/compliance/matrix/choices", { signal })),
    staleTime: 300_000,
  });
}

/** The definition with another subject. It keeps the columns and filters that this subject has too. */
export function withSubject(definition: Definition, subject: Subject): Definition {
  const has = (name: string) => subject.columns.some((column) => column.name === name);
  const kept = definition.columns.filter(has);
  const filters = Object.fromEntries(
    Object.entries(definition.filters).filter(([name]) => name !== "status" && subject.filters.includes(name)),
  );
  const group_by = definition.group_by !== null && has(definition.group_by) ? definition.group_by : null;
  return {
    subject: subject.name,
    columns: kept.length > 1 ? kept : subject.columns.slice(0, 6).map(({ name }) => name),
    filters,
    group_by,
    chart: group_by === null ? "none" : definition.chart,
  };
}
