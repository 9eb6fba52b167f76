// ops/patroni as an operator would use it, on one machine: one etcd instead of three, two servers, HAProxy in front. Only
// addresses, folders and the requirement of TLS are changed.
import assert from "node:assert/strict";
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePorts } from "../ports.ts";
import { findBinaries } from "./cluster.ts";
import { findProgram, needsProgram } from "./programs.ts";

const samples = path.join(import.meta.dirname, "..", "..", "..", "ops", "patroni");
const password = "replace-me-1";
const start_ms_max = 120_000;

export type PatroniNode = { name: string; url(database: string): string };

export type Patroni = {
  /** The primary's URL through HAProxy. */
  url(database: string): string;
  /** The present primary and its synchronous standby; null: there is none at the moment. */
  roles(): Promise<{ primary: PatroniNode | null; synchronous: PatroniNode | null }>;
  /** A planned switchover, as an operator does it. */
  switchOver(): Promise<void>;
  /** Kills a server and its Patroni, as the loss of the machine would. */
  lose(node: PatroniNode): Promise<void>;
  /** Starts a lost server and its Patroni again. */
  bringBack(node: PatroniNode): void;
  close(): Promise<void>;
};

/** Why Patroni cannot run here, or false. */
export function needsPatroni(): string | false {
  if (process.getuid?.() !== 0) return "starts programs as the user postgres, which needs root";
  return needsProgram("patroni", "patronictl", "etcd", "haproxy");
}

type Server = PatroniNode & { config: string; data_dir: string; rest_port: number; child: ChildProcess };

export async function startPatroni(): Promise<Patroni> {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-patroni-"));
  const owner = ownerOf();
  chownSync(folder, owner.uid, owner.gid);
  chmodSync(folder, 0o755);
  const found = await findBinaries();
  assert.ok(found !== null, "no PostgreSQL");
  // The folder on the path may contain links to only some of PostgreSQL's programs.
  const bin_dir = path.dirname(realpathSync(path.join(found, "postgres")));
  const [client_port, peer_port, front_port, ...rest] = (await freePorts(7)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const stdio = process.env["TEST_LOG"] ? "inherit" : "ignore";
  const run = (program: string, args: string[], as: object = owner) =>
    spawn(findProgram(program)!, args, { ...as, cwd: folder, stdio, env: { ...process.env, HOME: folder } });
  const etcd_url = `http://127.0.0.1:${client_port}`;
  const peer_url = `http://127.0.0.1:${peer_port}`;
  const etcd_settings = {
    "data-dir": path.join(folder, "etcd"),
    "listen-client-urls": etcd_url,
    "advertise-client-urls": etcd_url,
    "listen-peer-urls": peer_url,
    "initial-advertise-peer-urls": peer_url,
    "initial-cluster": `default=${peer_url}`,
  };
  const etcd = run(
    "etcd",
    Object.entries(etcd_settings).map(([name, value]) => `--${name}=${value}`),
  );
  const start = (server: Omit<Server, "child">) => run("patroni", [server.config]);
  const servers: Server[] = ["db1", "db2"].map((name, place) => {
    const [port, rest_port] = [rest[place * 2]!, rest[place * 2 + 1]!];
    const home = path.join(folder, name);
    mkdirSync(home);
    chownSync(home, owner.uid, owner.gid);
    const config = path.join(folder, `${name}.yml`);
    writeFileSync(config, sampleOf({ name, port, rest_port, home, bin_dir, client_port }));
    const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
    const server = { name, url, config, data_dir: path.join(home, "data"), rest_port };
    return { ...server, child: start(server) };
  });
  const front = path.join(folder, "haproxy.cfg");
  writeFileSync(
    front,
    putIn(readFileSync(path.join(samples, "haproxy.cfg"), "utf8"), {
      "bind 127.0.0.1:5000": `bind 127.0.0.1:${front_port}`,
      "server db1 db1.example:5432": `server db1 ${hostOf(servers[0]!)} port ${servers[0]!.rest_port}`,
      "server db2 db2.example:5432": `server db2 ${hostOf(servers[1]!)} port ${servers[1]!.rest_port}`,
    }),
  );
  const haproxy = run("haproxy", ["-db", "-f", front], {});
  const roles = async () => ({ primary: await answering(servers, "primary"), synchronous: await answering(servers, "sync") });
  const patroni: Patroni = {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${front_port}/${database}`,
    roles,
    async switchOver() {
      const { config } = servers[0]!;
      await promisify(execFile)(findProgram("patronictl")!, ["-c", config, "switchover", "muster", "--force"]);
    },
    async lose(node) {
      const server = servers.find(({ name }) => name === node.name)!;
      const ended = once(server.child, "exit");
      server.child.kill("SIGKILL");
      process.kill(Number(readFileSync(path.join(server.data_dir, "postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL");
      await ended;
    },
    bringBack(node) {
      const server = servers.find(({ name }) => name === node.name)!;
      server.child = start(server);
    },
    async close() {
      const running = [...servers.map(({ child }) => child), haproxy, etcd].filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      );
      for (const child of running) {
        // Patroni stops its server before it ends.
        const ended = once(child, "exit");
        child.kill(child === haproxy ? "SIGKILL" : "SIGTERM");
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (const ends_ms = performance.now() + start_ms_max; (await roles()).synchronous === null; await sleep(200)) {
    if (performance.now() < ends_ms) continue;
    await patroni.close();
    throw new Error("Patroni has not come up");
  }
  return patroni;
}

type PutIn = { name: string; port: number; rest_port: number; home: string; bin_dir: string; client_port: number };

function sampleOf({ name, port, rest_port, home, bin_dir, client_port }: PutIn): string {
  return putIn(readFileSync(path.join(samples, "patroni.yml"), "utf8"), {
    "\nname: db1": `\nname: ${name}`,
    "listen: 0.0.0.0:8008": `listen: 127.0.0.1:${rest_port}`,
    "connect_address: db1.example:8008": `connect_address: 127.0.0.1:${rest_port}`,
    "[etcd1.example:2379, etcd2.example:2379, etcd3.example:2379]": `[127.0.0.1:${client_port}]`,
    "listen: 0.0.0.0:5432": `listen: 127.0.0.1:${port}`,
    "connect_address: db1.example:5432": `connect_address: 127.0.0.1:${port}`,
    "data_dir: /var/lib/postgresql/15/muster": `data_dir: ${path.join(home, "data")}\n  parameters:\n    unix_socket_directories: ${home}`,
    "bin_dir: /usr/lib/postgresql/15/bin": `bin_dir: ${bin_dir}`,
    "pgpass: /var/lib/postgresql/muster.pgpass": `pgpass: ${path.join(home, "pgpass")}`,
    "hostssl replication": "host replication",
    "hostssl all": "host all",
  });
}

/** The server whose Patroni reports the role. */
async function answering(servers: readonly Server[], role: string): Promise<PatroniNode | null> {
  for (const server of servers) {
    const has = await fetch(`http://127.0.0.1:${server.rest_port}/${role}`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (has) return server;
  }
  return null;
}

function hostOf(node: PatroniNode): string {
  return new URL(node.url("postgres")).host;
}

function ownerOf(): { uid: number; gid: number } {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((one) => one.startsWith("postgres:"));
  assert.ok(line, "there is no user postgres");
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

/** Replaces values; each must occur in the sample. */
function putIn(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((changed, [from, to]) => {
    assert.equal(changed.split(from).length, 2, `${from.trim()} stands once in the sample`);
    return changed.replace(from, () => to);
  }, text);
}
