// Where the embedded database keeps its things inside DATA_DIR.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export type Places = { data_dir: string; database_dir: string; lock_path: string };

export function placesIn(data_dir: string): Places {
  const absolute = path.resolve(data_dir);
  return {
    data_dir: absolute,
    database_dir: path.join(absolute, "database"),
    lock_path: path.join(absolute, "lock"),
  };
}

/** Makes the folder for the socket, open to its owner only, and returns it. Call it under the lock. */
export function makeSocketDir({ data_dir }: Places): string {
  removeSocketDir(placesIn(data_dir));
  const near = path.join(data_dir, "socket");
  if (Buffer.byteLength(socketPath(near)) <= socket_path_bytes_max) {
    mkdirSync(near, { mode: 0o700 });
    chmodSync(near, 0o700);
    return near;
  }
  // The name is not to be guessed, so that nobody else can have made the folder before us.
  const far = mkdtempSync(path.join(tmpdir(), "muster-"));
  writeFileSync(pointerPath(data_dir), far, { mode: 0o600 });
  return far;
}

/** The folder in which a serving process would have put its socket. */
export function findSocketDir({ data_dir }: Places): string {
  return existsSync(pointerPath(data_dir)) ? readFileSync(pointerPath(data_dir), "utf8") : path.join(data_dir, "socket");
}

/** Removes the folder, also one that a killed process left behind. Call it under the lock. */
export function removeSocketDir(places: Places): void {
  const socket_dir = findSocketDir(places);
  rmSync(socketPath(socket_dir), { force: true });
  rmSync(socket_dir, { recursive: true, force: true });
  rmSync(pointerPath(places.data_dir), { force: true });
}

/** The name under which PostgreSQL's clients look for a socket. */
export function socketPath(socket_dir: string): string {
  return path.join(socket_dir, `.s.PGSQL.${socket_port}`);
}

export const socket_port = 5432;

/** The shortest limit among the systems we run on: macOS has room for 104 bytes with the closing zero, Linux for 108. */
const socket_path_bytes_max = 103;

function pointerPath(data_dir: string): string {
  return path.join(data_dir, "socket_dir");
}
