import { Type, type Static } from "typebox";
import { languages } from "../../platform/languages.ts";
import { Closed, DateOnly, Id, Nullable, OneOf } from "../../platform/http/schema.ts";

/** Further days, after the first one. */
const also = (maximum: number, what: string) =>
  Type.Array(Type.Integer({ minimum: 0, maximum }), {
    maxItems: 4,
    uniqueItems: true,
    description: `Told again so many days before ${what}, each fewer than the first; 0: on the day itself.`,
  });

/** When learners are reminded of a course. */
const schedule = {
  assigned: Type.Boolean({ description: "Whether learners are told of what has been assigned to them." }),
  due_soon_days: Nullable(Type.Integer({ minimum: 1, maximum: 90 }), {
    description: "Days before the due date; null: not reminded of.",
    example: 7,
  }),
  due_soon_also: also(89, "the due date"),
  overdue_every_days: Nullable(Type.Integer({ minimum: 1, maximum: 90 }), {
    description: "Days after the due date, and between repetitions; null: not reminded of.",
    example: 7,
  }),
  overdue_times: Type.Integer({
    minimum: 1,
    maximum: 10,
    description: "How many times at most an overdue enrollment is reminded of.",
  }),
  expiring_days: Nullable(Type.Integer({ minimum: 1, maximum: 180 }), {
    description: "Days before a certificate's last day; null: not reminded of.",
    example: 30,
  }),
  expiring_also: also(179, "the last day"),
};

const members = {
  ...schedule,
  sessions: Type.Boolean({ description: "Whether who is booked is told of a course session on the day before." }),
  by_mail: Type.Boolean({ description: "Whether reminders are mailed; false: they are shown in the panel alone." }),
  from_hour: Type.Integer({
    minimum: 0,
    maximum: 23,
    description: "Hour of the organisation's day from which mails are written.",
  }),
  until_hour: Type.Integer({
    minimum: 1,
    maximum: 24,
    description: "Hour before which they are written; later than `from_hour`.",
  }),
};

/** A schedule as requests send it. */
export const ReminderScheduleInput = Closed(schedule);

/** The schedule of an organisation, or of one of its courses. */
export const ReminderSchedule = Closed(schedule, { $id: "ReminderSchedule" });
export type ReminderSchedule = Static<typeof ReminderSchedule>;

export const ReminderSettings = Closed(members, { $id: "ReminderSettings" });
export type ReminderSettings = Static<typeof ReminderSettings>;

/** Members that are left out stay unchanged. */
export const ChangeReminderSettingsRequest = Type.Partial(Closed(members), { additionalProperties: false });
export type ChangeReminderSettings = Static<typeof ChangeReminderSettingsRequest>;

/** The settings of an organisation that has set nothing: no reminders. */
export const no_reminders: ReminderSettings = {
  assigned: false,
  due_soon_days: null,
  due_soon_also: [],
  overdue_every_days: null,
  overdue_times: 3,
  expiring_days: null,
  expiring_also: [],
  sessions: false,
  by_mail: true,
  from_hour: 8,
  until_hour: 18,
};

export const ReminderLanguage = Closed({ language: OneOf(languages, { description: "Of the mail." }) });

export const ReminderPreview = Closed(
  { subject: Type.String(), text: Type.String({ description: "Plain text, as the mail has it." }) },
  { $id: "ReminderPreview" },
);

export const ReminderTest = Closed(
  { recipient: Type.String({ description: "The address of the own account, to which the mail is written." }) },
  { $id: "ReminderTest" },
);

/** A schedule that is not saved, to preview whom it would reach. */
export const ReminderReachRequest = Closed({
  schedule: ReminderScheduleInput,
  course_id: Type.Optional(Nullable(Id, { description: "Of one course; null or left out: of the organisation." })),
});

const kinds = ["assigned", "renewed", "due_soon", "overdue", "expiring"] as const;

export const ReminderReach = Closed(
  {
    day: { ...DateOnly, description: "Of the morning: today, before the first hour, or tomorrow." },
    people: Type.Integer({ minimum: 0 }),
    is_more: Type.Boolean({ description: "There are more than were counted." }),
    kinds: Type.Array(Closed({ kind: OneOf(kinds), people: Type.Integer({ minimum: 1 }) })),
    examples: Type.Array(
      Closed({
        person: Closed({ id: Id, name: Type.String() }),
        course: Closed({ id: Id, title: Type.String() }),
        kind: OneOf(kinds),
        about_on: { ...DateOnly, description: "The due date, the last day of the certificate, or the day of the assignment." },
      }),
      { description: "The first of them, by date." },
    ),
  },
  { $id: "ReminderReach" },
);

export const CourseScheduleParams = Type.Object({ course_id: Type.String() });

/** Courses with a schedule of their own. */
export const CourseSchedules = Closed(
  {
    courses: Type.Array(
      Closed({ course: Closed({ id: Id, code: Type.String(), title: Type.String() }), schedule: ReminderSchedule }),
    ),
  },
  { $id: "CourseSchedules" },
);

/** The possible outcomes of a manual reminder, for one person. */
export const by_hand_outcomes = [
  "done",
  "nothing_open",
  "reminded_today",
  "person_inactive",
  "no_address",
  "bouncing",
  "no_mails",
  "refused_by_receiver",
] as const;
