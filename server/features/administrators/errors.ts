import { problem } from "../../platform/http/problem.ts";

export const administratorExists = problem("ADMINISTRATOR_EXISTS", 409, "Administrator exists", {
  cause: "The organisation has an administrator with this e-mail address.",
  remedy: "Change that administrator instead.",
});
export const lastItAdministrator = problem("LAST_IT_ADMINISTRATOR", 409, "Last IT administrator", {
  cause: "The organisation would be left without an IT administrator who can sign in.",
  remedy: "Give the role to another administrator first.",
});
