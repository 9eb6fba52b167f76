import { notFound, problem, type Problem } from "../../platform/http/problem.ts";

export const tooManyPacks = problem("TOO_MANY_EVIDENCE_PACKS", 409, "Too many evidence packs", {
  cause: "The organisation has several evidence packs that are not made yet.",
  remedy: "Wait until one of them is ready, or cancel one, and order again.",
});

export const packNotReady = problem("EVIDENCE_PACK_NOT_READY", 409, "Evidence pack not ready", {
  cause: "The evidence pack has no file: it is not made yet, was cancelled, or its file has reached its end of life.",
  remedy: "Wait until its status is ready, or order another one.",
});

export function noSuchPack(): Problem {
  return notFound("No such evidence pack.");
}
