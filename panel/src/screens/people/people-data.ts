import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import { useSession } from "../../api/session.ts";

export type Person = components["schemas"]["Person"];

/** The most entries in a list of choices; beyond that, people are found by searching. */
const choices_max = 500;

/** null: no person is requested. */
export function usePerson(id: string | null) {
  return useQuery({
    queryKey: ["person", id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/people/{id}", { params: { path: { id: id ?? "" } }, signal })),
    enabled: id !== null,
  });
}

export function useDepartments() {
  return useQuery({
    queryKey: ["departments", "choices"],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/departments", { params: { query: { limit: choices_max, active: true } }, signal }))
        .departments,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

export function useContractors() {
  return useQuery({
    queryKey: ["contractors", "choices"],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/contractors", { params: { query: { limit: choices_max, active: true } }, signal }))
        .contractors,
    staleTime: 60_000,
  });
}

export function useCourses() {
  return useQuery({
    queryKey: ["courses", "choices"],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/courses", { params: { query: { limit: choices_max, active: true } }, signal })).courses,
    staleTime: 60_000,
  });
}

/**
 * Why the signed-in user may not change people and training; null: they may. `of_person`: a change to one person's training,
 * which administrators of some departments may make too.
 */
export function useTrainingReason(about: "organisation" | "of_person" = "organisation"): string | null {
  const { t } = useTranslation("training");
  const { role, departments } = useSession().account;
  if (role !== "training_admin") return t("training_only");
  return departments === null || about === "of_person" ? null : t("organisation_only");
}

export function nameOf(person: Pick<Person, "full_name" | "employee_no" | "login">): string {
  return person.full_name ?? person.employee_no ?? person.login;
}
