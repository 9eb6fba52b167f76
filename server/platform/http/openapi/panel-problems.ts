import { problem, type ProblemMaker } from "../problem.ts";

export const unauthenticated = problem("UNAUTHENTICATED", 401, "Not signed in", {
  cause:
    "The request carries no session of the panel, or the session has ended: by signing out, by 30 minutes without use (a learner's: 8 hours), by its age, or because the account or its role was changed.",
  remedy: "Sign in.",
});
export const roleNotAllowed = problem("ROLE_NOT_ALLOWED", 403, "Role not allowed", {
  cause: "The operation is meant for other roles than that of the account.",
  remedy: "Ask an IT administrator of the organisation to do it, or to give the account another role.",
});
export const organisationWide = problem("ORGANISATION_WIDE", 403, "Not for administrators of some departments", {
  cause: "The account looks after some departments only, and the operation is about the whole organisation.",
  remedy:
    "Ask an administrator of the whole organisation to do it, or an IT administrator to give the account the whole organisation.",
});
export const stepUpRequired = problem("STEP_UP_REQUIRED", 403, "Password needed again", {
  cause: "The operation shows a secret or widens access, and the password was last given over ten minutes ago.",
  remedy: "Give the password again (`POST /panel/api/step-up`), then repeat the request.",
});
export const crossSiteRequest = problem("CROSS_SITE_REQUEST", 403, "Not a request of the panel's own pages", {
  cause:
    "A change through the panel must come from a page of this service: the header Origin is not the service's own, or Sec-Fetch-Site is not same-origin.",
  remedy: "Open the panel at the address that BASE_URL names. Programs use the integration API.",
});

/** The problems that any operation of the panel may answer, besides the common ones. */
export const panel_problems: readonly ProblemMaker[] = [
  unauthenticated,
  roleNotAllowed,
  organisationWide,
  stepUpRequired,
  crossSiteRequest,
];
