import { notFound, problem, type Problem } from "../../platform/http/problem.ts";

export const groupManagedElsewhere = problem("GROUP_MANAGED_ELSEWHERE", 409, "Group managed elsewhere", {
  cause: "An identity provider keeps the group by SCIM: its name, its members, and whether it exists.",
  remedy: "Change it in the identity provider, which passes the change on. Its courses are chosen here.",
});

export const membersByConditions = problem("MEMBERS_BY_CONDITIONS", 409, "Members by conditions", {
  cause: "The group is dynamic: its members are the people who meet its conditions, and no others.",
  remedy: "Change the conditions, or make a manual group.",
});

export function noSuchGroup(): Problem {
  return notFound("No such group.");
}
