import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { codeOf } from "../db/failures.ts";
import { readKeyring, type Keyring } from "./keyring.ts";

const file_name = "secret.key";
const key_bytes = 32;

/**
 * The keyring of an installation without SECRET_KEY: read from the data folder, created there at the first use. Several processes
 * may start at once. The file appears only when it is complete, the first process wins, and all of them read the same key. To
 * rotate the key, put a newer version before the old one: `v2:…,v1:…`.
 */
export function readOrCreateKeyFile(data_dir: string): Keyring {
  const file = keyFileOf(data_dir);
  const text = readIfThere(file) ?? create(data_dir, file);
  try {
    return readKeyring(text.trim());
  } catch (error) {
    throw new Error(`the key file ${file} ${(error as Error).message}`, { cause: error });
  }
}

export function keyFileOf(data_dir: string): string {
  return path.join(data_dir, file_name);
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function create(data_dir: string, file: string): string {
  mkdirSync(data_dir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  write(draft, `v1:${randomBytes(key_bytes).toString("base64url")}\n`);
  try {
    // A link fails if the name exists; a rename would replace the key that another process has just created.
    linkSync(draft, file);
    syncFolder(data_dir);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8");
}

function write(file: string, text: string): void {
  const handle = openSync(file, "wx", 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes the new file survive a power failure: secrets hashed under a lost key would never match again. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return; // A folder cannot be opened there.
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
