// A PostgreSQL server for one test run: created in a temporary folder from the binaries on this machine, and deleted afterwards.
//
// Two processes: the server, and a guard. The guard is a shell that reads from a pipe we hold. When the pipe ends, because
// we closed it or because we were killed with -9, it stops the server and removes the folder.
import { type ChildProcess, type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, closeSync, existsSync, globSync, mkdtempSync, openSync, readFileSync, statfsSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

/** Starts a server, or returns why this machine cannot. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster | string> {
  if (process.platform === "win32") return "a throwaway PostgreSQL needs Unix sockets";
  const binaries = await findBinaries();
  if (binaries === null) return `no PostgreSQL ${version_min} or newer (postgres, initdb) was found on this machine`;
  const account = process.getuid?.() === 0 ? findAccount() : {};
  if (account === null) return "PostgreSQL does not run as root, and there is no user postgres or nobody";
  const place: Place = {
    binaries,
    account,
    dir: makeFolder(account, options),
    options,
    port: options.tcp ? await findFreePort() : default_port,
  };
  const guard = startGuard(place);
  try {
    await initialise(place);
    let server = await startServer(place);
    return {
      host: place.dir,
      port: place.port,
      user: "postgres",
      stop: () => stopGuard(guard),
      run: (program, args) => runIn(place, program, args),
      async restart(mode) {
        await ended(server, () => server.kill(shutdown_signal[mode]));
        server = await startServer(place);
      },
    };
  } catch (error) {
    await stopGuard(guard);
    return `starting PostgreSQL from ${binaries} failed: ${(error as Error).message.trim()}`;
  }
}

type ClusterOptions = {
  /** Also listen on a free port of 127.0.0.1. */
  tcp?: boolean;
  /** Durable writes, as on a production server: for measurements. */
  durable?: boolean;
  /** Where the cluster's folder is created. Default: in memory where there is room and writes are not durable. */
  folder?: string;
  /** Additional settings of the server; `dir` is the cluster's folder. */
  settings?: (dir: string) => Record<string, string | number>;
  /**
   * Fills the data folder from a backup in place of `initdb`. Runs programs of PostgreSQL as the account that owns the cluster.
   */
  fill?: (data_dir: string, runProgram: RunProgram) => Promise<void>;
};

/** Runs a program of PostgreSQL, or any other one. */
export type RunProgram = (program: string, args: readonly string[]) => Promise<void>;

export type Cluster = {
  /** The folder of its Unix socket. */
  host: string;
  port: number;
  user: string;
  stop(): Promise<void>;
  /** Runs a program as the account that owns the cluster, in its folder. */
  run: RunProgram;
  /** "fast" closes the connections and shuts down properly; "immediate" is a crash, after which the next start recovers. */
  restart(mode: keyof typeof shutdown_signal): Promise<void>;
};

/** A connection string that `pg`, `psql` and `new URL` understand; the parameter `host` takes precedence. */
export function clusterUrl({ host, port, user }: Cluster, database = "postgres"): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

const shutdown_signal = { fast: "SIGINT", immediate: "SIGQUIT" } as const;
const default_port = 5432;
const version_min = 15;
const connections_max = 200;
const start_wait_ms_max = 30_000;
const start_poll_ms = 10;

/** The user that runs the server if this process is root; otherwise empty. */
type Account = { uid?: number; gid?: number };

type Place = {
  binaries: string;
  account: Account;
  dir: string;
  options: ClusterOptions;
  port: number;
};

/** The folder with `postgres` and `initdb`: on the path, otherwise the newest one where packages install them. */
export async function findBinaries(): Promise<string | null> {
  const on_path = (process.env["PATH"] ?? "").split(path.delimiter).filter((dir) => dir !== "");
  for (const dir of [...on_path, ...packagedDirs()]) {
    if (!existsSync(path.join(dir, "postgres")) || !existsSync(path.join(dir, "initdb"))) continue;
    const { stdout } = await run(path.join(dir, "postgres"), ["--version"]);
    if (Number(/\d+/.exec(stdout)?.[0]) >= version_min) return dir;
  }
  return null;
}

function packagedDirs(): string[] {
  const patterns = [
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
  ];
  const version = (dir: string) => Number(/(\d+)\/bin$/.exec(dir)?.[1] ?? 0);
  return patterns.flatMap((pattern) => globSync(pattern)).toSorted((a, b) => version(b) - version(a));
}

function findAccount(): Account | null {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  return user ? { uid: Number(user[2]), gid: Number(user[3]) } : null;
}

