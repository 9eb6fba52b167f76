import { api, dataOf } from "../../api/client.ts";
import { panelFetch } from "../../api/fetch.ts";
import { isPassing, persist } from "../../api/persist.ts";
import type { components } from "../../api/schema.d.ts";

export type CourseFile = components["schemas"]["CourseFile"];

/** How far a file has been sent. Sending it again continues there. */
export type Sending = { file: File; begun: components["schemas"]["CourseFileBegun"] | null; parts_sent: number };

/** Sends a file of a course in parts, and reports after each part how many per cent have arrived. */
export async function sendFile(id: string, sending: Sending, onSent: (percent: number) => void): Promise<CourseFile> {
  try {
    return await sendRest(id, sending, onSent);
  } catch (error) {
    // A file that was refused is sent from its beginning the next time.
    if (!isPassing(error)) Object.assign(sending, { begun: null, parts_sent: 0 });
    throw error;
  }
}

async function sendRest(id: string, sending: Sending, onSent: (percent: number) => void): Promise<CourseFile> {
  const { file } = sending;
  const body = { name: file.name, size_bytes: file.size };
  sending.begun ??= dataOf(await api.POST("/panel/api/courses/{id}/files", { params: { path: { id } }, body }));
  const { id: file_id, part_bytes } = sending.begun;
  const parts = Math.ceil(file.size / part_bytes);
  while (sending.parts_sent < parts) {
    const number = sending.parts_sent;
    const bytes = file.slice(number * part_bytes, (number + 1) * part_bytes);
    await persist(() => sendPart(`/panel/api/courses/${id}/files/${file_id}/parts/${number}`, bytes));
    sending.parts_sent += 1;
    onSent(Math.round((sending.parts_sent * 100) / parts));
  }
  const params = { path: { id, file_id } };
  return dataOf(await persist(() => api.POST("/panel/api/courses/{id}/files/{file_id}/finish", { params })));
}

/** Sending a part again is safe: it replaces itself. */
async function sendPart(path: string, bytes: Blob): Promise<void> {
  const headers = { accept: "application/json", "content-type": "application/octet-stream" };
  await panelFetch(new Request(new URL(path, location.origin), { method: "PUT", headers, body: bytes }));
}
