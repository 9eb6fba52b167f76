// Where the embedded database keeps its things inside DATA_DIR.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export type Places = { data_dir: string; database_dir: string; lock_path: string };

/** Makes `data_dir` where it does not exist. */
export function placesIn(data_dir: string): Places {
  mkdirSync(data_dir, { recursive: true, mode: 0o700 });
  // One name for one folder, also for those who come by a symbolic link.
  const real = realpathSync(data_dir);
  return { data_dir: real, database_dir: path.join(real, "database"), lock_path: path.join(real, "lock") };
}

/** Makes the folder for the socket, open to its owner only, and returns it. Call it under the lock. */
export function makeSocketDir(places: Places): string {
  removeSocketDir(places);
  const near = nearSocketDir(places);
  if (Buffer.byteLength(socketPath(near)) <= socket_path_bytes_max) {
    mkdirSync(near, { mode: 0o700 });
    return near;
  }
  // The name is random, so that no other user can have made the folder before us.
  const far = mkdtempSync(path.join(tmpdir(), "muster-"));
  writeFileSync(pointerPath(places), JSON.stringify({ data_dir: places.data_dir, socket_dir: far }), { mode: 0o600 });
  return far;
}

/** The folder in which a server process would have put its socket. */
export function findSocketDir(places: Places): string {
  if (!existsSync(pointerPath(places))) return nearSocketDir(places);
  const { data_dir, socket_dir } = JSON.parse(readFileSync(pointerPath(places), "utf8")) as {
    data_dir: string;
    socket_dir: string;
  };
  // A copy of a data directory must not lead to the original's database.
  return data_dir === places.data_dir ? socket_dir : nearSocketDir(places);
}

/** Removes the folder, also one that a killed process left behind. Call it under the lock. */
export function removeSocketDir(places: Places): void {
  rmSync(findSocketDir(places), { recursive: true, force: true });
  rmSync(pointerPath(places), { force: true });
}

/** The name under which PostgreSQL's clients look for a socket. */
export function socketPath(socket_dir: string): string {
  return path.join(socket_dir, `.s.PGSQL.${socket_port}`);
}

export const socket_port = 5432;

/** The shortest limit among the systems we run on: macOS has room for 104 bytes with the closing zero, Linux for 108. */
const socket_path_bytes_max = 103;

function nearSocketDir({ data_dir }: Places): string {
  return path.join(data_dir, "socket");
}

function pointerPath({ data_dir }: Places): string {
  return path.join(data_dir, "socket_dir.json");
}
