import { Type } from "typebox";
import { panel_roles } from "../../platform/context.ts";
import { Closed, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";

export const Session = Closed(
  {
    account: Closed({
      id: Id,
      kind: OneOf(["administrator", "person"], { example: "administrator" }),
      name: Type.String({ example: "Anna Nowak" }),
      email: Nullable(Type.String({ example: "anna.nowak@acme.example" })),
      role: OneOf(panel_roles, { example: "it_admin" }),
      locale: Nullable(Type.String({ description: "Language that the account asks for.", example: "pl" })),
      second_factor: Type.Boolean({ description: "A one-time code is asked for at sign-in." }),
    }),
    organisation: Closed({
      code: Type.String({ example: "ACME-PL" }),
      name: Type.String({ example: "Acme Polska" }),
      time_zone: Type.String({ example: "Europe/Warsaw" }),
      kind: OneOf(["live", "sandbox"]),
      now: Type.String({ format: "date-time", description: "On the organisation's clock.", example: "2026-02-02T07:00:00.000Z" }),
    }),
    stepped_up_until: Nullable(Instant, {
      description: "Until when operations that ask for the password again need not ask; null: they do.",
    }),
    must_set_password: Type.Boolean({ description: "The account has no password yet, or came by a link to set a new one." }),
    base_url: Type.String({ format: "uri", example: "https://muster.example" }),
    version: Type.String({ example: "0.60.0" }),
  },
  { $id: "Session" },
);
