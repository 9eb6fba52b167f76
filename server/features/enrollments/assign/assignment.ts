import type { CourseRef } from "../../courses/sql.ts";
import type { Reference } from "../events.ts";
import type { EnrollmentSource } from "../schema.ts";
import type { PersonRef } from "../sql.ts";

/** Who shall be assigned what, and on whose behalf. */
export type Assignment = {
  person: PersonRef;
  course: CourseRef;
  /** Default: the current cycle. */
  cycle_year?: number | undefined;
  /** Default: by the course; null: none. */
  due_date?: string | null | undefined;
  source: EnrollmentSource;
  by: Reference;
  /** Groups the assignments of one mass operation. */
  batch_id: string | null;
};
