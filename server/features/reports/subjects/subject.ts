// What reports are about. A subject joins the record that its list shows, so that a column means in a report what it means there.
import type { Fragment } from "../../../platform/db/sql.ts";
import type { Static } from "typebox";
import type { ReportFilters } from "../schema.ts";

/** When and where a report is read. `counts`: rows are counted and not shown, so the form of their instants does not matter. */
export type Place = { tenant_id: string; today: string; counts?: true };

export type Filters = Static<typeof ReportFilters>;

/** Codes that are written in the reader's words. */
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

/** `day`: a date; `instant`: shown by the reader's clock. */
export type Kind = "text" | "number" | "day" | "instant" | "yes_no" | { codes: Vocabulary };

export type Column = {
  kind: Kind;
  /** Any type of the database whose text is what its records say. */
  value: Fragment;
  /** Few values, by which rows can be counted; a day is counted by its month. */
  groups?: true;
  /** By what rows are counted where that is not the value, and the value of the key `k.key`. */
  key?: { of: Fragment; value: (place: Place) => Fragment };
};

export type Subject = {
  /** Behind `from`, down to the record. */
  from: (place: Place) => Fragment;
  conditions: (place: Place, filters: Filters) => Fragment[];
  /** Ids in the order of the rows: together they are unique. */
  keys: readonly Fragment[];
  columns: Readonly<Record<string, Column>>;
  filters: readonly (keyof Filters)[];
  /** Values of the filter `status`. */
  statuses: readonly string[];
  status_codes: Vocabulary | null;
  /** About no person, and refused to administrators of some departments. */
  whole_organisation?: true;
};
