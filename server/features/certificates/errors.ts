import { notFound, type Problem } from "../../platform/http/problem.ts";

/** Unknown, of another organisation, or no id at all: all alike. */
export function noSuchCertificate(): Problem {
  return notFound("No such certificate.");
}
