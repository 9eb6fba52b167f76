import { Type } from "typebox";
import { line, Nullable } from "../../platform/http/schema.ts";

/** Fields that the text of a certificate may name: `{name}`. */
export const certificate_fields = ["name", "course", "number", "organisation"] as const;

/** How an organisation looks, and what its certificates say; null: as ours. */
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
      maxLength: 300,
      pattern: `^(?:[^{}\\p{Cc}]|\\{(?:${certificate_fields.join("|")})\\})+$`,
      description: `Between the name and the course of such certificates; may name the fields ${certificate_fields.map((field) => `{${field}}`).join(", ")}.`,
      example: "has completed the training {course} with success",
    }),
  ),
  certificate_signatory: Nullable(
    line(120, { description: "Who signs, below such certificates.", example: "Maria Lis, head of training" }),
  ),
};
