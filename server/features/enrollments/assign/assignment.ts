import type { CourseRef, UsableLicense } from "../../courses/sql.ts";
import type { Reference } from "../events.ts";
import type { EnrollmentSource } from "../schema.ts";
import type { PersonRef } from "../sql.ts";

/** A reason of an enrollment that can end: it lapses with the rule or the group. */
export type Origin = { source: "rule" | "group"; ref_id: string };

/** A course or learning path that a person shall be assigned. */
export type Assignment = {
  person_id: string;
  course_id: string;
  /** Default: by the course; null: none. */
  due_date?: string | null | undefined;
  /** The day from which the days to `due_date` count: one that has to wait leaves as many days from then on. */
  counts_from?: string | undefined;
  /** Default: the current cycle, unless an enrollment is open already. */
  cycle_year?: number | undefined;
  source: EnrollmentSource;
  by: Reference;
  origin?: Origin | undefined;
  /** A valid certificate makes the assignment needless, or a completion where the course issues none and is not repeated in cycles. */
  count_valid_certificates?: boolean | undefined;
  /** Only what is not older than this counts; null: whatever its age. */
  look_back_days?: number | null | undefined;
  renewal_of?: string | undefined;
  /** The enrollment whose active reasons this one takes over. */
  inherit_sources_of?: string | undefined;
  /** The courses of a path that the person has already stay as they are: with their due dates and reasons. */
  keep_existing?: boolean | undefined;
};

/** An assignment as a caller names it. */
export type NamedAssignment = {
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

export type BlockReason = "inactive" | "license_expired" | "path_only" | "no_seat" | "unknown" | "person_inactive";

/** `full`: the licence to buy seats of. */
export type Blocked = { assignment: Assignment } & Block;
export type Block = { reason: Exclude<BlockReason, "no_seat"> } | { reason: "no_seat"; full: UsableLicense };
