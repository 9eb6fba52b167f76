import { Type } from "typebox";
import { problem } from "../../platform/http/problem.ts";

export const placeStateBlocked = problem("PLACE_STATE_BLOCKED", 409, "State cannot be changed", {
  cause:
    "Active people or sub-departments still belong to it, so it cannot be taken out of use; or the department above is out of use, so it cannot be brought back; or a merge that it is part of has not finished.",
  remedy:
    "Wait for the end of a merge. Move the people and sub-departments first, or merge it into another one; bring back the department above first.",
  members: {
    people: Type.Integer({ description: "Active people that belong to it." }),
    departments: Type.Integer({ description: "Departments in use directly below it." }),
  },
});
