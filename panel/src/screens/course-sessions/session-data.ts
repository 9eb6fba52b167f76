import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";

export type CourseSession = components["schemas"]["CourseSession"];
export type AttendanceOf = components["schemas"]["Attendance"];
export type Attendee = AttendanceOf["people"][number];

/** The bookings and the attendance of a session. */
export function useAttendance(id: string) {
  return useQuery({
    queryKey: ["attendance", id],
    queryFn: async ({ signal }) =>
      dataOf(await api.GET("/panel/api/course-sessions/{id}/attendance", { params: { path: { id } }, signal })),
  });
}
