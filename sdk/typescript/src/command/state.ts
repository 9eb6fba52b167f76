// What a run remembers, in a small file beside the one that it works on, for the run that comes after an interruption. It names no person.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { usageFault } from "./exit.ts";

/** Replaces the file as a whole, so that it is never half written; only its owner may read it. */
export function writeState(file: string, state: object): void {
  const fresh = `${file}.new`;
  try {
    writeFileSync(fresh, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    renameSync(fresh, file);
  } catch (error) {
    throw usageFault(`${file} could not be written (${(error as Error).message}); say where it can: --state FILE.`);
  }
}

/** What stands there; null: nothing, or nothing that can be used. */
export function readState(file: string): Record<string, unknown> | null {
  try {
    const state: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof state === "object" && state !== null ? (state as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

export function removeState(file: string): void {
  rmSync(file, { force: true });
}
