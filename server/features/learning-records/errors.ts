import { problem } from "../../platform/http/problem.ts";

export const recordRefused = problem("XAPI_REFUSED", 400, "xAPI request refused", {
  cause:
    "The request, a statement or an attachment does not keep a rule of xAPI 1.0.3, or a limit: the detail names which, and where.",
  remedy: "Change what the detail names, and send the request again.",
});

export const recordNotAllowed = problem("XAPI_NOT_ALLOWED", 403, "Not allowed for these credentials", {
  cause:
    "Statements and documents are about people of the organisation whom the credentials may speak for: a client speaks for all of them, a launched package for its learner, by the rules of cmi5.",
  remedy: "Name the person by their e-mail address or account, as docs/guides say, or keep the rule that the detail names.",
});

export const recordConflict = problem("XAPI_CONFLICT", 409, "Conflict", {
  cause:
    "A statement with this id says something else, or a document is there and the request does not say which version it replaces.",
  remedy: "Give a new statement an id of its own. Read a document, and send its ETag in If-Match.",
});
