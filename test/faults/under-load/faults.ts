// Faults of an installation, and how each is repaired. A fault begins, lasts `seconds`, and ends.
import { execFile } from "node:child_process";
import { rm, statfs } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { clusterUrl, startCluster } from "../../harness/machine/cluster.ts";
import { isReady, postmaster, type Installation } from "./installation.ts";

export type Fault = {
  name: string;
  /** How long the fault lasts. */
  seconds: number;
  /** Causes the fault; the returned function repairs it. */
  begin(installation: Installation): Promise<() => Promise<void> | void>;
};

const run = promisify(execFile);
const nothing = () => {};
/** Longer than a client's statement may wait for a lock (2 s). */
const lock_s = 10;
export const hour_s = 3_600;
/** How long a standby runs under load before the primary is stopped. */
const followed_ms = 3_000;
const slow_clients = 200;
const idle_clients = 10_000;
/** Opened at the same time; the listener's backlog is 511. */
const connecting_max = 200;

export const faults: readonly Fault[] = [
  {
    name: "kill -9 of an API",
    seconds: 1,
    begin: async ({ apis }) => (apis[0]!.signal("SIGKILL"), nothing),
  },
  {
    name: "kill -9 of both APIs",
    seconds: 1,
    begin: async ({ apis }) => (apis.forEach((api) => api.signal("SIGKILL")), nothing),
  },
  {
    name: "kill -9 of both workers",
    seconds: 1,
    begin: async ({ workers }) => (workers.forEach((worker) => worker.signal("SIGKILL")), nothing),
  },
  {
    name: "an API frozen",
    seconds: 10,
    begin: async ({ apis }) => (apis[0]!.signal("SIGSTOP"), () => apis[0]!.signal("SIGCONT")),
  },
  {
    name: "a worker frozen",
    seconds: 10,
    begin: async ({ workers }) => (workers[0]!.signal("SIGSTOP"), () => workers[0]!.signal("SIGCONT")),
  },
  {
    name: "SIGTERM of one API after the other",
    seconds: 1,
    async begin({ apis }) {
      // As an orchestrator does it: the next process is stopped only after the previous one is back.
      for (const api of apis) {
        const stopping = api.pid();
        api.signal("SIGTERM");
        while (api.pid() === stopping || !(await isReady(api.url))) await sleep(100);
      }
      return nothing;
    },
  },
  {
    name: "PostgreSQL restarted (fast)",
    seconds: 0,
    begin: async ({ cluster }) => (await cluster.restart("fast"), nothing),
  },
  {
    name: "PostgreSQL crashed (immediate)",
    seconds: 0,
    begin: async ({ cluster }) => (await cluster.restart("immediate"), nothing),
  },
  { name: "PostgreSQL frozen", seconds: 10, begin: freezeServer },
  { name: "all connections of PostgreSQL used up", seconds: 10, begin: useUpConnections },
  { name: "a table locked", seconds: lock_s, begin: lockTable },
  { name: "connections that die silently", seconds: 0, begin: async ({ proxy }) => (proxy.swallow(), nothing) },
  {
    name: "a database 200 ms away",
    seconds: 10,
    begin: async ({ proxy }) => (proxy.delay(100), () => proxy.delay(0)),
  },
  { name: "no byte to or from the database", seconds: 12, begin: async ({ proxy }) => (proxy.stall(), () => proxy.flow()) },
  {
    name: "connections cut in the middle of answers",
    seconds: 5,
    async begin({ proxy }) {
      const cutting = setInterval(() => proxy.cut(), 150);
      return () => clearInterval(cutting);
    },
  },
  {
    name: "the clocks of an API and a worker an hour ahead",
    seconds: 10,
    async begin({ apis, workers }) {
      const jump = () => [apis[0]!, workers[0]!].forEach((one) => one.signal("SIGUSR2"));
      jump();
      return jump;
    },
  },
  {
    name: "the database's clock an hour ahead",
    seconds: 10,
    async begin(installation) {
      await installation.database.clock.advance(hour_s);
      return () => installation.database.clock.advance(-hour_s);
    },
  },
  { name: "the disk of PostgreSQL full", seconds: 10, begin: fillDisk },
  { name: `${slow_clients} clients that never finish a request`, seconds: 20, begin: sendHalfRequests },
  { name: `${idle_clients} idle connections to an API`, seconds: 10, begin: openIdle },
  // This fault comes last, because the disk that can be filled belongs to the primary.
  { name: "a standby promoted in place of PostgreSQL", seconds: 0, begin: promoteStandby },
];

async function freezeServer(installation: Installation): Promise<() => Promise<void>> {
  const { stdout } = await run("pgrep", ["-P", String(await postmaster(installation))]);
  const processes = [await postmaster(installation), ...stdout.trim().split("\n").map(Number)];
  const signal = (name: NodeJS.Signals) => {
    for (const one of processes)
      try {
        process.kill(one, name);
      } catch {
        // The session has ended meanwhile.
      }
  };
  signal("SIGSTOP");
  return async () => signal("SIGCONT");
}

