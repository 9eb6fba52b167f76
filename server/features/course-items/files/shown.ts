import type { Static } from "typebox";
import type { CourseFile } from "./schema.ts";
import type { FileRow } from "./sql.ts";

/** A file that has arrived completely, as administrators see it. */
export function shownFile({ id, name, media_type, size_bytes, uploaded_by, uploaded_at }: FileRow): Static<typeof CourseFile> {
  return { id, name, media_type: media_type!, size_bytes, uploaded_by, uploaded_at: uploaded_at! };
}
