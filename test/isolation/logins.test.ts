// F4: the three logins of docs/operating/logins.md, created by the commands there, on a server of their own. They have the rights
// that they need, and no others.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { clusterUrl, findFreePort, startCluster, type Cluster } from "../harness/machine/cluster.ts";
import { slowness } from "../harness/patience.ts";
import { request } from "../harness/server.ts";

const root = path.join(import.meta.dirname, "..", "..");
const guide = readFileSync(path.join(root, "docs/operating/logins.md"), "utf8");
const SECRET_KEY = "v1:a-test-secret-of-at-least-32-characters";
const ready_ms_max = 60_000 * slowness;

const made = await startCluster({ tcp: true });
const skip = typeof made === "string" ? made : false;
const cluster = made as Cluster;
const running: { end(): Promise<void> }[] = [];

before(async () => {
  if (skip) return;
  await paste(fenced("Make them"), clusterUrl(cluster));
});
after(async () => {
  await Promise.all(running.map((one) => one.end()));
  if (!skip) await cluster.stop();
});

/** The SQL of a section, statement by statement. */
function fenced(section: string): string[] {
  const [, text] = new RegExp(`\n## ${section}\n[\\s\\S]*?\`\`\`sql\n([\\s\\S]*?)\`\`\``).exec(guide)!;
  return text!
    .replaceAll("…", "a password of the test")
    .split(";\n")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

async function paste(statements: readonly string[], url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOf(login: string, database = "muster"): string {
  return `postgres://${login}:a%20password%20of%20the%20test@127.0.0.1:${cluster.port}/${database}`;
}

type Settings = Record<string, string>;

function settings(login: string, more: Settings = {}): NodeJS.ProcessEnv {
  const { TEST_DATABASE_URL: _, ...inherited } = process.env;
  return { ...inherited, DATABASE_URL: urlOf(login), SECRET_KEY, HOST: "127.0.0.1", BASE_URL: "https://muster.example", ...more };
}

const main = path.join(root, "server/main.ts");

function muster(words: string, env: NodeJS.ProcessEnv, input = ""): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [main, ...words.split(" ")], { env, input, encoding: "utf8" });
}

