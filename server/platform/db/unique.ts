import { isUniqueViolation } from "./failures.ts";

const tries_max = 3;

/** Runs a transaction again when a concurrent one has taken the same unique key. The next try finds the key and reports it. */
export async function retryWhenTaken<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isUniqueViolation(error) || tried === tries_max) throw error;
    }
  }
}

/**
 * Runs a transaction; on a unique violation it throws the error that `taken` makes. Only the database can detect that a
 * concurrent request took the same key.
 */
export async function orTaken<T>(transaction: () => Promise<T>, taken: (cause: unknown) => Error): Promise<T> {
  try {
    return await transaction();
  } catch (error) {
    throw isUniqueViolation(error) ? taken(error) : error;
  }
}