async function useUpConnections({ cluster }: Installation): Promise<() => Promise<void>> {
  // Sessions of a login that may not use the superuser's reserve. Connections that the product releases are taken as well.
  const taken: pg.Client[] = [];
  const over = new AbortController();
  const owner = new pg.Client({ connectionString: clusterUrl(cluster) });
  await owner.connect();
  await owner.query("do $$ begin create role greedy login; exception when duplicate_object then null; end $$");
  const take = async () => {
    while (!over.signal.aborted) {
      const client = new pg.Client({ ...clusterOf(cluster), user: "greedy" });
      client.on("error", () => undefined);
      try {
        await client.connect();
        taken.push(client);
      } catch {
        await sleep(20);
      }
    }
  };
  const taking = Promise.all([take(), take(), take(), take()]);
  // Ends the product's own sessions, so that it has to open new ones.
  await sleep(1_000);
  await owner.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'muster%'");
  return async () => {
    over.abort();
    await taking;
    await Promise.all(taken.map((client) => client.end()));
    await owner.end();
  };
}

const clusterOf = ({ host, port }: Installation["cluster"]) => ({ host, port, database: "postgres" });

async function lockTable({ database }: Installation): Promise<() => Promise<void>> {
  const client = await database.superuser.connect();
  await client.query("begin");
  await client.query("lock table person in access exclusive mode");
  return async () => {
    await client.query("rollback");
    client.release();
  };
}

/**
 * Fills the disk repeatedly. PostgreSQL keeps old files of its log and writes into them again; they are removed first, so that it
 * needs a new file at once. It stops because of that, and is restarted as its systemd unit would do.
 */
async function fillDisk(installation: Installation): Promise<() => Promise<void>> {
  const { superuser } = installation.database;
  await superuser.query("alter system set wal_recycle = off");
  await superuser.query("select pg_reload_conf()");
  await superuser.query("checkpoint");
  const file = path.join(installation.disk, "filled");
  const over = new AbortController();
  const fill = async () => {
    while (!over.signal.aborted) {
      const { bavail, bsize } = await statfs(installation.disk);
      if (bavail > 0) await run("sh", ["-c", `head -c ${bavail * bsize} /dev/zero >> "$1"`, "sh", file]).catch(() => undefined);
      await sleep(20);
    }
  };
  const filling = fill();
  while ((await statfs(installation.disk)).bavail > 0) await sleep(20);
  await superuser.query("select pg_switch_wal()").catch(() => undefined);
  return async () => {
    over.abort();
    await filling;
    await rm(file);
    await sleep(1_000);
    const alive = await postmaster(installation)
      .then((pid) => process.kill(pid, 0))
      .catch(() => false);
    if (!alive) await installation.cluster.restart("fast");
  };
}

/**
 * A synchronous standby is created under load. Then the primary crashes and stays down, and the database's address leads to the
 * standby.
 */
async function promoteStandby(installation: Installation): Promise<() => void> {
  const { cluster: primary, database } = installation;
  const standby = await startCluster({
    tcp: true,
    fill: (data_dir, runProgram) =>
      runProgram("pg_basebackup", ["-d", clusterUrl(primary), "-D", data_dir, "--checkpoint=fast", "--wal-method=stream", "-R"]),
  });
  if (typeof standby === "string") throw new Error(standby);
  // From here on, the primary acknowledges only what the standby has.
  await database.superuser.query("alter system set synchronous_standby_names = '*'");
  await database.superuser.query("select pg_reload_conf()");
  const follows = "select from pg_stat_replication where sync_state = 'sync'";
  while ((await database.superuser.query(follows)).rowCount === 0) await sleep(100);
  await sleep(followed_ms);
  await primary.stop();
  const superuser = new pg.Client(clusterUrl(standby));
  await superuser.connect();
  await superuser.query("select pg_promote()");
  await superuser.end();
  return () => installation.goOn(standby);
}

async function sendHalfRequests({ apis }: Installation): Promise<() => void> {
  const sockets = Array.from({ length: slow_clients }, (_, place) => {
    const socket = connect(Number(new URL(apis[0]!.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    const head = "POST /api/v1/users HTTP/1.1\r\nhost: muster\r\n";
    // Half of the requests stop within their headers, the others within their body.
    socket.write(place % 2 === 0 ? head : `${head}content-type: application/json\r\ncontent-length: 500\r\n\r\n{"employee_no":`);
    return socket;
  });
  await sleep(0);
  return () => sockets.forEach((socket) => socket.destroy());
}

async function openIdle({ apis }: Installation): Promise<() => void> {
  const port = Number(new URL(apis[0]!.url).port);
  const sockets: Socket[] = [];
  while (sockets.length < idle_clients) {
    const opening = Array.from({ length: connecting_max }, async () => {
      const socket = connect(port, "127.0.0.1");
      sockets.push(socket);
      await new Promise<void>((resolve) => {
        socket.once("connect", resolve);
        socket.once("error", () => resolve());
      });
    });
    await Promise.all(opening);
  }
  return () => sockets.forEach((socket) => socket.destroy());
}
