// The sample configuration of HAProxy with two APIs behind it: one is stopped under load, and no client notices.
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { newQuestion, question_header, seen_header } from "../../server/features/health/seen.ts";
import { readKeyring } from "../../server/platform/crypto/keyring.ts";
import { needsServer } from "../harness/database.ts";
import { needsHaproxy } from "../harness/machine/haproxy.ts";
import type { Process } from "../harness/machine/processes.ts";
import { slowness } from "../harness/patience.ts";
import { openBehindProxy, secret_key, stop_delay_s, type BehindProxy } from "./behind-proxy.ts";
import { compare, startLoad } from "./load.ts";

const exit_ms_max = (stop_delay_s * 1_000 + 10_000) * slowness;
const skip = needsServer() || needsHaproxy();

describe("HAProxy as ops/haproxy has it", { skip }, () => {
  let behind: BehindProxy;
  let apis: Process[];
  before(async () => {
    behind = await openBehindProxy();
    apis = await Promise.all(behind.ports.map((port) => behind.startApi(port)));
  });
  after(() => behind?.close());

  test("FT9: an API that is stopped and started again under load: no request fails, none is lost or doubled", async (t) => {
    await untilServed(behind);
    const load = startLoad(behind.target, "H");
    t.after(() => load.stop());
    while (load.journal.created.length < 20) await sleep(20);
    const told_ms = performance.now();
    const exit = once(apis[0]!.child, "exit");
    apis[0]!.child.kill("SIGTERM");
    assert.deepEqual(await exit, [0, null]);
    assert.ok(performance.now() - told_ms <= exit_ms_max, `it took ${performance.now() - told_ms} ms to end`);
    const before = load.journal.created.length;
    apis[0] = await behind.startApi(behind.ports[0]);
    while (load.journal.created.length < before + 20) await sleep(20);
    await load.stop();
    assert.deepEqual(load.journal.failed, []);
    assert.deepEqual(await compare(behind.database.superuser, load.journal.created), { lost: [], doubled: [] });
  });

  test("the address of a client is that of its connection, whatever X-Forwarded-For it sends", async () => {
    const headers = {
      "x-forwarded-for": "192.0.2.1, 198.51.100.7",
      [question_header]: newQuestion(readKeyring(secret_key), Date.now()),
    };
    const answer = await behind.call("/healthz", { headers, localAddress: "127.0.0.2", family: 4 });
    const seen = JSON.parse(answer.headers[seen_header] as string) as Record<string, string>;
    assert.deepEqual([seen["peer"], seen["address"], seen["forwarded"]], ["127.0.0.1", "127.0.0.2", "127.0.0.2"]);
    // The answer is given only to a question that is signed with SECRET_KEY.
    for (const question of ["", "1.0.x", newQuestion(readKeyring(`v1:${"another key ".repeat(3)}`), Date.now())])
      assert.equal((await behind.call("/healthz", { headers: { [question_header]: question } })).headers[seen_header], undefined);
    const old = newQuestion(readKeyring(secret_key), Date.now() - 600_000);
    assert.equal((await behind.call("/healthz", { headers: { [question_header]: old } })).headers[seen_header], undefined);
  });

  test("muster doctor finds the proxy in order", async () => {
    const main = path.join(import.meta.dirname, "..", "..", "server", "main.ts");
    const env = { ...process.env, ...behind.env, NODE_EXTRA_CA_CERTS: behind.haproxy.authority };
    const report = await promisify(execFile)(process.execPath, [main, "doctor", "--json"], { env }).catch(
      (error: { stdout: string }) => error,
    );
    const { checks } = JSON.parse(report.stdout) as { checks: { check: string; status: string; found: string }[] };
    const found = checks.filter(({ check }) => check === "address");
    assert.ok(
      found.every(({ status }) => status === "ok"),
      JSON.stringify(found),
    );
    assert.match(found.map((one) => one.found).join("\n"), /by TLSv1\.[23]\.\n.*counts as (127\.0\.0\.1|::1), and a forged/);
  });

  test("TLS 1.2 at least, HSTS on every answer, plain requests led to TLS, and refusals that say when to come again", async () => {
    const { port } = new URL(behind.haproxy.url);
    const connects = (version: string) =>
      spawnSync("openssl", ["s_client", "-connect", `localhost:${port}`, version, "-cipher", "ALL:@SECLEVEL=0"], {
        input: "",
        encoding: "utf8",
      }).status;
    assert.deepEqual(["-tls1", "-tls1_1", "-tls1_2"].map(connects), [1, 1, 0]);
    const led = await fetch(`${behind.haproxy.plain_url}/docs?a=1`, { redirect: "manual" });
    assert.deepEqual([led.status, led.headers.get("location")?.replace(/^https:\/\/[^/]+/, "")], [308, "/docs?a=1"]);
    assert.match((await behind.call("/healthz")).headers["strict-transport-security"] as string, /^max-age=31536000/);
    await Promise.all(apis.map((api) => api.end("SIGKILL")));
    let refused = await behind.call("/api/v1/departments");
    while (refused.status !== 503) refused = await behind.call("/api/v1/departments");
    assert.equal(refused.headers["content-type"], "application/problem+json");
    assert.equal(refused.headers["retry-after"], "5");
    assert.match(refused.headers["strict-transport-security"] as string, /^max-age=31536000/);
    assert.equal(JSON.parse(refused.body).code, "UNAVAILABLE");
  });
});

/** Waits until HAProxy uses the server, which it does only after the server has passed a check. */
async function untilServed({ call }: BehindProxy): Promise<void> {
  while ((await call("/readyz")).status !== 200) await sleep(50);
}
