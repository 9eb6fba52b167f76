// Two installations behind ops/haproxy/haproxy-nodes.cfg: every door leads to the node that the organisation is on, and a node that
// is asked for another's organisation says so.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { changeRuntimeMap, readRuntimeMap } from "../../../server/commands/nodes/haproxy-runtime.ts";
import { mapText } from "../../../server/commands/nodes/node-map.ts";
import { linksForTerminal } from "../../../server/features/sign-in/links/invite.ts";
import { newVerificationCode } from "../../../server/features/certificates/code.ts";
import { newId } from "../../../server/platform/ids.ts";
import { needsServer, openDatabase, type TestDatabase } from "../../harness/database.ts";
import { findFreePort } from "../../harness/machine/cluster.ts";
import { needsHaproxy, startNodesProxy, type NodesProxy } from "../../harness/machine/haproxy.ts";
import { createOrganisation, operatorPoolOf, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { rate } from "../../harness/organisation/people.ts";
import { createAccount, session_cookie, test_password, type TestAccount } from "../../harness/panel/panel.ts";
import { patience_ms } from "../../harness/patience.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { callerOf, type Answer, type Call } from "../load.ts";

type NodeName = "n1" | "n2";
type TestNode = { name: NodeName; database: TestDatabase; server: TestServer };
/** An organisation with all that leads to it. */
type Resident = TestOrganisation & {
  at: TestNode;
  secret: string;
  account: TestAccount;
  session: string;
  /** An address that a certificate's holder has, and one from the time before NODE_NAME was set. */
  certificate: string;
  old_certificate: string;
};
/** A way by which a request finds its organisation. */
type Door = { name: string; knock: (call: Call, resident: Resident) => Promise<Answer>; answer: number; media_type: RegExp };

const main = path.join(import.meta.dirname, "..", "..", "..", "server", "main.ts");
const skip = needsServer() || needsHaproxy();
const problem = /^application\/problem\+json/;

const post = (call: Call, target: string, body: unknown, headers: Record<string, string> = {}) =>
  call(target, { method: "POST", headers: { "content-type": "application/json", ...headers } }, JSON.stringify(body));
const own_page = () => ({ origin: base_url, "sec-fetch-site": "same-origin" });
const byKey = ({ code }: { code: string }, secret: string) => ({ "x-tenant-code": code, "x-api-key": secret });

let base_url: string;

const doors: readonly Door[] = [
  {
    name: "X-Tenant-Code and an API key",
    knock: (call, it) => call("/api/v1/departments", { headers: byKey(it, it.secret) }),
    answer: 200,
    media_type: problem,
  },
  {
    name: "the token endpoint",
    knock: (call, it) => {
      const { client_id, secret } = it.clients["sync"]!;
      const basic = `Basic ${Buffer.from(`${client_id}:${secret}`).toString("base64")}`;
      const headers = { authorization: basic, "x-tenant-code": it.code, "content-type": "application/x-www-form-urlencoded" };
      return call("/api/v1/oauth/token", { method: "POST", headers }, "grant_type=client_credentials");
    },
    answer: 200,
    media_type: /^application\/json/,
  },
  {
    name: "SCIM",
    knock: (call, it) => call(`/scim/v2/${it.code}/ServiceProviderConfig`, { headers: { authorization: `Bearer ${it.secret}` } }),
    answer: 200,
    media_type: /^application\/scim\+json/,
  },
  {
    name: "a sign-in by tenant code",
    knock: (call, it) => {
      const body = { tenant_code: it.code, login: it.account.login, password: test_password };
      return post(call, "/panel/api/sign-in", body, { ...own_page(), "x-tenant-code": it.code });
    },
    answer: 200,
    media_type: problem,
  },
  {
    name: "a password that was forgotten",
    knock: (call, it) => {
      const body = { tenant_code: it.code, login: it.account.login };
      return post(call, "/panel/api/password-reset", body, { ...own_page(), "x-tenant-code": it.code });
    },
    answer: 202,
    media_type: problem,
  },
  {
    name: "the cookie of a session",
    knock: (call, it) => call("/panel/api/session", { headers: { cookie: `${session_cookie}=${it.session}` } }),
    answer: 200,
    media_type: problem,
  },
  {
    name: "a one-time link",
    knock: async (call, it) => {
      const token = await linkOf(it);
      return post(call, "/panel/api/sign-in/link", { token }, { ...own_page(), "x-tenant-code": token.split(".")[0]! });
    },
    answer: 200,
    media_type: problem,
  },
  { name: "a certificate's address", knock: (call, it) => call(it.certificate), answer: 200, media_type: /^text\/html/ },
];

/** A new link of the administrator without a password, as the operator's terminal prints it. */
async function linkOf({ at, code, tenant_id }: Resident): Promise<string> {
  const { rows } = await at.database.superuser.query("delete from infra.placement where code = $1 returning state, node", [code]);
  const [link] = await linksForTerminal(operatorPoolOf(at.database), base_url, code, at.name);
  for (const { state, node } of rows as { state: string; node: NodeName }[]) await place(at, { code, tenant_id }, state, node);
  return new URL(link!.url).hash.slice(1);
}

/** Says at a node where an organisation is; null: nothing. */
async function place(
  { database }: TestNode,
  { code, tenant_id }: { code: string; tenant_id: string },
  state: string | null,
  node: NodeName,
) {
  await database.superuser.query("delete from infra.placement where code = $1", [code]);
  if (state === null) return;
  await database.superuser.query("insert into infra.placement (code, tenant_id, state, node) values ($1, $2, $3, $4)", [
    code,
    tenant_id,
    state,
    node,
  ]);
}

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
    base_url = `https://localhost:${secure}`;
    [n1, n2] = await Promise.all([openNode("n1"), openNode("n2")]);
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
      return { name, url: server.url, database_url: database.connection.url };
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

  /** Until some requests more have come to a node. */
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
        // HAProxy's own looks at readiness apart, the other node was not asked.
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
    // An older session and an older link are found by the node that the proxy asks for what names no organisation: the first one.
    const [, token] = acme.session.split(".");
    const old = await call("/panel/api/session", { headers: { cookie: `${session_cookie}=${token}` } });
    assert.equal(old.status, 200);
    const link = (await linkOf(acme)).split(".")[1]!;
    assert.equal((await post(call, "/panel/api/sign-in/link", { token: link }, own_page())).status, 200);
    // Printed addresses last: the nodes are asked one after the other.
    assert.equal((await call(acme.old_certificate)).status, 200);
    const led = await call(beta.old_certificate);
    assert.equal(led.status, 302);
    assert.equal((await call(String(led.headers["location"]))).status, 200);
    const nowhere = await call(`/c/${newVerificationCode()}`);
    assert.equal((await call(String(nowhere.headers["location"]))).status, 404);
    // What has no organisation goes anywhere.
    for (const target of ["/openapi.json", "/problems", "/docs", "/panel/sign-in"])
      assert.equal((await call(target)).status, 200, target);
  });

  test("a node that is asked for an organisation that is elsewhere answers 421 by every door, with the reason in its log", async () => {
    // ACME's rows are still at n1, BETA's are not.
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
    // Whatever the credentials are, they are neither judged nor counted: twenty failures would block the address.
    for (let tried = 0; tried < 25; tried += 1)
      assert.equal((await directly(n1)("/api/v1/users", { headers: byKey(beta, "lms_live_wrong") })).status, 421);
    await place(n1, acme, null, "n2");
    await place(n1, beta, null, "n2");
    assert.equal((await directly(n1)("/api/v1/departments", { headers: byKey(acme, acme.secret) })).status, 200);
    // Where nothing is said of an organisation, it is unknown as ever.
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
    const headers = { ...own_page(), cookie: `${session_cookie}=${acme.session}` };
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
    // Beside the file that HAProxy has read: a restart must not be needed.
    const written = await muster("nodes", "map", "--write", proxy.map_file, "--runtime", proxy.socket);
    assert.deepEqual([written.code, written.stdout], [0, "1 of 2 entries changed.\n"], written.stderr);
    assert.equal(readFileSync(proxy.map_file, "utf8"), printed.stdout);

    // For a moment both nodes serve it, and the map leads there and back.
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
    // Of a node that cannot be asked, the map's entries stay as they are.
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

async function openNode(name: NodeName): Promise<TestNode> {
  const database = await openDatabase();
  return { name, database, server: await startServer(database, { base_url, node: name, trust_proxy: "127.0.0.1" }) };
}

/** An organisation at a node, with a client, an administrator who has signed in, and a certificate. */
async function settle(at: TestNode, code: string): Promise<Resident> {
  const { database, server } = at;
  const organisation = await createOrganisation(database, {
    organisation: { code, name: `${code} Ltd` },
    contract: { rate },
    clients: [{ name: "sync", scopes: ["users:read", "enrollments:write", "compliance:read", "scim"] }],
    courses: [{ code: "YEAR", title: "A year" }],
  });
  const { tenant_id } = organisation;
  const { secret } = organisation.clients["sync"]!;
  const account = await createAccount(database, tenant_id, "it_admin");
  const learner = await createAccount(database, tenant_id, "learner");
  await database.superuser.query(
    "insert into administrator (tenant_id, id, email, email_norm, name, role) values ($1, $2, $3, $3, 'Ida Invited', 'it_admin')",
    [tenant_id, newId(), "ida@panel.example"],
  );
  const verification_code = newVerificationCode();
  await database.superuser.query(
    `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, source, issuer, cycle_year, issued_at, valid_from)
    select $1, $2, 'YEAR-2026-000001', $3, $4, id, 'external', 'Elsewhere', 2026, now(), '2026-01-01' from course where tenant_id = $1`,
    [tenant_id, newId(), verification_code, learner.id],
  );
  const listed = await fetch(`${server.url}/api/v1/certificates`, { headers: { "x-tenant-code": code, "x-api-key": secret } });
  const { certificates } = (await listed.json()) as { certificates: { verification_url: string }[] };
  const certificate = certificates[0]!.verification_url.replace(base_url, "");
  assert.equal(certificate, `/c/${code}.${verification_code}`);
  const signed_in = await fetch(`${server.url}/panel/api/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", ...own_page() },
    body: JSON.stringify({ tenant_code: code, login: account.login, password: test_password }),
  });
  const session = new RegExp(`${session_cookie}=([^;]+)`).exec(signed_in.headers.get("set-cookie")!)![1]!;
  return { ...organisation, at, secret, account, session, certificate, old_certificate: `/c/${verification_code}` };
}

/** The organisation and its client at another node too, as after a move. */
async function copyClient({ at, tenant_id }: Resident, { database }: TestNode): Promise<void> {
  const other = await database.superuser.connect();
  try {
    await other.query("begin; set local session_replication_role = replica");
    for (const [table, column] of [
      ["tenant", "id"],
      ["client", "tenant_id"],
      ["client_secret", "tenant_id"],
    ]) {
      const { rows } = await at.database.superuser.query(`select row_to_json(r) as row from ${table} r where ${column} = $1`, [
        tenant_id,
      ]);
      for (const { row } of rows as { row: object }[])
        await other.query(`insert into ${table} select * from json_populate_record(null::${table}, $1)`, [JSON.stringify(row)]);
    }
    await other.query("commit");
  } finally {
    other.release();
  }
}
