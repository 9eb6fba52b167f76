// Two installations behind ops/haproxy/haproxy-nodes.cfg: every kind of request reaches the organisation's node, and a node that
// is asked for another node's organisation says where it is.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { changeRuntimeMap, readRuntimeMap } from "../../../server/commands/nodes/haproxy-runtime.ts";
import { mapText } from "../../../server/commands/nodes/node-map.ts";
import { newVerificationCode } from "../../../server/features/certificates/code.ts";
import { directUrl } from "../../../server/platform/db/servers/reach.ts";
import { needsServer } from "../../harness/database.ts";
import { findFreePort } from "../../harness/machine/cluster.ts";
import { needsHaproxy, startNodesProxy, type NodesProxy } from "../../harness/machine/haproxy.ts";
import { session_cookie, test_password } from "../../harness/panel/panel.ts";
import { patience_ms } from "../../harness/patience.ts";
import { callerOf, type Call } from "../load.ts";
import {
  byKey,
  copyClient,
  doors,
  linkOf,
  openNode,
  ownPage,
  place,
  post,
  settle,
  type Resident,
  type TestNode,
} from "./residents.ts";

const main = path.join(import.meta.dirname, "..", "..", "..", "server", "main.ts");
const skip = needsServer() || needsHaproxy();

describe("nodes behind one address", { skip }, () => {
  let proxy: NodesProxy;
  let n1: TestNode;
  let n2: TestNode;
  let acme: Resident;
  let beta: Resident;
  let call: Call;
  let folder: string;
  let nodes_file: string;
  let down_port: number;

  before(async () => {
    const secure = await findFreePort();
    down_port = await findFreePort();
    const base_url = `https://localhost:${secure}`;
    [n1, n2] = await Promise.all([openNode("n1", base_url), openNode("n2", base_url)]);
    const port = ({ server }: TestNode) => Number(new URL(server.url).port);
    [acme, beta] = await Promise.all([settle(n1, "ACME"), settle(n2, "BETA")]);
    folder = mkdtempSync(path.join(tmpdir(), "muster-nodes-file-"));
    nodes_file = path.join(folder, "nodes.json");
    writeNodesFile([n1, n2]);
    proxy = await startNodesProxy(secure, { n1: port(n1), n2: port(n2) }, "ACME n1\nBETA n2\n");
    call = callerOf(proxy);
    for (const resident of [acme, beta]) while ((await doors[0]!.knock(call, resident)).status !== 200) await sleep(50);
  });
  after(async () => {
    await proxy?.close();
    for (const node of [n1, n2]) {
      await node?.server.close();
      await node?.database.close();
    }
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const directly = ({ server }: TestNode): Call => {
    return async (target, { method = "GET", headers = {} } = {}, body = "") => {
      const answer = await fetch(server.url + target, {
        method,
        headers: headers as Record<string, string>,
        redirect: "manual",
        ...(body === "" ? {} : { body }),
      });
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() };
    };
  };

  const writeNodesFile = (nodes: readonly TestNode[], more: readonly object[] = []) => {
    const entries = nodes.map(({ name, server, database }) => {
      if (database.connection.kind !== "server") throw new Error("nodes need a server");
      return { name, url: server.url, database_url: directUrl(database.connection) };
    });
    writeFileSync(nodes_file, JSON.stringify([...entries, ...more]));
  };

  const muster = (...words: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const env = { ...process.env, NODES_FILE: nodes_file, SECRET_KEY: "v1:a-test-secret-of-at-least-32-characters" };
      execFile(process.execPath, [main, ...words], { env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });

  /** Waits until some more requests have reached a node. */
  const untilAsked = async ({ server }: TestNode) => {
    const seen = () => server.log.filter(({ route }) => route === "/api/v1/departments").length;
    const before = seen();
    for (const ends_ms = performance.now() + patience_ms; seen() < before + 5; await sleep(10))
      assert.ok(performance.now() < ends_ms, "no request has come");
  };

  const answeredBy = ({ server }: TestNode) => server.log.filter(({ msg }) => msg === "answered").length;

  test("every door leads through one address to the node of its organisation", async () => {
    for (const door of doors) {
      for (const resident of [acme, beta]) {
        const other = resident === acme ? n2 : n1;
        const before = answeredBy(other);
        const answer = await door.knock(call, resident);
        assert.equal(answer.status, door.answer, `${door.name}, ${resident.code}: ${answer.body}`);
        // Apart from HAProxy's own readiness checks, the other node was not asked.
        const asked = other.server.log.filter(({ msg }) => msg === "answered").slice(before);
        assert.deepEqual(
          asked.filter(({ route }) => route !== "/readyz"),
          [],
          door.name,
        );
      }
    }
  });

  test("cookies, links and certificates begin with their organisation where NODE_NAME is set; older ones keep working", async () => {
    const answer = await doors[3]!.knock(call, beta);
    const [cookie] = [answer.headers["set-cookie"] ?? []].flat();
    assert.match(cookie!, new RegExp(`^${session_cookie}=BETA\\.[\\w-]{43};`));
    assert.match(await linkOf(beta), /^BETA\.[\w-]{43}$/);
    // An older session or link names no organisation, so the proxy sends it to the first node, which finds the right one.
    const [, token] = acme.session.split(".");
    const old = await call("/panel/api/session", { headers: { cookie: `${session_cookie}=${token}` } });
    assert.equal(old.status, 200);
    const link = (await linkOf(acme)).split(".")[1]!;
    assert.equal((await post(call, "/panel/api/sign-in/link", { token: link }, ownPage(beta.at))).status, 200);
    // For printed addresses without a node, the nodes are asked one after the other.
    assert.equal((await call(acme.old_certificate)).status, 200);
    const led = await call(beta.old_certificate);
    assert.equal(led.status, 302);
    assert.equal((await call(String(led.headers["location"]))).status, 200);
    const nowhere = await call(`/c/${newVerificationCode()}`);
    assert.equal((await call(String(nowhere.headers["location"]))).status, 404);
    // Requests that name no organisation may go to any node.
    for (const target of ["/openapi.json", "/problems", "/docs", "/panel/sign-in"])
      assert.equal((await call(target)).status, 200, target);
  });

  test("a node that is asked for an organisation that is elsewhere answers 421 by every door, with the reason in its log", async () => {
    // ACME's rows are still on n1, BETA's are not.
    await place(n1, acme, "moved", "n2");
    await place(n1, beta, "moved", "n2");
    for (const resident of [acme, beta]) {
      for (const door of doors) {
        n1.server.log.length = 0;
        const answer = await door.knock(directly(n1), resident);
        assert.equal(answer.status, 421, `${door.name}, ${resident.code}: ${answer.body}`);
        assert.match(String(answer.headers["content-type"]), door.media_type, door.name);
        const told = n1.server.log.find(({ msg }) => msg === "asked for an organisation that is not here");
        assert.deepEqual([told?.["state"], told?.["node"]], ["moved", "n2"], door.name);
      }
    }
    const { body } = await doors[0]!.knock(directly(n1), beta);
    assert.deepEqual([JSON.parse(body).code, JSON.parse(body).status], ["MISDIRECTED", 421]);
    assert.equal(JSON.parse((await doors[2]!.knock(directly(n1), beta)).body).status, "421");
    // Credentials are neither checked nor counted here: twenty failures would block the address.
    for (let tried = 0; tried < 25; tried += 1)
      assert.equal((await directly(n1)("/api/v1/users", { headers: byKey(beta, "lms_live_wrong") })).status, 421);
    await place(n1, acme, null, "n2");
    await place(n1, beta, null, "n2");
    assert.equal((await directly(n1)("/api/v1/departments", { headers: byKey(acme, acme.secret) })).status, 200);
    // Without a placement, the organisation is unknown.
    assert.equal((await directly(n1)("/api/v1/departments", { headers: byKey(beta, beta.secret) })).status, 401);
  });

  test("while an organisation is on its way every door answers 503 and when to come again, where it leaves and where it comes", async () => {
    for (const state of ["paused", "moving_in"]) {
      await place(n1, acme, state, "n2");
      for (const door of doors) {
        const answer = await door.knock(directly(n1), acme);
        assert.equal(answer.status, 503, `${door.name}, ${state}: ${answer.body}`);
        assert.equal(answer.headers["retry-after"], "2", door.name);
        assert.match(String(answer.headers["content-type"]), door.media_type, door.name);
      }
    }
    await place(n1, acme, null, "n2");
  });

  test("somebody whose organisation has moved signs in to another one in the same browser", async () => {
    await place(n1, acme, "moved", "n2");
    const other = await settle(n1, "OTHER");
    const body = { tenant_code: "OTHER", login: other.account.login, password: test_password };
    const headers = { ...ownPage(acme.at), cookie: `${session_cookie}=${acme.session}` };
    assert.equal((await post(directly(n1), "/panel/api/sign-in", body, headers)).status, 200);
    await place(n1, acme, null, "n2");
  });

  test("a proxy whose map is behind tells the client to come again, and writes it to its log", async () => {
    await place(n1, acme, "moved", "n2");
    const answer = await doors[0]!.knock(call, acme);
    assert.deepEqual([answer.status, answer.headers["retry-after"]], [503, "1"]);
    const isTold = () => proxy.said().some((line) => line.includes("organisation=ACME node=n1 answered=421"));
    for (const ends_ms = performance.now() + patience_ms; !isTold(); await sleep(20))
      assert.ok(performance.now() < ends_ms, proxy.said().slice(-3).join("\n"));
    await place(n1, acme, null, "n2");
  });

  test("muster nodes map writes the map, and changes that of a running HAProxy by its differences without a failed request", async () => {
    const printed = await muster("nodes", "map");
    assert.deepEqual([printed.code, printed.stdout], [0, "ACME n1\nBETA n2\nOTHER n1\n"], printed.stderr);
    // The change reaches the running HAProxy as well as its file, so that no restart is needed.
    const written = await muster("nodes", "map", "--write", proxy.map_file, "--runtime", proxy.socket);
    assert.deepEqual([written.code, written.stdout], [0, "1 of 2 entries changed.\n"], written.stderr);
    assert.equal(readFileSync(proxy.map_file, "utf8"), printed.stdout);

    // For a moment both nodes serve the organisation, and the map points to one and then back.
    await copyClient(acme, n2);
    const ending = new AbortController();
    const answers: number[] = [];
    const client = async () => {
      while (!ending.signal.aborted) answers.push((await doors[0]!.knock(call, acme)).status);
    };
    const running = Promise.all([client(), client()]);
    for (const [before, value, node] of [
      ["n1", "n2", n2],
      ["n2", "n1", n1],
      ["n1", "n2", n2],
    ] as const) {
      const { id, entries } = await readRuntimeMap(proxy.socket, proxy.map_file);
      assert.equal(entries.get("ACME"), before);
      await changeRuntimeMap(proxy.socket, id, [{ key: "ACME", before, value }]);
      await untilAsked(node);
    }
    ending.abort();
    await running;
    assert.ok(answers.length > 10);
    assert.deepEqual([...new Set(answers)], [200]);

    await place(n1, acme, "moved", "n2");
    const changed = await muster("nodes", "map", "--write", proxy.map_file, "--runtime", proxy.socket);
    assert.deepEqual([changed.code, changed.stdout], [0, "0 of 3 entries changed.\n"], changed.stderr);
    assert.equal(readFileSync(proxy.map_file, "utf8"), "ACME n2\nBETA n2\nOTHER n1\n");
    await place(n1, acme, null, "n2");
    const claimed = await muster("nodes", "map");
    assert.deepEqual([claimed.code, claimed.stdout], [1, "BETA n2\nOTHER n1\n"]);
    assert.match(claimed.stderr, /^ACME is on several nodes/);
  });

  test("muster nodes list tells of each node, and of one that is down without holding up the others", async () => {
    writeNodesFile(
      [n1, n2],
      [{ name: "n3", url: `http://127.0.0.1:${down_port}`, database_url: `postgres://nobody@127.0.0.1:${down_port}/muster` }],
    );
    const table = await muster("nodes", "list");
    assert.equal(table.code, 1);
    assert.match(table.stdout, /^node +version +migration +keys +organisations +people +database +connections +oldest due$/m);
    assert.match(table.stdout, /^n1 +\d+\.\d+\.\d+ +\d+ +\S* +2 +~\d+ +0\.\d\d GiB +\d+ of \d+ +\d+ s$/m);
    assert.match(table.stdout, /^n3 +-/m);
    assert.match(table.stdout, /^n3: the service at .*ECONNREFUSED/m);
    assert.match(table.stdout, /^n3: the database: .*ECONNREFUSED/m);
    const { nodes } = JSON.parse((await muster("nodes", "list", "--json")).stdout) as { nodes: any[] };
    assert.deepEqual(
      nodes.map(({ name, facts, faults }) => [name, facts?.organisations ?? null, faults.length]),
      [
        ["n1", 2, 0],
        ["n2", 2, 0],
        ["n3", null, 2],
      ],
    );
    // The map's entries of a node that cannot be asked stay unchanged.
    writeFileSync(
      path.join(folder, "own.map"),
      mapText(
        new Map([
          ["FAR", "n3"],
          ["GONE", "n1"],
        ]),
      ),
    );
    const kept = await muster("nodes", "map", "--write", path.join(folder, "own.map"));
    assert.equal(kept.code, 1);
    assert.match(kept.stderr, /^n3 could not be asked: .*Its entries stay/m);
    assert.equal(readFileSync(path.join(folder, "own.map"), "utf8"), "BETA n2\nFAR n3\nOTHER n1\n");
    for (const file of [path.join(folder, "no", "where"), ""]) {
      const refused = await muster("nodes", "map", "--write", file === "" ? folder : file);
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, /cannot be (read|written)/);
    }
  });
});
