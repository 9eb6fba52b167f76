import { accessSync, constants } from "node:fs";
import path from "node:path";

/** Folders of service programs, which are not on every user's path. */
const further_folders = ["/usr/sbin", "/usr/local/sbin"];

/** The path of a program on this machine; null: it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env["PATH"] ?? "").split(path.delimiter), ...further_folders];
  return folders.map((folder) => path.join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Why a test cannot run, or false: `{ skip: needsProgram("prometheus") }`. */
export function needsProgram(...names: string[]): string | false {
  const missing = names.filter((name) => findProgram(name) === null);
  return missing.length === 0 ? false : `${missing.join(" and ")} cannot be found on this machine`;
}
