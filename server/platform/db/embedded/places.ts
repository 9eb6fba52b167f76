// The files and folders of the embedded database in DATA_DIR.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export type Places = { data_dir: string; database_dir: string; lock_path: string };

/** The paths inside `data_dir`, which is created if it does not exist. */
export function placesIn(data_dir: string): Places {
  mkdirSync(data_dir, { recursive: true, mode: 0o700 });
  // Symbolic links are resolved, so that one folder always has one name.
  const real = realpathSync(data_dir);
  return { data_dir: real, database_dir: path.join(real, "database"), lock_path: path.join(real, "lock") };
}

/** Creates the folder for the socket, readable by its owner only, and returns it. Call it while holding the lock. */
export function makeSocketDir(places: Places): string {
  removeSocketDir(places);
  const near = nearSocketDir(places);
  if (Buffer.byteLength(socketPath(near)) <= socket_path_bytes_max) {
    mkdirSync(near, { mode: 0o700 });
    return near;
  }
  // The name is random, so that another user cannot have created the folder before.
  const far = mkdtempSync(path.join(tmpdir(), "muster-"));
  writeFileSync(pointerPath(places), JSON.stringify({ data_dir: places.data_dir, socket_dir: far }), { mode: 0o600 });
  return far;
}

/** The folder in which a running server process has its socket. */
export function findSocketDir(places: Places): string {
  if (!existsSync(pointerPath(places))) return nearSocketDir(places);
  const { data_dir, socket_dir } = JSON.parse(readFileSync(pointerPath(places), "utf8")) as {
    data_dir: string;
    socket_dir: string;
  };
  // A copied data directory must not lead to the database of the original.
  return data_dir === places.data_dir ? socket_dir : nearSocketDir(places);
}

/** Removes the folder, also one that a killed process left. Call it while holding the lock. */
export function removeSocketDir(places: Places): void {
  rmSync(findSocketDir(places), { recursive: true, force: true });
  rmSync(pointerPath(places), { force: true });
}

/** The name under which PostgreSQL's clients look for a socket. */
export function socketPath(socket_dir: string): string {
  return path.join(socket_dir, `.s.PGSQL.${socket_port}`);
}

export const socket_port = 5432;

/** The shortest limit of the supported systems: macOS allows 104 bytes with the terminating zero, Linux 108. */
const socket_path_bytes_max = 103;

function nearSocketDir({ data_dir }: Places): string {
  return path.join(data_dir, "socket");
}

function pointerPath({ data_dir }: Places): string {
  return path.join(data_dir, "socket_dir.json");
}
