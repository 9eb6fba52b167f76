import { Type, type Static } from "typebox";
import { languages } from "../../../platform/languages.ts";
import { Closed, OneOf } from "../../../platform/http/schema.ts";
import type { ReminderKind } from "../../mail/facts.ts";

export const reminder_kinds = [
  "assigned",
  "renewed",
  "due_soon",
  "overdue",
  "expiring",
  "session",
] as const satisfies readonly ReminderKind[];

export const reminder_subject_max = 200;
export const reminder_text_max = 2_000;
export const reminder_line_max = 200;

const which = {
  kind: OneOf(reminder_kinds, { description: "Of which reason.", example: "due_soon" }),
  language: OneOf(languages, { description: "In which language.", example: "en" }),
};

const says = {
  subject: Type.String({
    minLength: 1,
    maxLength: reminder_subject_max,
    description: "Of the mail whose most urgent reason it is.",
    example: "{first_name}, your training is due soon",
  }),
  text: Type.String({
    minLength: 1,
    maxLength: reminder_text_max,
    description: "Above the lines of the reason: plain text, paragraphs between empty lines.",
  }),
  line: Type.String({
    minLength: 1,
    maxLength: reminder_line_max,
    description: "Of each course; it says `{course_title}`.",
    example: "{course_title}, by {due_on}",
  }),
};

export const ReminderTextParams = Closed(which);
export const ReminderTextInput = Closed(says);
export const ReminderTextDraft = Closed({ ...which, ...says });
export type ReminderTextDraft = Static<typeof ReminderTextDraft>;

const ReminderTextFields = Type.Array(Type.String(), { description: "Fields that it knows, without their braces." });

export const ReminderTexts = Closed(
  {
    texts: Type.Array(
      Closed({
        ...which,
        ...says,
        is_own: Type.Boolean({ description: "Whether the organisation has written it; false: it is the product's." }),
        fields: ReminderTextFields,
        line_fields: ReminderTextFields,
      }),
      { description: "One of each reason and language." },
    ),
  },
  { $id: "ReminderTexts" },
);
export type ReminderTexts = Static<typeof ReminderTexts>;
