import { OneOf } from "./schema.ts";

/** The codes in `errors` of a 422: what is wrong with one field of a request. New codes may be added within v1. */
const fault_codes = [
  // Faults of the field itself.
  "REQUIRED",
  "ONE_OF_REQUIRED",
  "CONFLICTING_FIELDS",
  "UNKNOWN_FIELD",
  "INVALID_TYPE",
  "INVALID_FORMAT",
  "INVALID_URL",
  "INVALID_VALUE",
  "NOT_ALLOWED",
  "NOT_ALLOWED_VALUE",
  "OUT_OF_RANGE",
  "TOO_LONG",
  "TOO_SHORT",
  "TOO_MANY",
  "DATE_IN_PAST",
  // Faults of the record or value that the field refers to.
  "UNKNOWN_ATTRIBUTE",
  "UNKNOWN_DEPARTMENT",
  "AMBIGUOUS_DEPARTMENT",
  "UNKNOWN_CONTRACTOR",
  "AMBIGUOUS_CONTRACTOR",
  "CONTRACTOR_REQUIRED",
  "CONTRACTOR_NOT_ALLOWED",
  "UNKNOWN_PERSON",
  "PERSON_INACTIVE",
  "UNKNOWN_COURSE",
  "COURSE_INACTIVE",
  "LICENSE_EXPIRED",
  "PATH_ONLY",
  "UNKNOWN_EVENT_TYPE",
  "UNKNOWN_CLIENT",
  "UNKNOWN_TARGET",
  // Conflicts with existing records.
  "ALREADY_EXISTS",
  "ALREADY_TAKEN",
  "BELOW_ITSELF",
  "BELOW_LEGAL_MINIMUM",
  "CANNOT_CREATE",
  "NOT_POSSIBLE",
  "OUT_OF_USE",
  "SAME",
  "TOO_COMMON",
] as const;
export type FaultCode = (typeof fault_codes)[number];

export const FaultCode = OneOf(fault_codes, { named: "FaultCode" });
