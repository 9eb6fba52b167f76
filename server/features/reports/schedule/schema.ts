import { Type, type Static } from "typebox";
import { Closed, Id, Instant, Nullable, OneOf } from "../../../platform/http/schema.ts";
import { formats } from "../schema.ts";

/** The most administrators to whom a report is mailed. */
export const receivers_max = 20;
/** The most reports of an organisation that are mailed. */
export const schedules_max = 50;
/** The largest attachment; a larger report must be opened in the panel. */
export const attachment_rows_max = 20_000;
export const attachment_bytes_max = 5 * 1024 * 1024;

const stopped = ["owner_gone", "owner_role", "owner_limited"] as const;

const members = {
  format: OneOf(formats),
  every: OneOf(["day", "week", "month"]),
  day: Type.Integer({
    minimum: 1,
    maximum: 28,
    description: "Of the week, from 1, Monday, to 7, Sunday, or of the month; 1 where it is mailed every day.",
  }),
  hour: Type.Integer({
    minimum: 0,
    maximum: 23,
    description: "Of the day in `time_zone`; outside the hours of reminders the next of these is waited for.",
  }),
  time_zone: Type.String({ minLength: 1, maxLength: 64, description: "IANA name: of the hour, and of instants in the file." }),
  receiver_ids: Type.Array(Id, {
    minItems: 1,
    maxItems: receivers_max,
    uniqueItems: true,
    description: "Administrators of the whole organisation.",
  }),
};

export const ReportScheduleInput = Closed(members);
export type ReportScheduleInput = Static<typeof ReportScheduleInput>;

export const ReportSchedule = Closed(
  {
    ...members,
    due_at: Nullable(Instant, { description: "When it is mailed next, by the organisation's clock; null: it has stopped." }),
    stopped_by: Nullable(OneOf(stopped), {
      description: "The owner's account is gone or disabled, has a role that reads no reports, or sees some departments only.",
    }),
  },
  { $id: "ReportSchedule" },
);
export type StoppedBy = (typeof stopped)[number];

export const ReportScheduling = Closed({ schedule: Nullable(ReportSchedule) }, { $id: "ReportScheduling" });
export const ReportReceivers = Closed(
  { receivers: Type.Array(Closed({ id: Id, name: Type.String() })) },
  { $id: "ReportReceivers" },
);
