import { problem } from "../../../platform/http/problem.ts";

export const passkeyNotAccepted = problem("PASSKEY_NOT_ACCEPTED", 401, "Passkey not accepted", {
  cause:
    "The passkey does not sign in here. The answer is the same for every cause: nobody here has this passkey, it was removed or blocked, its account is disabled or has left, the device did not ask who its user is, or the answer came too late, came twice, or was made for another address.",
  remedy: "Try again, and let the device check who you are (PIN, fingerprint, face). Otherwise sign in with login and password.",
});
export const passkeyNotAdded = problem("PASSKEY_NOT_ADDED", 409, "Passkey not added", {
  cause: "What the device made cannot be used, came too late or twice, or belongs to an account already.",
  remedy: "Begin again.",
});
export const tooManyPasskeys = problem("TOO_MANY_PASSKEYS", 409, "Too many passkeys", {
  cause: "The account has as many passkeys as an account may have.",
  remedy: "Remove one that is not used any more.",
});
