import { Type, type Static } from "typebox";
import { languages } from "../../platform/languages.ts";
import { Closed, Nullable, OneOf } from "../../platform/http/schema.ts";

const members = {
  assigned: Type.Boolean({ description: "Whether learners are told of what has been assigned to them." }),
  due_soon_days: Nullable(Type.Integer({ minimum: 1, maximum: 90 }), {
    description: "Days before the due date; null: not reminded of.",
    example: 7,
  }),
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

export const ReminderSettings = Closed(members, { $id: "ReminderSettings" });
export type ReminderSettings = Static<typeof ReminderSettings>;

/** Members that are left out stay as they are. */
export const ChangeReminderSettingsRequest = Closed({
  assigned: Type.Optional(members.assigned),
  due_soon_days: Type.Optional(members.due_soon_days),
  overdue_every_days: Type.Optional(members.overdue_every_days),
  overdue_times: Type.Optional(members.overdue_times),
  expiring_days: Type.Optional(members.expiring_days),
  sessions: Type.Optional(members.sessions),
  by_mail: Type.Optional(members.by_mail),
  from_hour: Type.Optional(members.from_hour),
  until_hour: Type.Optional(members.until_hour),
});
export type ChangeReminderSettings = Static<typeof ChangeReminderSettingsRequest>;

/** What holds until an organisation sets something: nobody is reminded of anything. */
export const no_reminders: ReminderSettings = {
  assigned: false,
  due_soon_days: null,
  overdue_every_days: null,
  overdue_times: 3,
  expiring_days: null,
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
