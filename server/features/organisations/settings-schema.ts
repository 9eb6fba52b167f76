import { Type } from "typebox";
import { languages } from "../../platform/languages.ts";
import { Closed, Name, Nullable, OneOf, line } from "../../platform/http/schema.ts";
import { attribute_key } from "./file/schema-parts.ts";
import { looks } from "./looks-schema.ts";

const members = {
  name: line(200, { example: "ACME Logistics" }),
  time_zone: Type.String({ maxLength: 64, description: "IANA name; dates are dates of this zone.", example: "Europe/Warsaw" }),
  language: OneOf(languages, { description: "Of mails to whom no language of their own is known.", example: "en" }),
  fiscal_month: Type.Integer({ minimum: 1, maximum: 12, description: "First month of the cycle year." }),
  email_required: Type.Boolean({ description: "Whether every person needs an e-mail address." }),
  create_departments_from_scim: Type.Boolean({
    description: "Whether an unknown department that an identity provider names is created.",
  }),
  ...looks,
};
const AttributeType = OneOf(["string", "number", "boolean", "string_array"]);
const Label = Nullable(Name, { description: "How people read its name; null: as its key." });
const AttributeKey = Type.String({
  pattern: attribute_key,
  description: "A small letter, then up to 63 small letters, digits and underscores.",
  example: "shift",
});

export const OrganisationSettings = Closed(
  {
    code: Type.String({ description: "The tenant code; it never changes.", example: "ACME-PL" }),
    kind: OneOf(["live", "sandbox"]),
    ...members,
    contract: Closed(
      {
        per_minute: Type.Integer(),
        burst: Type.Integer(),
        per_day: Type.Integer(),
        webhook_subscriptions: Type.Integer(),
      },
      { description: "What the operator has agreed to; clients cannot have more." },
    ),
    attributes: Type.Array(
      Closed({
        key: AttributeKey,
        type: AttributeType,
        label: Label,
        in_use: Type.Boolean({ description: "Some person has a value." }),
      }),
    ),
  },
  { $id: "OrganisationSettings" },
);

const certificate_words = {
  certificate_title: Type.Optional(members.certificate_title),
  certificate_text: Type.Optional(members.certificate_text),
  certificate_signatory: Type.Optional(members.certificate_signatory),
  certificate_signatory_title: Type.Optional(members.certificate_signatory_title),
  certificate_orientation: Type.Optional(members.certificate_orientation),
};

export const ChangeSettingsRequest = Closed({
  name: Type.Optional(members.name),
  time_zone: Type.Optional(members.time_zone),
  language: Type.Optional(members.language),
  fiscal_month: Type.Optional(members.fiscal_month),
  email_required: Type.Optional(members.email_required),
  create_departments_from_scim: Type.Optional(members.create_departments_from_scim),
  color: Type.Optional(members.color),
  ...certificate_words,
});

/** The certificate's words for a preview; members that are left out are the stored ones. */
export const CertificatePreviewRequest = Closed({ color: Type.Optional(members.color), ...certificate_words });
export const AddAttributeRequest = Closed({ key: AttributeKey, type: AttributeType, label: Type.Optional(Label) });
export const ChangeAttributeRequest = Closed({ type: Type.Optional(AttributeType), label: Type.Optional(Label) });
