import { Type } from "typebox";
import { Nullable, OneOf } from "../../platform/http/schema.ts";
import { problem } from "../../platform/http/problem.ts";
import { refusals } from "./failures.ts";

export const companySignInNotOffered = problem("COMPANY_SIGN_IN_NOT_OFFERED", 404, "Not offered", {
  cause:
    "There is no organisation with this tenant code, or it does not let people sign in with the company's identity. The answer is the same for both.",
  remedy: "Check the tenant code, or sign in with the password.",
});
export const providerNotUsable = problem("PROVIDER_NOT_USABLE", 409, "Identity provider not usable", {
  cause: "The organisation's identity provider did not answer, or answered something that cannot be used.",
  remedy: "Try again later, or sign in with the password. An IT administrator finds the reason in the settings of sign-in.",
  members: {
    refusal: Nullable(OneOf(refusals), { description: "What went wrong; null: that is for the administrators." }),
    said: Nullable(Type.String(), { description: "What the provider said, or where it was looked for." }),
  },
});
export const providerRequired = problem("PROVIDER_REQUIRED", 409, "Identity provider required", {
  cause:
    "The organisation requires sign-in with the company's identity. Without this provider, as it was tested, only the administrator for emergencies could sign in.",
  remedy: "Make sign-in with the company's identity an offer first, then change the provider.",
});
export const breakGlassNeeded = problem("BREAK_GLASS_NEEDED", 409, "Administrator for emergencies needed", {
  cause:
    "Sign-in with the company's identity can be required only where an administrator is named who signs in without it in an emergency: an enabled IT administrator with a password and a second factor.",
  remedy: "Have an IT administrator set up a second factor in their account, and name them.",
});
export const peopleComeByScim = problem("PEOPLE_COME_BY_SCIM", 409, "People come by SCIM", {
  cause:
    "The organisation has a client with the scope scim: its identity provider brings people in, and nobody is created at a sign-in.",
  remedy: "Assign people to the application at the identity provider, or revoke the client first.",
});
export const verifiedDomainNeeded = problem("VERIFIED_DOMAIN_NEEDED", 409, "Verified domain needed", {
  cause:
    "People are created by an address of a domain that the organisation has proved to be its own, and there is no such domain.",
  remedy: "Add the e-mail domain in the settings of sign-in, and prove it by its TXT record.",
});
export const rolesNotSeen = problem("ROLES_NOT_SEEN", 409, "Roles not seen", {
  cause: "No sign-in has shown yet what the claim holds, so that nobody has seen whose roles would change.",
  remedy: "Make a test sign-in, and look at what it says of roles.",
});
export const providerNotTested = problem("PROVIDER_NOT_TESTED", 409, "Identity provider not tested", {
  cause: "No test sign-in has succeeded since the identity provider was set up or changed.",
  remedy: "Make a test sign-in, then switch it on.",
});
