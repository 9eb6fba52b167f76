import { Type, type Static } from "typebox";
import { Closed, Nullable, OneOf } from "../../platform/http/schema.ts";
import { languages } from "../../platform/languages.ts";

const members = {
  managers: Type.Boolean({ description: "Whether managers are told of their people each week." }),
  administrators: Type.Boolean({ description: "Whether administrators are told how the organisation stands each week." }),
  weekday: Type.Integer({ minimum: 1, maximum: 7, description: "Day of the week, from 1, Monday, to 7, Sunday." }),
  hour: Type.Integer({
    minimum: 0,
    maximum: 23,
    description:
      "Hour of the organisation's day from which they are written; outside the hours of reminders the next of these is waited for.",
  }),
  escalate_after_days: Nullable(Type.Integer({ minimum: 1, maximum: 180 }), {
    description:
      "Overdue by so many days, it is told to the manager's manager as well, by twice as many to the one above, and by three times as many, or where such a manager gets no digest, to administrators; null: to managers of the people alone.",
    example: 14,
  }),
};

export const DigestSettings = Closed(members, { $id: "DigestSettings" });
export type DigestSettings = Static<typeof DigestSettings>;

/** Members that are left out stay unchanged. */
export const ChangeDigestSettingsRequest = Type.Partial(Closed(members), { additionalProperties: false });
export type ChangeDigestSettings = Static<typeof ChangeDigestSettingsRequest>;

/** The settings of an organisation that has set nothing: no digests. */
export const no_digests: DigestSettings = {
  managers: false,
  administrators: false,
  weekday: 1,
  hour: 8,
  escalate_after_days: null,
};

const digest_kinds = ["manager", "administrator"] as const;
export type DigestKind = (typeof digest_kinds)[number];

const kind = OneOf(digest_kinds, { description: "To whom it goes." });

export const DigestPreviewQuery = Closed({ kind, language: OneOf(languages, { description: "Of the mail." }) });

export const DigestPreview = Closed(
  { subject: Type.String(), text: Type.String({ description: "Plain text, as the mail has it." }) },
  { $id: "DigestPreview" },
);

export const DigestTestRequest = Closed({ kind });

export const DigestTest = Closed(
  { recipient: Type.String({ description: "The address of the own account, to which the mail is written." }) },
  { $id: "DigestTest" },
);
