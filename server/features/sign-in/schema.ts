import { Type } from "typebox";
import { panel_roles } from "../../platform/context.ts";
import { languages } from "../../platform/languages.ts";
import { Closed, Id, Instant, Nullable, OneOf } from "../../platform/http/schema.ts";
import { PasskeyAnswer } from "./passkeys/schema.ts";

export const NamedDepartment = Closed({ id: Id, name: Type.String({ example: "Logistics" }) });

const Shade = Type.String({ example: "#0f766e" });
const Shades = Closed({ filled: Shade, hover: Shade, text: Shade });

export const Session = Closed(
  {
    account: Closed({
      id: Id,
      kind: OneOf(["administrator", "person"], { example: "administrator" }),
      name: Type.String({ example: "Anna Nowak" }),
      email: Nullable(Type.String({ example: "anna.nowak@acme.example" })),
      login: Type.String({ description: "What the account signs in with.", example: "anna.nowak@acme.example" }),
      role: OneOf(panel_roles, { example: "it_admin" }),
      locale: Nullable(
        Type.String({ description: "Language that the account has chosen, or that is known of the person.", example: "pl" }),
      ),
      second_factor: Type.Boolean({ description: "A one-time code is asked for at sign-in." }),
      departments: Nullable(Type.Array(NamedDepartment), {
        description:
          "Departments that an administrator looks after, with all below them: nobody else's people are seen. null: the whole organisation.",
      }),
    }),
    organisation: Closed({
      code: Type.String({ example: "ACME-PL" }),
      name: Type.String({ example: "Acme Polska" }),
      time_zone: Type.String({ example: "Europe/Warsaw" }),
      kind: OneOf(["live", "sandbox"]),
      now: Type.String({ format: "date-time", description: "On the organisation's clock.", example: "2026-02-02T07:00:00.000Z" }),
      shades: Nullable(Closed({ light: Shades, dark: Shades }), {
        description: "Of the organisation's colour, as pages use it so that it can be read; null: the panel's own.",
      }),
      logo: Nullable(Type.String({ pattern: "^[0-9a-f]{64}$" }), { description: "SHA-256 of its logo; null: it has none." }),
    }),
    stepped_up_until: Nullable(Instant, {
      description: "Until when operations that ask for the password again need not ask; null: they do.",
    }),
    must_set_password: Type.Boolean({ description: "The session began with a one-time link, and no password was set since." }),
    shared_browser: Nullable(
      Closed({ idle_s: Type.Integer({ description: "After so many seconds without use the session ends.", example: 180 }) }),
      { description: "null: the browser is not marked as one that several people share." },
    ),
    base_url: Type.String({ format: "uri", example: "https://muster.example" }),
    version: Type.String({ example: "0.60.0" }),
  },
  { $id: "Session" },
);

export const password_min = 12;
export const password_max = 128;

/** A password that is checked; the rules for new passwords are in choose-password.ts. */
const Password = Type.String({ maxLength: 1_000, example: "three green bicycles" });
const OneTimeCode = Type.String({
  maxLength: 20,
  description: "The six digits that the authenticator shows.",
  example: "492039",
});
const TenantCode = Type.String({ maxLength: 100, example: "ACME-PL" });
const Login = Type.String({
  maxLength: 300,
  description: "E-mail address or, without one, the employee number.",
  example: "anna.nowak@acme.example",
});
const Token = Type.String({
  maxLength: 200,
  description: "What follows # in the link.",
  example: "Yx0c3Zk1mB6nV9qW2eR5tY8uI1oP4aS7dF0gH3jK6lQ",
});

/** The ways to show a second factor; one is required if the account has a second factor. */
const second_factor = {
  totp: Type.Optional(OneTimeCode),
  passkey: Type.Optional(PasskeyAnswer),
  recovery_code: Type.Optional(
    Type.String({ maxLength: 60, description: "24 digits, in groups or not.", example: "4092-8813-0027-5561-9304-1178" }),
  ),
};

export const SignInRequest = Closed({
  tenant_code: TenantCode,
  login: Login,
  password: Password,
  ...second_factor,
});
export const LinkRequest = Closed({ token: Token, ...second_factor });
export const PasswordRequest = Closed({
  token: Type.Optional(Token),
  current_password: Type.Optional(Password),
  password: Type.String({
    maxLength: 1_000,
    description: `${password_min} to ${password_max} characters, and none of the usual ones.`,
    example: "three green bicycles",
  }),
});
export const PasswordResetRequest = Closed({ tenant_code: TenantCode, login: Login });
export const LanguageRequest = Closed({
  language: OneOf(languages, { description: "Of the pages and of mails.", example: "pl" }),
});
export const StepUpRequest = Closed(
  { password: Type.Optional(Password), ...second_factor },
  { description: "The password, with the second factor of an account that has one; or a passkey alone." },
);
export const ConfirmSecondFactorRequest = Closed({ code: OneTimeCode });

export const SecondFactor = Closed(
  {
    secret: Type.String({ description: "Base 32; shown this once.", example: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" }),
    otpauth_url: Type.String({ format: "uri", example: "otpauth://totp/Muster:anna?secret=JBSWY3DPEHPK3PXP&issuer=Muster" }),
  },
  { $id: "SecondFactor" },
);

export const SessionEntry = Closed(
  {
    id: Id,
    current: Type.Boolean({ description: "The session of this request." }),
    created_at: Instant,
    seen_at: Instant,
    expires_at: Instant,
    address: Type.String({ example: "203.0.113.7" }),
    user_agent: Type.String({ example: "Mozilla/5.0 (X11; Linux x86_64) Firefox/151.0" }),
  },
  { $id: "SessionEntry" },
);
export const SessionList = Closed({ sessions: Type.Array(SessionEntry) }, { $id: "SessionList" });

export const EndedSessions = Closed(
  { ended: Type.Integer({ description: "How many there were.", example: 2 }) },
  { $id: "EndedSessions" },
);

export const SignInLink = Closed(
  {
    mailed_to: Nullable(Type.String({ example: "jan.kowalski@acme.example" }), {
      description: "Where the link was sent; null: it was not, because there is no address.",
    }),
    link: Nullable(Type.String({ format: "uri", description: "To be handed over; null: it was mailed." })),
    expires_at: Instant,
  },
  { $id: "SignInLink" },
);
