import type { CourseRef, UsableLicense } from "../../courses/sql.ts";
import type { Reference } from "../events.ts";
import type { EnrollmentSource } from "../schema.ts";
import type { PersonRef } from "../sql.ts";

/** The rule or group that requires an enrollment; the enrollment lapses with the last of them. */
export type Origin = { source: "rule" | "group"; ref_id: string };

/** A course or learning path that is to be assigned to a person. */
export type Assignment = {
  person_id: string;
  course_id: string;
  /** The due date; left out: as the course says, null: none. */
  due_date?: string | null | undefined;
  /**
   * The day from which the days to `due_date` count. If the assignment has to wait, the person gets the same number of days
   * later.
   */
  counts_from?: string | undefined;
  /** By default the current cycle, unless an enrollment is open already. */
  cycle_year?: number | undefined;
  source: EnrollmentSource;
  by: Reference;
  origin?: Origin | undefined;
  /**
   * Whether a valid certificate satisfies the assignment. For a course without certificates that is not repeated in cycles, a
   * completion does.
   */
  count_valid_certificates?: boolean | undefined;
  /** Only certificates and completions that are not older than this count; null: of any age. */
  look_back_days?: number | null | undefined;
  renewal_of?: string | undefined;
  /** The enrollment whose active sources the new one gets. */
  inherit_sources_of?: string | undefined;
  /** Whether existing enrollments in courses of a path stay unchanged, with their due dates and sources. */
  keep_existing?: boolean | undefined;
};

/** The due date; left out: as the course says, null: none. */
export type NamedAssignment = {
  person: PersonRef;
  course: CourseRef;
  /** By default the current cycle. */
  cycle_year?: number | undefined;
  /** By default as the course says; null: none. */
  due_date?: string | null | undefined;
  source: EnrollmentSource;
  by: Reference;
  /** Shared by all assignments of one mass operation. */
  batch_id: string | null;
};

export type BlockReason = "inactive" | "license_expired" | "path_only" | "no_seat" | "unknown" | "person_inactive";

/** `full`: the licence of which more seats are needed. */
export type Blocked = { assignment: Assignment } & Block;
export type Block = { reason: Exclude<BlockReason, "no_seat"> } | { reason: "no_seat"; full: UsableLicense };
