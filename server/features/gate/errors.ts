import { problem } from "../../platform/http/problem.ts";

export const noBadge = problem("NO_BADGE", 409, "No badge for this person", {
  cause: "The account is not in use, employment has not begun or has ended, or the company's contract has ended.",
  remedy: "Correct the person's record first; the gate's answer says which of them it is.",
});

export const gateListTooLong = problem("GATE_LIST_TOO_LONG", 409, "List for the gate too long", {
  cause: "More people than a phone can take along are in use: 5,000.",
  remedy: "Take a list of one department, or ask by number, for which the service is needed.",
});
