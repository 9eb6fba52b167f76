// AU6: SECRET_KEY is rotated as docs/operating/keys.md says, with two APIs and a worker that are restarted one after the other,
// under 20 requests a second: with secrets, tokens, cursors and webhooks. No request fails, and the old key is gone afterwards.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import type { IncomingHttpHeaders } from "node:http";
import path from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { verify } from "../../server/features/audit/verify.ts";
import { signature } from "../../server/features/webhooks/signature/sign.ts";
import { readKeyring } from "../../server/platform/crypto/keyring.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { findFreePort } from "../harness/machine/cluster.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { administratorOf, createOrganisation, type TestOrganisation } from "../harness/organisation/organisation.ts";
import { rate } from "../harness/organisation/people.ts";
import { slowness } from "../harness/patience.ts";
import { settled } from "../harness/settled.ts";
import { byKey, request } from "../harness/server.ts";
import { startReceiver, subscribe, type Receiver } from "../harness/webhooks.ts";
import { askForToken, basic, read_path } from "./arrange.ts";

const skip = needsServer();
const request_interval_ms = 50;
const people = 2_000;
/** A client may request ten tokens a minute. */
const token_interval_ms = 8_000;
const ready_ms_max = 60_000 * slowness;
// The harness uses the first key to make the organisation's clients.
const old_key = "v1:a-test-secret-of-at-least-32-characters";
const new_key = "v2:a-new-secret-of-at-least-32-characters";

let database: TestDatabase;
let acme: TestOrganisation;
let receiver: Receiver;
let signing_secret: string;
let nodes: Node[] = [];
let worker: Process;

/** One API and its address; `serves`: whether the load balancer sends requests to it. */
type Node = { port: number; process: Process; serves: boolean };

before(async () => {
  if (skip) return;
  database = await openDatabase();
  receiver = await startReceiver();
  acme = await createOrganisation(database, {
    contract: { rate },
    clients: [
      {
        name: "load",
        scopes: ["users:read", "enrollments:write", "scim", "webhooks:manage"],
        methods: ["api_key", "oauth2"],
        rate,
      },
      { name: "idle", scopes: ["users:read"], rate },
    ],
    courses: [{ code: "FIRE-01", title: "Fire safety" }],
    people: Array.from({ length: people }, (_, place) => ({
      employee_no: `P${place}`,
      first_name: "Anna",
      last_name: `Number ${place}`,
      email: `p${place}@acme.example`,
    })),
  });
  signing_secret = (await subscribe(database, acme, "load", `${receiver.origin}/hook`, ["enrollment.assigned"])).secret_token;
  nodes = [];
  for (let count = 0; count < 2; count += 1) nodes.push(await startNode(await findFreePort(), old_key));
  worker = startProcess("worker", settings(old_key));
});
after(async () => {
  for (const { process } of nodes) await process.end("SIGKILL");
  await worker?.end("SIGKILL");
  await receiver?.close();
  await database?.close();
});

function settings(SECRET_KEY: string): Record<string, string> {
  return {
    DATABASE_URL: (database.connection as { url: string }).url,
    SECRET_KEY,
    HOST: "127.0.0.1",
    BASE_URL: "https://muster.example",
    STOP_DELAY_S: "0",
    WEBHOOK_TRUSTED_TARGETS: receiver.origin,
    LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
  };
}

async function startNode(port: number, keys: string): Promise<Node> {
  const started = startProcess("api", { ...settings(keys), PORT: String(port) });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  for (const ends_ms = performance.now() + ready_ms_max; !(await isReady()); await sleep(50))
    if (performance.now() > ends_ms || started.child.exitCode !== null) throw new Error("the API has not come up");
  return { port, process: started, serves: true };
}

/** Takes each API out of the load balancer, restarts it, and puts it back; then restarts the worker. */
async function roll(keys: string, load: Load): Promise<void> {
  for (const node of nodes) {
    node.serves = false;
    await load.quiet(node);
    await node.process.end("SIGTERM");
    Object.assign(node, await startNode(node.port, keys));
  }
  await worker.end("SIGTERM");
  worker = startProcess("worker", settings(keys));
}

type Load = {
  quiet(node: Node): Promise<void>;
  /** Ends once `requests_min` requests were sent, so that a fast rotation is tested long enough. */
  stop(requests_min?: number): Promise<{ done: number; failed: string[] }>;
};

/** The number of people who were assigned the course. */
let assigned = 0;

