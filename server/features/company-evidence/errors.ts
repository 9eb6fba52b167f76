import { Type } from "typebox";
import { problem } from "../../platform/http/problem.ts";

export const evidenceLinkNotValid = problem("EVIDENCE_LINK_NOT_VALID", 404, "Link is not valid", {
  cause: "The link is unknown, has ended or is outdated.",
  remedy: "Ask the organisation for a new link.",
});
export const evidenceWaits = problem("EVIDENCE_WAITS", 409, "Evidence waits already", {
  cause: "Evidence for this enrollment was handed in and waits for the organisation.",
  remedy: "Wait until it is accepted or refused.",
});
export const tooMuchEvidence = problem("TOO_MUCH_EVIDENCE", 429, "Too much evidence", {
  cause: "30 files came by this link within ten minutes, or 500 in all, or four are on their way.",
  remedy: "Wait the seconds of Retry-After; after 500 files ask the organisation for a new link.",
  members: { retry_after_seconds: Type.Integer({ example: 600 }) },
});
export const submissionDecided = problem("SUBMISSION_DECIDED", 409, "Evidence was decided already", {
  cause: "The evidence was accepted or refused before.",
  remedy: "Read it again.",
});
