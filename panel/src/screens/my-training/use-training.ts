import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type MyTraining = components["schemas"]["MyTraining"];
export type MyCourse = components["schemas"]["MyCourse"];
export type MyItems = components["schemas"]["MyItems"];
export type CourseSummary = MyTraining["courses"][number];

export const training_key = ["my-training"];

export function useTraining() {
  return useQuery({
    queryKey: training_key,
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/my/training", { signal })),
  });
}

export function isOpen({ status }: { status: CourseSummary["status"] }): boolean {
  return status === "assigned" || status === "in_progress";
}

/** The properties of a component that shows one item of a course. */
export type ItemProps = {
  /** The id of the enrollment. */
  course_id: string;
  item: MyItems["items"][number];
  items: MyItems;
  /** Called with the course after each step. */
  onChanged: (items: MyItems) => void;
};
