import { notFound, problem, type Problem } from "../../platform/http/problem.ts";

export const toolInUse = problem("LTI_TOOL_IN_USE", 409, "Tool in use", {
  cause: "A course launches the tool, or a learner is under way in a version of a course that does.",
  remedy: "Take the tool out of the courses, and wait until those under way have ended.",
});

export const toolAddressesInUse = problem("LTI_TOOL_ADDRESSES_IN_USE", 409, "Addresses of the tool in use", {
  cause: "The launch URL would move to another origin, while items of courses open addresses at the one that it has.",
  remedy: "Take the addresses within the tool out of the items of these courses, change the tool, and enter the new ones.",
});

export const tooManyTools = problem("TOO_MANY_LTI_TOOLS", 409, "Too many tools", {
  cause: "The organisation has registered as many tools as it may.",
  remedy: "Remove a tool that no course launches any more.",
});

export const scoreNotNewer = problem("SCORE_NOT_NEWER", 409, "Score not newer", {
  cause:
    "A score of the same learner and line item with the same or a later timestamp has been taken already (LTI-AGS 2.0 §3.4.8).",
  remedy:
    "Nothing is to be done where the later score is the right one; otherwise send it with the instant at which it was given.",
});

export function noSuchTool(): Problem {
  return notFound("No such tool.");
}
