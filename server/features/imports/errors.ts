import { problem } from "../../platform/http/problem.ts";

export const tooManyImports = problem("TOO_MANY_IMPORTS", 409, "Too many imports", {
  cause: "The organisation has several imports that have not ended yet.",
  remedy: "Wait until one of them is finished or failed, and send the file again.",
});
