import type { Result } from "./sql.ts";

export type Notes = {
  add: (result: Result) => void;
  /**
   * Resolves when all results are written. Rejects if some could not be written; their mails are sent again after their lease has
   * ended.
   */
  end: () => Promise<void>;
};

/** Writes results as they arrive, one statement at a time; results that arrive during a statement are written by the next one. */
export function noteResults(write: (results: readonly Result[]) => Promise<void>): Notes {
  let waiting: Result[] = [];
  let writing: Promise<void> | null = null;
  const failures: unknown[] = [];
  const writeAll = async () => {
    while (waiting.length > 0) {
      const results = waiting;
      waiting = [];
      await write(results).catch((error: unknown) => failures.push(error));
    }
    writing = null;
  };
  return {
    add(result) {
      waiting.push(result);
      writing ??= writeAll();
    },
    async end() {
      await writing;
      if (failures.length > 0) throw new AggregateError(failures, "what became of some mails could not be noted");
    },
  };
}
