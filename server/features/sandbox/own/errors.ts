import { problem } from "../../../platform/http/problem.ts";

export const sandboxExists = problem("SANDBOX_EXISTS", 409, "Sandbox exists", {
  cause: "The organisation has a sandbox already; it has one at most.",
  remedy: "Open that one, or reset it: it is then as new.",
});
