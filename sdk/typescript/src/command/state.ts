// The state of a run, in a small file beside its input, for the next run after an interruption. It contains no names of people.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { usageFault } from "./exit.ts";

/** Replaces the file as a whole, so that it is never written partially; only its owner may read it. */
export function writeState(file: string, state: object): void {
  const fresh = `${file}.new`;
  try {
    writeFileSync(fresh, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    renameSync(fresh, file);
  } catch (error) {
    throw usageFault(`${file} could not be written (${(error as Error).message}); say where it can: --state FILE.`);
  }
}

/**
 * The stored state; null: there is no such file. A damaged file ends the command, because starting again could skip or repeat
 * something.
 */
export function readState(file: string): Record<string, unknown> | null {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw usageFault(`${file} could not be read (${(error as Error).message}); name another: --state FILE.`);
  }
  try {
    const state: unknown = JSON.parse(text);
    if (typeof state === "object" && state !== null && !Array.isArray(state)) return state as Record<string, unknown>;
  } catch {
    // The error is thrown below.
  }
  throw usageFault(
    `${file} is damaged and does not say where the last run was. Remove it to begin anew, or name another: --state FILE.`,
  );
}

export function removeState(file: string): void {
  rmSync(file, { force: true });
}