/** Sends a request every 50 ms to the nodes in turn. */
function startLoad(): Load {
  const under_way = new Map<Promise<void>, Node>();
  const failed: string[] = [];
  let [sent, done] = [0, 0];
  let token: string | null = null;
  let asked_ms = -Infinity;
  let cursor = "";
  const { secret, client_id } = acme.clients["load"]!;
  const read = (url: string) => request(url, "GET", read_path, { headers: byKey(acme.code, secret) });
  const kinds = [
    read,
    async (url: string) => {
      if (performance.now() - asked_ms < token_interval_ms) return read(url);
      asked_ms = performance.now();
      const answer = await askForToken(url, { "x-tenant-code": acme.code, authorization: basic(client_id, secret) });
      if (answer.status === 200) token = answer.body.access_token;
      return answer;
    },
    // A token is sent to another node than the one that issued it, for as long as it is valid.
    (url: string) => {
      const headers = { "x-tenant-code": acme.code, authorization: `Bearer ${token}` };
      return token === null ? read(url) : request(url, "GET", read_path, { headers });
    },
    (url: string) => {
      assigned += 1;
      const body = { employee_no: `P${assigned}`, course_code: "FIRE-01" };
      return request(url, "POST", "/api/v1/enrollments", { headers: byKey(acme.code, secret), body });
    },
    async (url: string) => {
      const answer = await request(url, "GET", `/scim/v2/${acme.code}/Users?count=1&cursor=${cursor}`, {
        headers: { authorization: `Bearer ${secret}` },
      });
      cursor = answer.body?.nextCursor ?? "";
      return answer;
    },
  ] as const;
  const names = ["secret", "token endpoint", "token", "assignment", "cursor"];
  const timer = setInterval(() => {
    const serving = nodes.filter(({ serves }) => serves);
    const node = serving[sent % serving.length]!;
    const which = sent % kinds.length;
    sent += 1;
    const running = kinds[which]!(`http://127.0.0.1:${node.port}`)
      .then(
        ({ status, text }) => {
          if (status < 300) done += 1;
          else failed.push(`${names[which]}: ${status} ${text}`);
        },
        (error: unknown) => failed.push(`${names[which]}: ${String(error)}`),
      )
      .then(() => void under_way.delete(running));
    under_way.set(running, node);
  }, request_interval_ms);
  return {
    async quiet(node) {
      await Promise.all([...under_way].filter(([, at]) => at === node).map(([running]) => running));
    },
    async stop(requests_min = 0) {
      const missing = Math.max(0, requests_min - sent);
      await sleep(missing * request_interval_ms);
      clearInterval(timer);
      await Promise.all(under_way.keys());
      return { done, failed };
    },
  };
}

async function muster(words: string, SECRET_KEY: string): Promise<{ stdout: string; stderr: string }> {
  const main = path.join(import.meta.dirname, "../../server/main.ts");
  const env = { ...process.env, ...settings(SECRET_KEY) };
  return promisify(execFile)(process.execPath, [main, ...words.split(" ")], { env }).catch((error) => error);
}

const requests_min = 200;

test("AU6 a rotation under 20 requests a second fails none, and the old key is gone after it", { skip }, async (t) => {
  const load = startLoad();
  t.after(() => load.stop());
  await roll(`${old_key},${new_key}`, load);
  await roll(`${new_key},${old_key}`, load);
  const rotated = await muster("keys rotate", `${new_key},${old_key}`);
  assert.match(rotated.stdout, /^Sealed with version 2 now: 1 webhook secret/, rotated.stderr);
  const { done, failed } = await load.stop(requests_min);
  t.diagnostic(`${done} requests succeeded, ${failed.length} failed`);
  assert.deepEqual(failed, []);
  assert.ok(done > requests_min / 2, `only ${done} requests were made`);

  // The refusal names the idle client. Once that client has called, only time must pass.
  const refused = await muster("keys retire 1", `${new_key},${old_key}`);
  assert.match(refused.stderr, /^Version 1 is needed by 1 secret of a client\.[\s\S]* idle$/m);
  const [node] = nodes;
  const url = `http://127.0.0.1:${node!.port}`;
  const idle = byKey(acme.code, acme.clients["idle"]!.secret);
  assert.equal((await request(url, "GET", read_path, { headers: idle })).status, 200);
  await database.clock.advance(86_401);
  const retired = await muster("keys retire 1", `${new_key},${old_key}`);
  assert.match(retired.stdout, /^Version 1 is retired\./, retired.stderr);
  await roll(new_key, { quiet: () => Promise.resolve(), stop: () => Promise.reject(new Error("nothing runs")) });
  const again = startLoad();
  t.after(() => again.stop());
  await sleep(40 * request_interval_ms);
  const after = await again.stop();
  assert.deepEqual(after.failed, []);
  assert.equal((await request(url, "GET", read_path, { headers: idle })).status, 200);

  // Each assignment was delivered, signed with the secret that the subscriber had from the beginning.
  assert.ok(assigned > 10);
  const received = await receiver.first(assigned);
  for (const { headers, body } of received) assert.ok(isSigned(headers, body), JSON.stringify(headers));
  await settled(database);
  const { intact, rows: sealed } = await verify(database.pool(), readKeyring(new_key), administratorOf(acme), undefined);
  t.diagnostic(`${received.length} deliveries, ${sealed} sealed rows of the audit log verified with the new key alone`);
  assert.equal(intact, true);
  const left = await database.superuser.query("select kind, version, count from infra.key_use('{1}')");
  assert.deepEqual(left.rows, []);
});

function isSigned(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const [, at_s, given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers["x-lms-signature"])) ?? [];
  return given === signature(signing_secret, `${at_s}.`, body, "hex");
}
