import { api, dataOf } from "../../api/client.ts";
import { panelFetch } from "../../api/fetch.ts";
import { ApiProblem } from "../../api/problem.ts";
import type { components } from "../../api/schema.d.ts";

export type CourseFile = components["schemas"]["CourseFile"];

/** How often a part is sent, where the line breaks. */
const tries_max = 4;

/** Sends a file of a course in parts, and says after each how much has arrived, in per cent. */
export async function sendFile(id: string, file: File, onSent: (percent: number) => void): Promise<CourseFile> {
  const body = { name: file.name, size_bytes: file.size };
  const begun = dataOf(await api.POST("/panel/api/courses/{id}/files", { params: { path: { id } }, body }));
  const parts = Math.ceil(file.size / begun.part_bytes);
  for (let number = 0; number < parts; number += 1) {
    const bytes = file.slice(number * begun.part_bytes, (number + 1) * begun.part_bytes);
    await sendPart(`/panel/api/courses/${id}/files/${begun.id}/parts/${number}`, bytes);
    onSent(Math.round(((number + 1) * 100) / parts));
  }
  const path = { id, file_id: begun.id };
  return dataOf(await api.POST("/panel/api/courses/{id}/files/{file_id}/finish", { params: { path } }));
}

/** A part may be sent again: it takes its own place. */
async function sendPart(path: string, bytes: Blob): Promise<void> {
  const headers = { accept: "application/json", "content-type": "application/octet-stream" };
  for (let tries = 1; ; tries += 1) {
    try {
      await panelFetch(new Request(new URL(path, location.origin), { method: "PUT", headers, body: bytes }));
      return;
    } catch (error) {
      const is_line = error instanceof ApiProblem && error.status === 0;
      if (!is_line || tries === tries_max) throw error;
    }
  }
}
