import { api, dataOf } from "../../api/client.ts";
import type { Choice } from "./choose-many.tsx";

const found_max = 50;

/** Active departments, in the order of their tree; for `ChooseMany`. */
export async function searchDepartments(q: string, signal: AbortSignal): Promise<Choice[]> {
  const query = { limit: found_max, active: true, ...(q ? { q } : {}) };
  const { departments } = dataOf(await api.GET("/panel/api/departments", { params: { query }, signal }));
  return departments.map(({ id, path }) => ({ value: id, label: path.join(" › ") }));
}

/** Active courses and learning paths; for `ChooseMany`. */
export async function searchCourses(q: string, signal: AbortSignal): Promise<Choice[]> {
  const query = { limit: found_max, active: true, ...(q ? { q } : {}) };
  const { courses } = dataOf(await api.GET("/panel/api/courses", { params: { query }, signal }));
  return courses.map(({ id, title, code }) => ({ value: id, label: `${title} (${code})` }));
}
