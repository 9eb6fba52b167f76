// TM1: two processes on machines whose clocks differ by ten minutes, and are then swapped. Limits and tokens use the database's
// clock.
import assert from "node:assert/strict";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import {
  arrangeClient,
  askForToken,
  byBasic,
  byKey,
  byToken,
  insist,
  knock,
  read_path,
  type Answered,
  type TestClient,
} from "../authentication/arrange.ts";
import { needsServer, openDatabase, type TestDatabase } from "../harness/database.ts";
import { findFreePort } from "../harness/machine/cluster.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { patience_ms } from "../harness/patience.ts";

const [library] = globSync("/usr/lib/*/faketime/libfaketime.so.1");
const skip = needsServer() || (library === undefined ? "needs libfaketime (Debian's package faketime)" : false);
const minute_ms = 60_000;

let folder: string;
let database: TestDatabase;
let nodes: [Node, Node];

/** An API process whose machine clock is moved by the number in its file. */
type Node = { url: string; process: Process; move(minutes: number): void };

before(async () => {
  if (skip) return;
  folder = mkdtempSync(path.join(tmpdir(), "muster-clocks-"));
  database = await openDatabase();
  nodes = [await start(5), await start(-5)];
});
after(async () => {
  for (const node of nodes ?? []) await node.process.end("SIGKILL");
  await database?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function start(minutes: number): Promise<Node> {
  const port = await findFreePort();
  const file = path.join(folder, String(port));
  const move = (by: number) => writeFileSync(file, `${by < 0 ? "" : "+"}${by}m\n`);
  move(minutes);
  const process = startProcess("api", {
    DATABASE_URL: (database.connection as { url: string }).url,
    SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters",
    HOST: "127.0.0.1",
    PORT: String(port),
    STOP_DELAY_S: "0",
    LOG_LEVEL: globalThis.process.env["TEST_LOG"] ?? "fatal",
    LD_PRELOAD: library!,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  });
  const node = { url: `http://127.0.0.1:${port}`, process, move };
  await until(node, ({ status }) => status === 200);
  return node;
}

async function until({ url }: Pick<Node, "url">, isSo: (ready: Answered) => boolean): Promise<Answered> {
  for (const ends_ms = performance.now() + patience_ms; performance.now() < ends_ms;) {
    const ready = await knock(`${url}/readyz`).catch(() => null);
    if (ready !== null && isSo(ready)) return ready;
  }
  throw new Error(`${url} has not come to it`);
}

/** How far a process's clock is ahead, by the Date header. */
const aheadOf = ({ headers }: Answered) => Math.round((Date.parse(headers["date"]!) - Date.now()) / minute_ms);

const read = (headers: Record<string, string>, node: number) => knock(nodes[node]!.url + read_path, { headers });

async function admittedOf80(client: TestClient): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, at) => insist(nodes[at % 2]!.url + read_path, { headers: byKey(client) })),
  );
  assert.ok(answers.every(({ status }) => status === 200 || status === 429));
  return answers.filter(({ status }) => status === 200).length;
}

test(
  "TM1 limits and tokens are the same on processes whose clocks are ten minutes apart, also when these jump",
  { skip },
  async () => {
    for (const [apart, other] of [
      [5, -5],
      [-5, 5],
    ] as const) {
      nodes[0].move(apart);
      nodes[1].move(other);
      const ready = [
        await until(nodes[0], (answer) => aheadOf(answer) === apart),
        await until(nodes[1], (answer) => aheadOf(answer) === other),
      ];
      for (const { status, body } of ready) assert.deepEqual([status, body.checks.clock], [200, "skewed"]);

      await database.clock.freeze("2026-06-01T12:00:00.000Z");
      const client = await arrangeClient(database);
      assert.equal(await admittedOf80(client), 30);
      const refused = await read(byKey(client), 0);
      assert.equal(refused.status, 429);
      assert.equal(refused.headers["retry-after"], "3");
      await database.clock.advance(90);
      for (const node of [0, 1])
        assert.equal((await read(byKey(client), node)).headers["ratelimit-remaining"], String(29 - node));

      await database.clock.advance(90);
      const tokens = await Promise.all(nodes.map(({ url }) => askForToken(url, byBasic(client))));
      const statuses = async () => {
        const asked = tokens.flatMap(({ body }) => [0, 1].map((node) => read(byToken(client, body.access_token), node)));
        return (await Promise.all(asked)).map(({ status }) => status);
      };
      await database.clock.advance(899);
      assert.deepEqual(await statuses(), [200, 200, 200, 200]);
      await database.clock.advance(2);
      assert.deepEqual(await statuses(), [401, 401, 401, 401]);
    }
  },
);
