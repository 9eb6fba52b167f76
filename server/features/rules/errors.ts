import { problem } from "../../platform/http/problem.ts";

export const batchNotStopped = problem("BATCH_NOT_STOPPED", 409, "Evaluation has not stopped", {
  cause: "The evaluation is done, or goes on by itself.",
  remedy: "Look how far it is; it can be tried again once it has failed, or has stood still for a quarter of an hour.",
});
