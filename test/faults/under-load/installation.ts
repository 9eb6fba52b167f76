// A complete installation as operators have it: PostgreSQL on disks of its own, two API processes and two workers that are
// restarted when they end, a proxy between them and the database, and a subscriber of webhooks.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { attachDatabase, openDatabase, type TestDatabase } from "../../harness/database.ts";
import { clusterUrl, findFreePort, startCluster, type Cluster } from "../../harness/machine/cluster.ts";
import { startFaultyProxy, type FaultyProxy } from "../../harness/machine/faulty-proxy.ts";
import { startProcess, type Process } from "../../harness/machine/processes.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { rate } from "../../harness/organisation/people.ts";
import { startReceiver, subscribe, type Receiver } from "../../harness/webhooks.ts";

const run = promisify(execFile);
const apis = 2;
const workers = 2;
/** Large enough for a run, small enough to be filled. */
const disk = "size=2g,mode=0755";
const start_ms_max = 120_000;
/** Code that runs before the program: each SIGUSR2 moves the machine's clock, as the program sees it, an hour ahead or back. */
const moving_clock = `data:text/javascript,${encodeURIComponent(`
  const RealDate = Date;
  let ahead_ms = 0;
  process.on("SIGUSR2", () => (ahead_ms = 3_600_000 - ahead_ms));
  globalThis.Date = class Date extends RealDate {
    constructor(...parts) { parts.length === 0 ? super(Date.now()) : super(...parts); }
    static now() { return RealDate.now() + ahead_ms; }
  };`)}`;
/** How long a supervisor waits before it restarts a process (systemd's RestartSec is 100 ms by default). */
const restart_ms = 100;
const stop_delay_s = 2;
export const courses = 5;

/** A process under a supervisor. */
export type Supervised = {
  /** The address of the API, or of a worker's metrics. */
  url: string;
  pid(): number;
  /** Sends a signal; if the process ends, it is restarted. */
  signal(signal: NodeJS.Signals): void;
  /** Stops the process permanently. */
  stop(): Promise<void>;
};

export type Installation = {
  cluster: Cluster;
  /** The folder of the server's data; its write-ahead log is on the same disk. */
  disk: string;
  database: TestDatabase;
  organisation: TestOrganisation;
  receiver: Receiver;
  proxy: FaultyProxy;
  apis: Supervised[];
  workers: Supervised[];
  /** How often the subscriber has received each event, by id. */
  told(): Map<string, number>;
  /** Continues with another cluster that has the same data, after the first one has ended. */
  goOn(cluster: Cluster): void;
  close(): Promise<void>;
};

/** Why this machine cannot have an installation on disks of its own, or false. */
export async function cannotMount(): Promise<string | false> {
  if (process.getuid?.() !== 0) return "needs root, to give PostgreSQL a disk that can be filled";
  const folder = await mkdtemp("/tmp/muster-disk-");
  try {
    await run("mount", ["-t", "tmpfs", "-o", "size=1m", "none", folder]);
    await run("umount", [folder]);
    return false;
  } catch (error) {
    return `needs mount: ${(error as Error).message.trim()}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function startInstallation(): Promise<Installation> {
  const mounted = await mkdtemp("/tmp/muster-disk-");
  await run("mount", ["-t", "tmpfs", "-o", disk, "none", mounted]);
  await run("chmod", ["755", mounted]);
  const cluster = await startCluster({ tcp: true, folder: mounted });
  if (typeof cluster === "string") throw new Error(cluster);
  process.env["TEST_DATABASE_URL"] = clusterUrl(cluster);
  const database = await openDatabase();
  const organisation = await createOrganisation(database, {
    contract: { rate },
    courses: Array.from({ length: courses }, (_, place) => ({ code: `C${place}`, title: `Course ${place}` })),
    clients: [
      { name: "HR sync", scopes: ["users:write", "users:read", "enrollments:write", "webhooks:manage"] },
      { name: "IdP", scopes: ["scim"] },
    ],
  });
  const receiver = await startReceiver();
  await subscribe(database, organisation, "HR sync", receiver.origin, ["enrollment.assigned"]);
  const proxy = await startFaultyProxy(cluster.port);
  if (database.connection.kind !== "server") throw new Error("needs a server");
  const { pathname } = new URL(database.connection.url);
  const env = {
    DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}${pathname}`,
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
    HOST: "127.0.0.1",
    WEBHOOK_TRUSTED_TARGETS: receiver.origin,
    STOP_DELAY_S: String(stop_delay_s),
    LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
    NODE_OPTIONS: `--import=${moving_clock}`,
  };
  const start = async (command: "api" | "worker") => {
    const port = await findFreePort();
    return supervise(command, port, { ...env, [command === "api" ? "PORT" : "METRICS_PORT"]: String(port) });
  };
  const all = {
    apis: await Promise.all(Array.from({ length: apis }, () => start("api"))),
    workers: await Promise.all(Array.from({ length: workers }, () => start("worker"))),
  };
  for (const { url } of [...all.apis, ...all.workers]) await untilReady(url, start_ms_max);
  const installation: Installation = {
    cluster,
    disk: mounted,
    database,
    organisation,
    receiver,
    proxy,
    ...all,
    told() {
      const times = new Map<string, number>();
      for (const { headers } of receiver.received) {
        const id = String(headers["x-lms-event-id"]);
        times.set(id, (times.get(id) ?? 0) + 1);
      }
      return times;
    },
    goOn(next) {
      installation.cluster = next;
      installation.database = attachDatabase(clusterUrl(next, pathname.slice(1)));
      proxy.turnTo(next.port);
    },
    async close() {
      await Promise.all([...all.apis, ...all.workers].map((one) => one.stop()));
      await receiver.close();
      await proxy.close();
      await database.close().catch(() => undefined);
      if (installation.cluster !== cluster) await installation.database.close();
      await installation.cluster.stop();
      await run("umount", [mounted]);
      await rm(mounted, { recursive: true, force: true });
    },
  };
  return installation;
}

function supervise(command: "api" | "worker", port: number, env: Record<string, string>): Supervised {
  let wanted = true;
  let current: Process;
  const begin = () => {
    current = startProcess(command, env);
    current.child.once("exit", () => {
      if (wanted) setTimeout(() => void (wanted && begin()), restart_ms);
    });
  };
  begin();
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => current.child.pid!,
    signal: (signal) => void current.child.kill(signal),
    async stop() {
      wanted = false;
      if (current.child.exitCode === null && current.child.signalCode === null) await current.end("SIGKILL");
    },
  };
}

/** Whether a process reports that it is ready; false if it does not answer. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).status === 200;
  } catch {
    return false;
  }
}

async function untilReady(url: string, ms_max: number): Promise<void> {
  for (const ends_ms = performance.now() + ms_max; !(await isReady(url)); await sleep(50))
    if (performance.now() > ends_ms) throw new Error(`${url} is not ready after ${ms_max} ms`);
}

/** The pid of the postmaster. */
export async function postmaster({ cluster }: Pick<Installation, "cluster">): Promise<number> {
  return Number((await readFile(path.join(cluster.host, "data", "postmaster.pid"), "utf8")).split("\n")[0]);
}
