import { isUniqueViolation } from "../db/failures.ts";
import { invalid, type Problem } from "./problem.ts";

/** 422 at the code, where another record has it; `name` says which. */
export function codeTaken(name?: string): Problem {
  const detail = name === undefined ? "is taken already" : `is the code of "${name}" already`;
  return invalid([{ pointer: "#/code", code: "ALREADY_TAKEN", detail }]);
}

/** Who takes a code in the same instant is seen by the database alone. */
export async function orCodeTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUniqueViolation(error) ? codeTaken() : error;
  }
}
