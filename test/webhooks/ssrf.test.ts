// WH1: no URL makes this service connect to its own network. Canaries are real listeners; no connection may ever reach them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { after, before, test } from "node:test";
import { checkTarget, resolvesPrivately } from "../../server/features/webhooks/subscriptions/target.ts";
import { createOutbound, type Outbound } from "../../server/platform/net/outbound.ts";
import { createResolve, type Resolve } from "../../server/platform/net/resolve.ts";
import { hostile_names, public_address, refused_by_text } from "./hostile-urls.ts";
import { startNameServer, type NameServer } from "./name-server.ts";
import type { Seen } from "./namespace.fixture.ts";

/** Longer than the product waits, so that a busy machine does not matter; shorter than a whole attempt. */
const answer_ms_max = 2_500;
/** The number of concurrent look-ups; the name server and its clients share one thread. */
const names_at_once = 8;

const no_origins: ReadonlySet<string> = new Set();
const message = { headers: {}, body: Buffer.from("{}") };

const canary = createServer((socket) => {
  touched += 1;
  socket.destroy();
});
let touched = 0;
let canary_port: number;
let names: NameServer;
let resolve: Resolve;
let outbound: Outbound;

before(async () => {
  await once(canary.listen(0), "listening");
  canary_port = (canary.address() as AddressInfo).port;
  names = await startNameServer((name, nth) => {
    if (name === "rebinding.example.com") return [nth === 0 ? public_address : "127.0.0.1"];
    if (name === "silent.example.com") return "silence";
    if (name === "broken.example.com") return "SERVFAIL";
    return hostile_names[name] ?? "NXDOMAIN";
  });
  resolve = createResolve([names.address], answer_ms_max);
  outbound = createOutbound({ trusted_origins: no_origins, source_address: null, resolve });
});

after(async () => {
  await outbound.close();
  names.close();
  canary.close();
});

test("WH1 a hostile URL is refused by its text, although the client's list allows its host", () => {
  assert.ok(refused_by_text.length >= 80);
  for (const pattern of refused_by_text) {
    const url = pattern.replace("PORT", String(canary_port));
    const target = checkTarget(url, [URL.parse(url)?.hostname ?? "hooks.example.com"], no_origins);
    assert.ok(!target.ok && target.kind === "invalid", `${JSON.stringify(url)} was let through`);
  }
});