function makeFolder({ uid, gid }: Account, { durable = false, folder }: ClusterOptions): string {
  // The path of a Unix socket is limited, and some systems have long temporary folders.
  const temporary = tmpdir().length > temporary_folder_bytes_max ? "/tmp" : tmpdir();
  const usual = !durable && hasRoom(memory_folder) ? memory_folder : temporary;
  const dir = mkdtempSync(path.join(folder ?? usual, "muster-pg-"));
  if (uid !== undefined && gid !== undefined) chownSync(dir, uid, gid);
  return dir;
}

const temporary_folder_bytes_max = 60;

/**
 * Linux keeps this folder in memory. There, copying a template database and dropping the copy takes a fifth of the processor
 * time.
 */
const memory_folder = "/dev/shm";
/** Much more than a run of all tests needs; containers often have only 64 MiB. */
const memory_folder_bytes_min = 4 * 2 ** 30;
/** The folder's files use the same memory as all processes. */
const memory_bytes_min = 2 * memory_folder_bytes_min;

function hasRoom(folder: string): boolean {
  if (!existsSync(folder) || process.availableMemory() < memory_bytes_min) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= memory_folder_bytes_min;
}

/** A port of 127.0.0.1 without a listener. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port.");
  return address.port;
}

/**
 * Detached, because Ctrl-C in a terminal reaches the whole process group and the guard must outlive this process. Unreferenced,
 * so that a test run that forgets to stop its cluster still ends, which closes the pipe.
 */
function startGuard({ dir, account }: Place): Guard {
  const guard = spawn("/bin/sh", ["-c", guard_script, "sh", dir], {
    ...account,
    cwd: dir,
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  // A pipe to a child process is a socket, whatever its declared type says.
  (guard.stdin as Socket).unref();
  return guard;
}

type Guard = ChildProcessByStdio<Writable, null, null>;

const guard_script = `
cat > /dev/null
pid=$(head -n 1 "$1/data/postmaster.pid")
if [ -n "$pid" ]; then
  kill -QUIT "$pid"
  while kill -0 "$pid"; do sleep 0.05; done
fi
cd /
rm -rf "$1"
`;

function stopGuard(guard: Guard): Promise<void> {
  return ended(guard, () => guard.stdin.end());
}

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exited = once(child, "exit");
  end();
  await exited;
}

async function runIn({ binaries, account, dir }: Place, program: string, args: readonly string[]): Promise<void> {
  const own = path.join(binaries, program);
  await run(existsSync(own) ? own : program, args, { ...account, cwd: dir });
}

async function initialise(place: Place): Promise<void> {
  const { dir, options } = place;
  if (options.fill) return options.fill(path.join(dir, "data"), (program, args) => runIn(place, program, args));
  const how = ["-D", path.join(dir, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  await runIn(place, "initdb", how);
}

async function startServer({ binaries, account, dir, options, port }: Place): Promise<ChildProcess> {
  const settings = {
    port,
    unix_socket_directories: dir,
    listen_addresses: options.tcp ? "127.0.0.1" : "",
    max_connections: connections_max,
    // The same as on the product's own connections. Compiling random filters takes many times longer than running them.
    jit: "off",
    // The data is not needed after a crash of the machine. Acknowledged rows still survive a crash of the server process.
    ...(options.durable ? {} : { fsync: "off", full_page_writes: "off" }),
    ...options.settings?.(dir),
  };
  const log_path = path.join(dir, "log");
  const log = openSync(log_path, "a");
  const server = spawn(
    path.join(binaries, "postgres"),
    ["-D", path.join(dir, "data"), ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...account, cwd: dir, stdio: ["ignore", log, log], detached: true },
  );
  closeSync(log);
  // This process need not wait for the server, because the guard stops it.
  server.unref();
  const deadline = Date.now() + start_wait_ms_max;
  while (!isReady(dir, server)) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(readFileSync(log_path, "utf8").slice(-log_chars_max));
    await sleep(start_poll_ms);
  }
  return server;
}

const log_chars_max = 4_000;

/** The server writes its pid to the first line of this file and its state to the eighth; "standby" while it is read-only. */
function isReady(dir: string, server: ChildProcess): boolean {
  const pid_file = path.join(dir, "data", "postmaster.pid");
  if (!existsSync(pid_file)) return false;
  const lines = readFileSync(pid_file, "utf8").split("\n");
  return lines[0] === String(server.pid) && /^(ready|standby)\s*$/.test(lines[7] ?? "");
}

const run = promisify(execFile);
