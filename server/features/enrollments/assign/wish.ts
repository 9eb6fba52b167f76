import type { Reference } from "../events.ts";
import type { EnrollmentSource } from "../schema.ts";

/** A reason of an enrollment that can end: it lapses with the rule or the group. */
export type Origin = { source: "rule" | "group"; ref_id: string };

/** That a person be assigned a course or learning path. */
export type Wish = {
  person_id: string;
  course_id: string;
  /** Default: by the course; null: none. */
  due_date?: string | null | undefined;
  /** The day from which the days to `due_date` count: whoever has to wait for the assignment has as many from then on. */
  counts_from?: string | undefined;
  /** Default: the current cycle, unless an enrollment is open already. */
  cycle_year?: number | undefined;
  source: EnrollmentSource;
  by: Reference;
  origin?: Origin | undefined;
  /** A valid certificate serves the wish, or a completion where the course issues none and is not repeated in cycles. */
  count_valid_certificates?: boolean | undefined;
  /** Only what is not older than this counts; null: whatever its age. */
  look_back_days?: number | null | undefined;
  renewal_of?: string | undefined;
  /** The enrollment whose active reasons this one takes over. */
  inherit_sources_of?: string | undefined;
};

export type BlockReason = "inactive" | "license_expired" | "path_only" | "no_seat" | "unknown" | "person_inactive";

export type Blocked = { wish: Wish; reason: BlockReason };
