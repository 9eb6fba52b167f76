import { isUniqueViolation } from "./failures.ts";

const tries_max = 3;

/** Runs a transaction again when another one has taken a key in the same instant: the next try finds the key and says so. */
export async function retryWhenTaken<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isUniqueViolation(error) || tried === tries_max) throw error;
    }
  }
}

/** Only the database sees that a key is taken in the same instant; `taken` makes the error that the caller is told. */
export async function orTaken<T>(transaction: () => Promise<T>, taken: (cause: unknown) => Error): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    throw isUniqueViolation(error) ? taken(error) : error;
  }
}
