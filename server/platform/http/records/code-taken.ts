import { orTaken } from "../../db/unique.ts";
import { invalid, type ErrorItem, type Problem } from "../problem.ts";

/** 422 at the field `code` when another record has the code; `name` is the name of that record. */
export function codeTaken(name?: string): Problem {
  return invalid([takenCode(name)]);
}

/** The same fault as an entry, to be listed with others. */
export function takenCode(name?: string): ErrorItem {
  const detail = name === undefined ? "is taken already" : `is the code of "${name}" already`;
  return { pointer: "#/code", code: "ALREADY_TAKEN", detail };
}

/** Runs a transaction that takes a code, and answers 422 when a concurrent transaction takes the same code. */
export function orCodeTaken<T>(transaction: () => Promise<T>): Promise<T> {
  return orTaken(transaction, () => codeTaken());
}
