import { DatabaseSync } from "node:sqlite";

/** Another process serves this data directory. */
export class EmbeddedInUse extends Error {
  readonly data_dir: string;
  constructor(data_dir: string) {
    super(`The embedded database in ${data_dir} is in use by another process.`);
    this.name = "EmbeddedInUse";
    this.data_dir = data_dir;
  }
}

/**
 * Takes the directory's lock and returns the function that releases it. PGlite itself would let two processes write the same
 * files. Node has no file locks, but SQLite has. The operating system releases them when the process dies for any reason, so
 * there is never a stale lock to clean up.
 */
export function takeLock(data_dir: string, lock_path: string): () => void {
  const lock = new DatabaseSync(lock_path, { timeout: 0 });
  try {
    // In the default journal mode, an unused journal file would lie beside the lock.
    lock.exec("pragma journal_mode = memory; begin exclusive");
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new EmbeddedInUse(data_dir);
    throw error;
  }
  return () => lock.close();
}

const sqlite_busy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqlite_busy;
}
