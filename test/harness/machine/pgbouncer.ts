// ops/pgbouncer/pgbouncer.ini as an operator would use it: only the server, the address and the logins are replaced.
import assert from "node:assert/strict";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "./cluster.ts";
import { findProgram } from "./programs.ts";

const sample = readFileSync(path.join(import.meta.dirname, "..", "..", "..", "ops", "pgbouncer", "pgbouncer.ini"), "utf8");
/** The first version that supports prepared statements. */
const version_min = [1, 21] as const;
const start_ms_max = 30_000;

export type Pgbouncer = {
  /** The URL of a database of the server through the pooler. */
  url(database: string): string;
  /** Kills the pooler, as a crash would. */
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Why there is no usable PgBouncer here, or false. MUSTER_TEST_PGBOUNCER names one that is not on the path. */
export function needsPgbouncer(): string | false {
  const program = findPgbouncer();
  if (program === null) return "needs pgbouncer (PATH, or MUSTER_TEST_PGBOUNCER)";
  const said = /PgBouncer (\d+)\.(\d+)/.exec(spawnSync(program, ["--version"], { encoding: "utf8" }).stdout);
  const [major = 0, minor = 0] = (said ?? []).slice(1).map(Number);
  const is_new = major > version_min[0] || (major === version_min[0] && minor >= version_min[1]);
  return is_new ? false : `needs PgBouncer ${version_min.join(".")} or newer, and ${program} is ${said?.[0] ?? "unknown"}`;
}

function findPgbouncer(): string | null {
  return process.env["MUSTER_TEST_PGBOUNCER"] ?? findProgram("pgbouncer");
}

/** Starts PgBouncer in front of the server of a URL; `changes` replace values of the sample. */
export async function startPgbouncer(server_url: string, changes: Record<string, string | number> = {}): Promise<Pgbouncer> {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-pgbouncer-"));
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const server = new URL(server_url);
  const user = server.username || "postgres";
  writeFileSync(path.join(folder, "userlist.txt"), `"${user}" "${server.password}"\n`);
  const host = server.searchParams.get("host") ?? server.hostname;
  const place = `host=${host} port=${server.searchParams.get("port") ?? (server.port || "5432")}`;
  const owner = ownerOf(host);
  const config = path.join(folder, "pgbouncer.ini");
  writeFileSync(
    config,
    putIn(sample, {
      "muster = host=127.0.0.1 port=5432 dbname=muster": `* = ${place} auth_user=${user}`,
      "listen_port = 6432": `listen_port = ${port}\nunix_socket_dir =`,
      // The test server accepts all logins without a password, so users are looked up in its catalogue.
      "auth_type = scram-sha-256":
        "auth_type = trust\nauth_query = select usename::text, passwd from pg_shadow where usename = $1",
      "auth_file = /etc/pgbouncer/userlist.txt": `auth_file = ${path.join(folder, "userlist.txt")}`,
      ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [lineOf(name), `${name} = ${value}`])),
    }),
  );
  let child: ChildProcess;
  const start = async () => {
    child = spawn(findPgbouncer()!, [config], { ...owner, stdio: process.env["TEST_LOG"] ? "inherit" : "ignore" });
    for (const ends_ms = performance.now() + start_ms_max; !(await listens(port)); await sleep(20))
      if (child.exitCode !== null || performance.now() > ends_ms) throw new Error("PgBouncer has not come up");
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  await start();
  return {
    url: (database) => `postgres://${user}@127.0.0.1:${port}/${database}`,
    kill,
    start,
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const nobody = 65_534;

/**
 * The user that PgBouncer runs as if this process is root, because it refuses to run as root: the owner of the socket's folder.
 */
function ownerOf(host: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const { uid, gid } = host.startsWith("/") ? statSync(host) : { uid: nobody, gid: nobody };
  return { uid, gid };
}

/** The line of the sample that sets a value. */
function lineOf(name: string): string {
  const line = sample.split("\n").find((one) => one.startsWith(`${name} = `));
  assert.ok(line, `ops/pgbouncer/pgbouncer.ini sets ${name}`);
  return line;
}

/** Replaces values; each must occur in the sample. */
function putIn(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((changed, [from, to]) => {
    assert.equal(changed.split(from).length, 2, `${from} stands once in ops/pgbouncer/pgbouncer.ini`);
    return changed.replace(from, () => to);
  }, text);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
