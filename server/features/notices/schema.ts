import { Type } from "typebox";
import { Closed, DateOnly, Id, Instant, InstantInput, Nullable, OneOf } from "../../platform/http/schema.ts";

export const notice_kinds = [
  "assigned",
  "renewed",
  "due_soon",
  "overdue",
  "expiring",
  "session",
  "digest_manager",
  "digest_administrator",
] as const;

/** The most entries of one answer. */
export const notices_max = 50;
/** Older entries are not shown. */
export const notice_days_max = 30;

export const Notices = Closed(
  {
    unread: Type.Integer({ minimum: 0, maximum: notices_max, description: "Of those below." }),
    read_through: Nullable(Instant, { description: "Up to when all was read; null: nothing yet." }),
    notices: Type.Array(
      Closed({
        id: Type.String({ description: "The same as long as it is shown." }),
        kind: OneOf(notice_kinds, {
          description: "Why: the reasons of reminders, and the week of a manager or an administrator.",
        }),
        title: Nullable(Type.String(), { description: "Of the course; null: it is about a week." }),
        course_id: Nullable(Id),
        day: DateOnly,
        numbers: Nullable(Type.Record(Type.String(), Type.Integer()), { description: "Of a week; null: it is about a course." }),
        told_at: Instant,
        is_unread: Type.Boolean(),
      }),
      { description: `Of the last ${notice_days_max} days, the newest ${notices_max}, the newest first.` },
    ),
  },
  { $id: "Notices" },
);

export const ReadNoticesRequest = Closed({ through: InstantInput });
