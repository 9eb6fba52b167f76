import type { Panel } from "../panel/panel.ts";
import type { Reply } from "../server.ts";

/** Sends a file to a course in parts, as the panel does; returns the first refusal, or the answer to its completion. */
export async function sendCourseFile(admin: Panel, course_id: string, name: string, bytes: Buffer): Promise<Reply> {
  const begun = await admin.post(`/courses/${course_id}/files`, { name, size_bytes: bytes.length });
  if (begun.status !== 201) return begun;
  const { id, part_bytes } = begun.body;
  for (let number = 0; number * part_bytes < bytes.length; number += 1) {
    const kept = await admin.call("PUT", `/courses/${course_id}/files/${id}/parts/${number}`, {
      headers: { "content-type": "application/octet-stream" },
      body: bytes.subarray(number * part_bytes, (number + 1) * part_bytes),
    });
    if (kept.status !== 204) return kept;
  }
  return admin.post(`/courses/${course_id}/files/${id}/finish`);
}
