/** What happened to what. Personal data (names, addresses, numbers of people) goes into `personal`, which erasure blanks. */
export type AuditEntry = {
  /** `<target>.<verb>`, for example `enrollment.assign`. */
  operation: string;
  target_type: string;
  target_id: string | null;
  /** Changed fields that are not personal: `{field: [before, after]}`. */
  changes?: Record<string, unknown>;
  personal?: Record<string, unknown>;
  /** Groups the rows of one mass operation. */
  batch_id?: string | null;
};
