// Two nodes on clusters of their own, an organisation that moves between them while its clients work, and another one that stays.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import pino from "pino";
import { createPool } from "../../../server/platform/db/pool.ts";
import { migrate } from "../../../server/platform/db/migrate.ts";
import { openSession } from "../../../server/platform/db/moving/session.ts";
import type { Budget } from "../../../server/platform/jobs/budget.ts";
import type { NodeEntry } from "../../../server/platform/nodes.ts";
import type { Place } from "../../../server/features/organisations/move/place.ts";
import { startWorker, type Worker } from "../../../server/worker.ts";
import { attachDatabase, type TestDatabase } from "../../harness/database.ts";
import { clusterUrl, startCluster, type Cluster } from "../../harness/machine/cluster.ts";
import {
  createOrganisation,
  type OrganisationFileInput,
  type TestOrganisation,
} from "../../harness/organisation/organisation.ts";
import { rate } from "../../harness/organisation/people.ts";
import { patience_ms } from "../../harness/patience.ts";
import { byKey, request, startServer, test_mailing, webhooksOf, type Reply, type TestServer } from "../../harness/server.ts";

export type TestNode = {
  name: string;
  url: string;
  cluster: Cluster;
  database: TestDatabase;
  server: TestServer;
  worker: Worker;
};

export type TestNodes = {
  all: readonly TestNode[];
  named(name: string): TestNode;
  /** The nodes as NODES_FILE lists them. */
  entries: readonly NodeEntry[];
  /** Runs `muster …` in a process of its own. */
  run(args: readonly string[], change?: Record<string, string>): Promise<Ran>;
  /** Runs `muster org move …` with the file of nodes. */
  muster(args: readonly string[], change?: Record<string, string>): Promise<Ran>;
  /** A node's database for a move within this process. */
  place(name: string): Promise<Place>;
  close(): Promise<void>;
};

export type Ran = { code: number | null; stdout: string; stderr: string };

/** The settings of database servers of nodes. */
const settings = {
  wal_level: "logical",
  max_worker_processes: 24,
  max_logical_replication_workers: 16,
  max_replication_slots: 20,
  max_wal_senders: 20,
  // A subscription's worker starts at once. With the default it starts up to five seconds after the last one, and each move waits for it.
  wal_retrieve_retry_interval: "100ms",
};

/** Starts nodes, or returns why this machine cannot; `receivers` are origins to which deliveries may go. */
export async function startNodes(receivers: readonly string[], names = ["n1", "n2"]): Promise<TestNodes | string> {
  const all: TestNode[] = [];
  const places: Place[] = [];
  const folder = mkdtempSync(path.join(tmpdir(), "muster-nodes-"));
  const close = async () => {
    for (const { pool, session } of places) await Promise.all([pool.close(), session.close().catch(() => undefined)]);
    for (const { worker, server, database, cluster } of all) {
      await worker.stop();
      await server.close();
      await database.close();
      await cluster.stop();
    }
    rmSync(folder, { recursive: true, force: true });
  };
  for (const name of names) {
    const cluster = await startCluster({ settings: () => settings });
    if (typeof cluster === "string") {
      await close();
      return cluster;
    }
    all.push(await startNode(name, cluster, receivers));
  }
  const file = path.join(folder, "nodes.json");
  const entries: NodeEntry[] = all.map(({ name, url, server }) => ({ name, url: server.url, database_url: url }));
  writeFileSync(file, JSON.stringify(entries));
  const named = (name: string) => all.find((node) => node.name === name)!;
  return {
    all,
    entries,
    named,
    run: runMuster,
    muster: (args, change = {}) => runMuster(["org", "move", ...args], { NODES_FILE: file, ...change }),
    async place(name) {
      const place = await openPlace(entries.find((entry) => entry.name === name)!);
      places.push(place);
      return place;
    },
    close,
  };
}

/** A node's database for a move. */
export async function openPlace({ name, url, database_url }: NodeEntry): Promise<Place> {
  const pool = createPool({
    connection: { kind: "server", url: database_url },
    role: "muster_owner",
    connections_max: 2,
    statement_timeout_ms: 0,
    enters_moved: true,
    onIdleError: () => undefined,
  });
  return { name, url, database_url, pool, session: await openSession(database_url, "test") };
}

