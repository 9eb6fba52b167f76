import { Type } from "typebox";
import { Nullable, OneOf } from "../../platform/http/schema.ts";
import { problem } from "../../platform/http/problem.ts";
import { PasskeyRequest } from "./passkeys/schema.ts";

export const signInFailed = problem("SIGN_IN_FAILED", 401, "Sign-in failed", {
  cause:
    "Tenant code, login, password and one-time code do not belong together. The answer is the same for every cause: an unknown organisation or account, a wrong password, an account that is disabled or has left, a one-time code that is wrong or was used.",
  remedy: "Check what was typed, or ask for a link to set a new password.",
});
export const secondFactorRequired = problem("SECOND_FACTOR_REQUIRED", 401, "Second factor needed", {
  cause: "The account has a second factor, and the request shows none.",
  remedy:
    "Send the same again with one of the `ways`: the code that the authenticator shows as `totp`, the answer to `passkey` as `passkey`, or a code of the account as `recovery_code`.",
  members: {
    ways: Type.Array(OneOf(["totp", "passkey", "recovery_code"]), { description: "In which ways it can be shown." }),
    passkey: Nullable(PasskeyRequest, {
      description: "What to ask the browser's authenticators; null: no passkey can be shown.",
    }),
  },
});
export const companySignInRequired = problem("COMPANY_SIGN_IN_REQUIRED", 403, "Company sign-in required", {
  cause:
    "The organisation requires this account to sign in with the company's identity: a password, or a link that sets one, is not taken. Where it requires that of everybody, each failed sign-in is answered so.",
  remedy: "Choose `Sign in with your company` on the sign-in page.",
});
export const breakGlassAdministrator = problem("BREAK_GLASS_ADMINISTRATOR", 409, "Administrator for emergencies", {
  cause:
    "The organisation requires sign-in with the company's identity, and this administrator is the one who signs in without it when the identity provider does not work. That takes the role of an IT administrator, a password and a second factor.",
  remedy: "Name another administrator in the settings of sign-in first.",
});
export const linkNotValid = problem("LINK_NOT_VALID", 401, "Link not valid", {
  cause: "The link was used, has expired, was replaced by a newer one, or never existed.",
  remedy: "Ask for a new link: by `Forgot password`, or from an administrator.",
});
export const tooManySignIns = problem("TOO_MANY_SIGN_INS", 429, "Too many attempts to sign in", {
  cause:
    "Ten attempts for this login failed within 15 minutes, five within a minute, or this address made 60 attempts within a minute. Browsers in which the account has signed in before are counted apart.",
  remedy: "Wait the seconds of Retry-After, or ask for a link to set a new password.",
  members: { retry_after_seconds: Type.Integer({ example: 60 }) },
});
export const passwordNotConfirmed = problem("PASSWORD_NOT_CONFIRMED", 403, "Password not confirmed", {
  cause: "The current password, or the one-time code, is missing or wrong.",
  remedy: "Give the account's current password, and the code if it has a second factor.",
});
export const secondFactorExists = problem("SECOND_FACTOR_EXISTS", 409, "Second factor exists", {
  cause: "The account has a second factor already.",
  remedy: "Remove it first.",
});
export const noSecondFactor = problem("NO_SECOND_FACTOR", 409, "No second factor", {
  cause: "The account has no second factor to confirm or remove.",
  remedy: "Begin with a new one.",
});
export const wrongCode = problem("WRONG_CODE", 409, "Wrong code", {
  cause: "The one-time code is not the one that the secret shows at present, or was used before.",
  remedy: "Enter the code that the authenticator shows now; check that its clock is right.",
});
