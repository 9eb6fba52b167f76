import { codeOf } from "../../platform/db/failures.ts";
import { codeTaken } from "./errors.ts";

const unique_violation = "23505";

/** Who takes a code in the same instant is seen by the database alone. */
export async function orCodeTaken<T>(story: () => Promise<T>): Promise<T> {
  try {
    return await story();
  } catch (error) {
    throw codeOf(error) === unique_violation ? codeTaken() : error;
  }
}