async function startNode(name: string, cluster: Cluster, receivers: readonly string[]): Promise<TestNode> {
  const maintenance = new pg.Client(clusterUrl(cluster));
  await maintenance.connect();
  await maintenance.query("create database muster");
  await maintenance.end();
  const url = clusterUrl(cluster, "muster");
  await migrate({ kind: "server", url });
  const database = attachDatabase(url);
  const server = await startServer(database, { trusted_origins: receivers, connections_max: 8 });
  const worker = await startWorker({
    ...test_mailing,
    pool: database.pool("muster_worker", 4),
    delivery_pool: database.pool("muster_delivery", 2),
    connection: { kind: "server", url },
    smtp_url: null,
    mail_from: "muster@muster.example",
    sender: webhooksOf(receivers).sender,
    log: pino({ level: process.env["TEST_LOG"] ?? "silent" }),
  });
  return { name, url, cluster, database, server, worker };
}

const main = path.join(import.meta.dirname, "../../../server/main.ts");

async function runMuster(args: readonly string[], change: Record<string, string> = {}): Promise<Ran> {
  const env = { PATH: process.env["PATH"] ?? "", SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters", ...change };
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: code as number | null, stdout, stderr };
}

/** An organisation whose clients assign courses and receive the events. */
export async function createMoving(database: TestDatabase, code: string, more: Partial<OrganisationFileInput> = {}) {
  return createOrganisation(database, {
    organisation: { code, name: code },
    contract: { rate },
    departments: [{ name: "Operations", code: "OPS" }],
    courses: [
      { code: "READ", title: "Reading", content: { kind: "document", text: "Keep the doors shut." } },
      { code: "RULED", title: "By rule" },
    ],
    rules: [{ name: "Everybody of operations", when: { department: "OPS" }, assign: ["RULED"] }],
    clients: [
      {
        name: "HR sync",
        scopes: ["users:read", "users:write", "enrollments:write", "compliance:read", "webhooks:manage"],
      },
      { name: "Identity provider", scopes: ["scim"] },
    ],
    ...more,
  });
}

export type Journal = {
  /** Employee numbers of people whose creation was acknowledged, and of those whose assignment was. */
  created: string[];
  assigned: string[];
  /** Logins of users whose creation by SCIM was acknowledged. */
  provisioned: string[];
  requests: number;
  /** The number of answers that told a client to come again, or to ask elsewhere. */
  put_off: number;
  /** The time of each request from its first try to its answer, in ms. */
  took_ms: number[];
  /** Answers that no client should get. */
  wrong: string[];
};

export type Clients = { journal: Journal; stop(): Promise<void> };

/**
 * Clients of an organisation that know two nodes and ask the one that had it last, as a proxy in front would. When they are told
 * to come again, they do, and also try the other node. They create people, assign courses with idempotency keys and read; one of
 * them is an identity provider.
 */
export function startClients(
  nodes: readonly TestNode[],
  organisation: TestOrganisation,
  count: number,
  prefix: string,
  pause_ms = 10,
): Clients {
  const journal: Journal = { created: [], assigned: [], provisioned: [], requests: 0, put_off: 0, took_ms: [], wrong: [] };
  const ending = new AbortController();
  let place = 0;
  const send = async (method: string, target: string, headers: Record<string, string>, body?: unknown): Promise<Reply> => {
    const began_ms = performance.now();
    journal.requests += 1;
    for (let tried = 0; ; tried += 1) {
      const reply = await request(nodes[place]!.server.url, method, target, { headers, ...(body === undefined ? {} : { body }) });
      const is_busy = reply.status === 409 && reply.body.code === "IDEMPOTENCY_KEY_IN_USE";
      if (reply.status !== 503 && reply.status !== 421 && !is_busy) {
        journal.took_ms.push(performance.now() - began_ms);
        return reply;
      }
      if (reply.status === 503 && reply.headers.get("retry-after") === null) journal.wrong.push("503 without Retry-After");
      if (performance.now() - began_ms > patience_ms) throw new Error(`put off for ever: ${reply.status} ${reply.text}`);
      journal.put_off += 1;
      if (!is_busy && nodes.length > 1) place = (place + 1) % nodes.length;
      await sleep(25);
    }
  };
  const expect = (reply: Reply, status: number): boolean => {
    if (reply.status !== status) journal.wrong.push(`${reply.status} ${reply.text}`);
    return reply.status === status;
  };
  const { code, clients } = organisation;
  const key = byKey(code, clients["HR sync"]!.secret);
  const integrate = async (number: number) => {
    // The clients start one after the other, not all at the same moment.
    await sleep((pause_ms * number) / count);
    for (let n = 0; !ending.signal.aborted; n += 1) {
      const employee_no = `${prefix}${number}-${n}`;
      const person = { employee_no, first_name: "Anna", last_name: "Nowak", email: `${employee_no}@acme.example`.toLowerCase() };
      const once_only = (what: string) => ({ ...key, "idempotency-key": `${what}-${employee_no}` });
      if (expect(await send("POST", "/api/v1/users", once_only("create"), { ...person, department_name: "Operations" }), 201))
        journal.created.push(employee_no);
      const course = { employee_no, course_code: "READ" };
      if (expect(await send("POST", "/api/v1/enrollments", once_only("assign"), course), 201)) journal.assigned.push(employee_no);
      const found = await send("GET", `/api/v1/users?employee_no=${employee_no}`, key);
      if (expect(found, 200) && found.body.users.length !== 1) journal.wrong.push(`${employee_no} is not there`);
      await sleep(pause_ms);
    }
  };
  const provision = async () => {
    const headers = {
      authorization: `Bearer ${clients["Identity provider"]!.secret}`,
      "content-type": "application/scim+json",
    };
    for (let n = 0; !ending.signal.aborted; n += 1) {
      const userName = `${prefix}scim${n}@acme.example`.toLowerCase();
      const user = {
        schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
        userName,
        name: { givenName: "Ewa", familyName: "Lis" },
      };
      if (expect(await send("POST", `/scim/v2/${code}/Users`, headers, user), 201)) journal.provisioned.push(userName);
      await sleep(2 * pause_ms);
    }
  };
  const running = Promise.all([...Array.from({ length: count }, (_, number) => integrate(number)), provision()]);
  running.catch(() => undefined);
  return {
    journal,
    async stop() {
      ending.abort();
      await running;
    },
  };
}

