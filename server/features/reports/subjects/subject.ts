// The subjects of reports. A subject joins the record of its list, so a column has the same meaning in a report as in the list.
import type { Fragment } from "../../../platform/db/sql.ts";
import type { Static } from "typebox";
import type { ReportFilters } from "../schema.ts";

/** The organisation and day of a report. `counts`: rows are only counted, so their instants need not be formatted. */
export type Place = { tenant_id: string; today: string; counts?: true };

export type Filters = Static<typeof ReportFilters>;

/** Sets of codes that are translated for the reader. */
export type Vocabulary =
  | "person_status"
  | "worker_type"
  | "enrollment_status"
  | "enrollment_source"
  | "flag"
  | "certificate_status"
  | "certificate_source"
  | "license_state"
  | "seat_unit";

/** `day`: a date; `instant`: shown in the reader's time zone. */
export type Kind = "text" | "number" | "day" | "instant" | "yes_no" | { codes: Vocabulary };

export type Column = {
  kind: Kind;
  /** SQL of any type, whose text is the value. */
  value: Fragment;
  /** Rows can be counted by this column, because it has few values; a day counts by its month. */
  groups?: true;
  /** The key by which rows are counted, if it is not the value itself, and the value for a key `k.key`. */
  key?: { of: Fragment; value: (place: Place) => Fragment };
};

export type Subject = {
  /** The tables after `from`, including the record. */
  from: (place: Place) => Fragment;
  conditions: (place: Place, filters: Filters) => Fragment[];
  /** Ids in the order of the rows; together they are unique. */
  keys: readonly Fragment[];
  columns: Readonly<Record<string, Column>>;
  filters: readonly (keyof Filters)[];
  /** The values of the filter `status`. */
  statuses: readonly string[];
  status_codes: Vocabulary | null;
  /** The subject is not about people, and administrators of some departments cannot use it. */
  whole_organisation?: true;
};
