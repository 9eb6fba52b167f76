import { Type } from "typebox";
import { line, Nullable, OneOf } from "../../platform/http/schema.ts";

/** Fields that the text of a certificate may name: `{name}`. */
export const certificate_fields = ["name", "course", "date", "number", "valid_until", "organisation"] as const;

const text_letters_max = 600;

/** Colour of an organisation's pages and words of its certificates; null: the service's default. */
export const looks = {
  color: Nullable(
    Type.String({
      pattern: "^#[0-9a-f]{6}$",
      description: "Of the panel and of certificates, #rrggbb; darker or lighter shades are used where it could not be read.",
      example: "#0f766e",
    }),
  ),
  certificate_title: Nullable(
    line(60, { description: "Of certificates of own courses; null: Certificate.", example: "Diploma" }),
  ),
  certificate_text: Nullable(
    Type.String({
      minLength: 1,
      maxLength: text_letters_max,
      description: `Between the name and the course of such certificates, in eight lines at most; may name the fields ${certificate_fields.map((field) => `{${field}}`).join(", ")}.`,
      example: "has completed the training {course} with success",
    }),
  ),
  certificate_signatory: Nullable(line(120, { description: "Who signs, below such certificates.", example: "Maria Lis" })),
  certificate_signatory_title: Nullable(
    line(120, { description: "What that person is, below the name.", example: "Head of training" }),
  ),
  certificate_orientation: OneOf(["landscape", "portrait"], { description: "Of such certificates, on A4." }),
};