test("WH1 a hostile URL whose text was not checked is refused when it is dialled", async () => {
  const urls = refused_by_text.map((pattern) => URL.parse(pattern.replace("PORT", String(canary_port)))?.href);
  const dialled = urls.filter((url) => url !== undefined && /^https?:/.test(url)) as string[];
  assert.ok(dialled.length >= 60);
  const outcomes = await Promise.all(dialled.map(async (url) => ({ url, ...(await outbound.post({ ...message, url })) })));
  for (const { url, error, status } of outcomes) {
    const is_address = /^https?:\/\/([^/@]*@)?(\[|[\d.]+[:/])/.test(url);
    assert.equal(status, null, url);
    assert.equal(error, is_address ? "ADDRESS_NOT_ALLOWED" : "DNS", url);
  }
  assert.equal(touched, 0);
});

test("WH1 a name with one address inside is refused, on save and when it is dialled", async () => {
  const hosts = Object.keys(hostile_names);
  assert.ok(hosts.length >= 80);
  const waiting = [...hosts];
  const work = async () => {
    for (let host = waiting.shift(); host !== undefined; host = waiting.shift()) {
      const url = `https://${host}:${canary_port}/`;
      assert.equal(await resolvesPrivately(new URL(url), resolve), true, host);
      assert.equal((await outbound.post({ ...message, url })).error, "ADDRESS_NOT_ALLOWED", host);
    }
  };
  await Promise.all(Array.from({ length: names_at_once }, work));
  assert.equal(touched, 0);
});

test("WH1 a name that moves inside after it was saved is refused when it is dialled", async () => {
  const url = `https://rebinding.example.com:${canary_port}/`;
  assert.equal(await resolvesPrivately(new URL(url), resolve), false);
  assert.equal((await outbound.post({ ...message, url })).error, "ADDRESS_NOT_ALLOWED");
  assert.equal(touched, 0);
});

test("WH1 a name without an answer may be saved, and fails when it is dialled", async () => {
  await Promise.all(
    ["nowhere.example.com", "broken.example.com", "silent.example.com"].map(async (host) => {
      const url = `https://${host}/`;
      assert.equal(await resolvesPrivately(new URL(url), resolve), false, host);
      const outcome = await outbound.post({ ...message, url });
      assert.deepEqual([outcome.status, outcome.error], [null, "DNS"], host);
    }),
  );
});

test("WH1 a name in another script is asked for in its ASCII form", async () => {
  await outbound.post({ ...message, url: "https://bücher.example.com/" });
  assert.ok(names.asked.includes("xn--bcher-kva.example.com A"));
});

test("WH1 the fault of our own resolver is not the receiver's", async (t) => {
  const deaf = await startNameServer(() => "silence");
  t.after(() => deaf.close());
  const gone = await startNameServer(() => "silence");
  gone.close();
  await Promise.all(
    [deaf, gone].map(async ({ address }) => {
      const cut_off = createOutbound({ trusted_origins: no_origins, source_address: null, resolve: createResolve([address]) });
      t.after(() => cut_off.close());
      await assert.rejects(cut_off.post({ ...message, url: "https://hooks.example.com/" }));
    }),
  );
});

test("WH1 redirects into our network are not followed, and proxy variables are not read", async (t) => {
  const inside = `http://127.0.0.1:${canary_port}/`;
  const receiver = createHttpServer((request, response) => {
    response.writeHead(Number(request.url?.slice(1)), { location: inside, refresh: `0; url=${inside}` }).end();
  });
  t.after(() => receiver.close());
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const variables = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
  t.after(() => [...variables, "NODE_USE_ENV_PROXY"].forEach((name) => delete process.env[name]));
  for (const name of variables) process.env[name] = inside;
  process.env["NODE_USE_ENV_PROXY"] = "1";
  const trusting = createOutbound({ trusted_origins: new Set([origin]), source_address: null, resolve });
  t.after(() => trusting.close());
  for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
    const outcome = await trusting.post({ ...message, url: `${origin}/${status}` });
    assert.deepEqual([outcome.status, outcome.error], [status, "REDIRECT_REFUSED"]);
  }
  assert.equal((await trusting.post({ ...message, url: `${origin}/204` })).error, null);
  assert.equal(touched, 0);
});

const namespace = ["-rn", "sh", "-c"];
const every_address_is_here =
  "ip link set lo up && ip addr add 93.184.216.99/32 dev lo && ip route add local default dev lo && ip -6 route add local default dev lo";
const no_namespace = spawnSync("unshare", [...namespace, every_address_is_here]).status !== 0;

test("WH1 in a network where every address answers, only checked ones are dialled", { skip: no_namespace }, () => {
  const fixture = path.join(import.meta.dirname, "namespace.fixture.ts");
  const command = `${every_address_is_here} && exec "${process.execPath}" "${fixture}"`;
  const { stdout, stderr } = spawnSync("unshare", [...namespace, command], { encoding: "utf8" });
  assert.ok(stdout.startsWith("{"), stderr);
  const seen = JSON.parse(stdout) as Seen;
  assert.deepEqual(seen.errors, {
    good: null,
    resumed: null,
    "wrong name": "TLS",
    "wrong name again": "TLS",
    redirect: "REDIRECT_REFUSED",
    "own address": "ADDRESS_NOT_ALLOWED",
    "before it moved": null,
    "after it moved": "ADDRESS_NOT_ALLOWED",
    "from the source address": null,
    "no address of its family": "DNS",
  });
  assert.equal(seen.hostile, Object.keys(hostile_names).length + seen.literals);
  assert.ok(seen.literals >= 40);
  assert.deepEqual(seen.not_refused, []);
  assert.deepEqual(seen.dialled, [public_address]);
  assert.deepEqual(seen.server_names, ["good.example.com", "moving.example.com", "wrong.example.com"]);
  assert.deepEqual(seen.hosts, ["good.example.com", "moving.example.com"]);
  assert.ok(seen.sources.includes("198.51.100.7"));
  assert.ok(seen.canary_works, "what listens everywhere did not notice a connection that really came");
});