/** Starts a process that keeps running, with its log. */
function start(words: string, env: NodeJS.ProcessEnv): { log: () => string; isRunning: () => boolean } {
  const child = spawn(process.execPath, [main, words], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  running.push({
    async end() {
      child.kill("SIGTERM");
      await exited;
    },
  });
  return { log: () => said, isRunning: () => child.exitCode === null };
}

async function until(what: string, happened: () => Promise<boolean> | boolean): Promise<void> {
  for (const ends_ms = performance.now() + ready_ms_max; !(await happened()); await sleep(50))
    if (performance.now() > ends_ms) throw new Error(`${what} has not happened`);
}

const organisation = `
organisation: { code: ACME, name: ACME Logistics, time_zone: Europe/Warsaw }
courses: [{ code: FIRE-01, title: Fire safety }]
people: [{ employee_no: P1, first_name: Anna, last_name: Kowalska, email: p1@acme.example }]
clients: [{ name: HR sync, scopes: [users:read, users:write, enrollments:write, webhooks:manage, scim], webhook_hosts: [hooks.acme.example] }]
`;

test("F4 migrating, serving and working each succeed with a login of their own, and no other right", { skip }, async () => {
  const migrated = muster("migrate", settings("muster_migrating"));
  assert.equal(migrated.status, 0, migrated.stderr);
  assert.match(migrated.stdout, /^Applied 0001_/);
  assert.equal(muster("migrate", settings("muster_migrating")).stdout, "The database is current.\n");

  const applied = muster("org apply - --json", settings("muster_serving"), organisation);
  assert.equal(applied.status, 0, applied.stderr);
  const { clients } = JSON.parse(applied.stdout.trim()) as { clients: { secret: string }[] };
  const headers = { "x-tenant-code": "ACME", "x-api-key": clients[0]!.secret };

  const port = await findFreePort();
  const production = { NODE_ENV: "production", PORT: String(port) };
  const api = start("api", settings("muster_serving", production));
  const worker = start("worker", settings("muster_working", { NODE_ENV: "production" }));
  const url = `http://127.0.0.1:${port}`;
  await until("the API", async () => {
    assert.ok(api.isRunning(), api.log());
    return fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  });
  const body = { employee_no: "P1", course_code: "FIRE-01" };
  assert.equal((await request(url, "POST", "/api/v1/enrollments", { headers, body })).status, 201);
  const scim = { authorization: `Bearer ${clients[0]!.secret}` };
  assert.equal((await request(url, "GET", "/scim/v2/ACME/Users", { headers: scim })).status, 200);

  // The worker seals the audit log and delivers.
  const query = async (text: string) => {
    const client = new pg.Client(clusterUrl(cluster, "muster"));
    await client.connect();
    try {
      return (await client.query(text)).rows as { n: number }[];
    } finally {
      await client.end();
    }
  };
  await until("the seal of every row of the audit log", async () => {
    assert.ok(worker.isRunning(), worker.log());
    const [row] = await query("select (select count(*) from audit_log)::int - (select count(*) from audit_seal)::int as n");
    return row!.n === 0;
  });
  const status = muster("keys status", settings("muster_working"));
  assert.equal(status.status, 0, status.stderr);
  assert.match(status.stdout, /^v1 {2}signs, encrypts and digests/);

  assert.doesNotMatch(api.log() + worker.log(), /login of this process|permission denied|"level":50/);
  for (const login of ["muster_serving", "muster_working"]) {
    const client = new pg.Client(urlOf(login));
    await client.connect();
    for (const statement of [
      "set role muster_owner",
      "create table public.mine (id int)",
      "alter table person no force row level security",
    ])
      await assert.rejects(client.query(statement), { code: "42501" }, `${login}: ${statement}`);
    await client.end();
  }
});

test("F4 a command with a login that is not the one for it ends with a sentence that leads to the page", { skip }, () => {
  const wrong = (words: string, login: string, env: Settings = {}) => {
    const { status, stderr } = muster(words, settings(login, { METRICS_PORT: "", ...env }));
    assert.equal(status, 1, `${words}: ${stderr}`);
    assert.match(
      stderr.trim().split("\n").at(-1)!,
      new RegExp(
        `^The database refuses the login of DATABASE_URL: .+\\. docs/operating/logins\\.md .*muster ${words.slice(0, 9)}`,
      ),
    );
    assert.doesNotMatch(stderr, /\n {4}at /);
  };
  wrong("migrate", "muster_serving");
  wrong("api", "muster_working");
  wrong("worker", "muster_serving");
  wrong("worker", "muster_migrating");
  wrong("keys status", "muster_serving");
  wrong("backup verify", "muster_working");
  wrong("org removed", "muster_serving");
  wrong("api", "nobody_of_this_name");
  wrong("api", "muster_serving", { DATABASE_URL: urlOf("muster_serving", "no_such_database") });
});

test("F4 in production, a login that could be the owner is named at start", { skip }, async () => {
  const worker = start("worker", { ...settings("postgres"), NODE_ENV: "production" });
  await until("the warning", () => {
    assert.ok(worker.isRunning(), worker.log());
    return /"login":"postgres".*the database login of this process is a superuser; .*docs\/operating\/logins\.md/.test(
      worker.log(),
    );
  });
});

test("F4 an installation with one login goes over to three by the lines of the guide", { skip }, async () => {
  await paste(["create database before"], clusterUrl(cluster));
  const before = (login: string) => ({ ...settings(login), DATABASE_URL: urlOf(login, "before") });
  assert.equal(muster("migrate", before("postgres")).status, 0);
  const own = (statement: string) =>
    statement.replaceAll("database muster", "database before").replaceAll(/muster_(\w+ing)\b/g, "before_$1");
  await paste(fenced("From one login to three").map(own), clusterUrl(cluster));
  // A migration is left to apply.
  const client = new pg.Client(clusterUrl(cluster, "before"));
  await client.connect();
  await client.query("delete from infra.migration where number = 27");
  await client.end();
  const migrated = muster("migrate", before("before_migrating"));
  assert.deepEqual([migrated.stdout, migrated.status], ["Applied 0027_vacuum_comes_early.sql.\n", 0], migrated.stderr);
  const applied = muster("org apply - --json", before("before_serving"), organisation);
  assert.equal(applied.status, 0, applied.stderr);
  const status = muster("keys status", before("before_working"));
  assert.equal(status.status, 0, status.stderr);
});
