import { orTaken } from "../../db/unique.ts";
import { invalid, type ErrorItem, type Problem } from "../problem.ts";

/** 422 at the code, where another record has it; `name` says which. */
export function codeTaken(name?: string): Problem {
  return invalid([takenCode(name)]);
}

/** The same fault, to stand beside others. */
export function takenCode(name?: string): ErrorItem {
  const detail = name === undefined ? "is taken already" : `is the code of "${name}" already`;
  return { pointer: "#/code", code: "ALREADY_TAKEN", detail };
}

/** Runs a transaction that takes a code, which another one may take in the same instant. */
export function orCodeTaken<T>(transaction: () => Promise<T>): Promise<T> {
  return orTaken(transaction, () => codeTaken());
}
