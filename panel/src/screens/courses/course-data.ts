import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type Course = components["schemas"]["Course"];
export type Detail = components["schemas"]["CourseDetail"];

export function useCourse(id: string) {
  return useQuery({
    queryKey: ["courses", "one", id],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/courses/{id}", { params: { path: { id } }, signal })),
  });
}

/** Formats a duration for readers. */
export function useLength() {
  const { t } = useTranslation("catalogue");
  return ({ value, unit }: NonNullable<Course["validity"]>) => t(`length.${unit}`, { count: value });
}

/** Formats seats as "37 of 50", or as unlimited. */
export function useSeats() {
  const { t, i18n } = useTranslation("catalogue");
  const number = new Intl.NumberFormat(i18n.language);
  return ({ seats_total, seats_used }: { seats_total: number | null; seats_used: number }) =>
    seats_total === null
      ? t("seats.unlimited")
      : t("seats.of", { used: number.format(seats_used), total: number.format(seats_total) });
}