/** Acknowledged writes that are missing at a node, and those that exist more than once. */
export async function compareJournal(node: TestNode, { tenant_id }: TestOrganisation, journal: Journal): Promise<string[]> {
  const query = async (statement: string) =>
    (await node.database.superuser.query<{ one: string; count: number }>(statement, [tenant_id])).rows;
  const people = await query(
    "select coalesce(employee_no, login) as one, count(*)::int as count from person where tenant_id = $1 group by 1 union all select login, 1 from person where tenant_id = $1 and employee_no is not null",
  );
  const assigned = await query(
    // Events are read first: with poor statistics, the planner would otherwise read each of them once for each person.
    `with told as materialized (
       select (convert_from(body, 'UTF8')::json #>> '{data,user,id}')::uuid as person_id from event
       where tenant_id = $1 and type = 'enrollment.assigned' and convert_from(body, 'UTF8')::json #>> '{data,course,code}' = 'READ'
     )
     select p.employee_no as one, count(*)::int as count from told t join person p on p.tenant_id = $1 and p.id = t.person_id
     group by 1`,
  );
  const faults: string[] = [];
  const check = (what: string, wanted: readonly string[], there: readonly { one: string; count: number }[]) => {
    const counts = new Map(there.map(({ one, count }) => [one, count]));
    for (const one of wanted) if (counts.get(one) !== 1) faults.push(`${what} ${one}: ${counts.get(one) ?? 0} times`);
  };
  check("created", journal.created, people);
  check("provisioned", journal.provisioned, people);
  check("assigned", journal.assigned, assigned);
  return faults;
}

/** The names of a cluster's publications, subscriptions and replication slots. */
export async function listReplication({ database }: TestNode): Promise<string[]> {
  const { rows } = await database.superuser.query<{ name: string }>(
    `select slot_name::text as name from pg_replication_slots
     union all select pubname from pg_publication union all select subname from pg_subscription`,
  );
  return rows.map(({ name }) => name);
}

/** The placement of an organisation according to each node: `NODE: state`. */
export async function placements(nodes: readonly TestNode[], code: string): Promise<string[]> {
  const said: string[] = [];
  for (const { name, database } of nodes) {
    const { rows } = await database.superuser.query<{ state: string; node: string }>(
      "select state, node from infra.placement where code = $1",
      [code],
    );
    for (const { state, node } of rows) said.push(`${name}: ${state} ${node}`);
  }
  return said;
}

export function percentile(values: readonly number[], part: number): number {
  assert.ok(values.length > 0);
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!;
}

/** Pacing is switched off, because nothing is measured. */
export const restless: Budget = { begin: () => undefined, spare: async () => undefined };

/** Kills a move from the first node to the second when it reaches a step. */
export async function killMove(
  [source, target]: [TestNode, TestNode],
  { code, tenant_id }: TestOrganisation,
  step: string,
): Promise<void> {
  const file = path.join(import.meta.dirname, "dying-move.fixture.ts");
  const [from, to] = [source, target].map(({ name, url, server }) =>
    JSON.stringify({ name, url: server.url, database_url: url } satisfies NodeEntry),
  );
  const args = [file, code, tenant_id, from!, to!, step];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", process.env["TEST_LOG"] ? "inherit" : "ignore"] });
  const [code_of_exit, signal] = (await once(child, "exit")) as [number | null, string | null];
  assert.deepEqual([code_of_exit, signal], [null, "SIGKILL"], step);
}
