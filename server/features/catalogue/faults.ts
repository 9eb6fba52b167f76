import { invalid, type Problem } from "../../platform/http/problem.ts";
import type { Fault } from "../courses/check-course.ts";

/** Throws 422 with all faults, each with a pointer to its member. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw problemOf(faults);
}

function problemOf(faults: readonly Fault[]): Problem {
  return invalid(faults.map(({ path, detail }) => ({ pointer: `#/${path.join("/")}`, code: "NOT_POSSIBLE" as const, detail })));
}
