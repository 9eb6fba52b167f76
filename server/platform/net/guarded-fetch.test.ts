import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { answer_bytes_max, calls_per_origin_max, CallError, createGuardedFetch, type CallFailure } from "./guarded-fetch.ts";
import type { Resolve } from "./resolve.ts";

const get = { method: "GET", headers: {} };

async function listen(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function callsTo(
  t: TestContext,
  origins: readonly string[],
  resolve: Resolve = () => Promise.reject(new Error("no name server")),
) {
  const calls = createGuardedFetch({ trusted_origins: new Set(origins), source_address: null, resolve });
  t.after(() => calls.close());
  return calls;
}

const failsWith = (failure: CallFailure) => (error: unknown) => error instanceof CallError && error.failure === failure;

test("addresses that lead inwards are not called, whether they are written or looked up", async (t) => {
  let asked = 0;
  const inside = await listen(t, (_request, reply) => {
    asked += 1;
    reply.end("inside");
  });
  const inward = ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00::1", "::ffff:127.0.0.1"];
  for (const address of inward) {
    const calls = callsTo(t, [], () => Promise.resolve(["93.184.216.34", address]));
    await assert.rejects(calls.fetch("https://id.example/", get), failsWith("ADDRESS_NOT_ALLOWED"), address);
  }
  const calls = callsTo(t, []);
  for (const url of [
    inside,
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://2130706433/",
    "https://id.example:22/",
    "file:///etc/passwd",
  ])
    await assert.rejects(calls.fetch(url, get), failsWith("URL_NOT_ALLOWED"), url);
  assert.equal(asked, 0);
});

test("an answer of 50 MB is given up at the bound, whatever length it announces", async (t) => {
  let sent = 0;
  const chunk = Buffer.alloc(64 * 1024, "x");
  const origin = await listen(t, (request, reply) => {
    if (request.url === "/announced") reply.writeHead(200, { "content-length": String(50 * 1024 * 1024) });
    const more = () => {
      let takes_more = true;
      while (takes_more && !reply.destroyed && sent < 50 * 1024 * 1024) {
        sent += chunk.length;
        takes_more = reply.write(chunk);
      }
      reply.once("drain", more);
    };
    more();
  });
  const calls = callsTo(t, [origin]);
  for (const path of ["/announced", "/chunked"]) {
    sent = 0;
    await assert.rejects(calls.fetch(origin + path, get), failsWith("TOO_LARGE"), path);
    assert.ok(sent < 20 * answer_bytes_max, `${sent} bytes were read of ${path}`);
  }
});

test("a redirect is an answer, and is not followed; no encoding is asked for", async (t) => {
  const asked: string[] = [];
  const origin = await listen(t, (request, reply) => {
    asked.push(`${request.url} ${request.headers["accept-encoding"]}`);
    reply.writeHead(302, { location: "/elsewhere" }).end();
  });
  const answer = await callsTo(t, [origin]).fetch(`${origin}/`, get);
  assert.deepEqual([answer.status, answer.headers.get("location"), asked], [302, "/elsewhere", ["/ identity"]]);
});

test("one origin has so many calls at once, and the next one is refused at once", async (t) => {
  let waiting = 0;
  let arrived = () => {};
  const all = new Promise<void>((resolve) => (arrived = resolve));
  const replies: (() => void)[] = [];
  const slow = await listen(t, (_request, reply) => {
    replies.push(() => reply.end("at last"));
    waiting += 1;
    if (waiting === calls_per_origin_max) arrived();
  });
  const quick = await listen(t, (_request, reply) => void reply.end("at once"));
  const calls = callsTo(t, [slow, quick]);
  const pending = Array.from({ length: calls_per_origin_max }, () => calls.fetch(`${slow}/`, get));
  await all;
  await assert.rejects(calls.fetch(`${slow}/`, get), failsWith("TOO_MANY_CALLS"));
  assert.equal(await (await calls.fetch(`${quick}/`, get)).text(), "at once", "others are answered");
  for (const reply of replies) reply();
  assert.equal((await Promise.all(pending)).length, calls_per_origin_max);
  const again = calls.fetch(`${slow}/`, get);
  while (replies.length === calls_per_origin_max) await new Promise((resolve) => setImmediate(resolve));
  replies.at(-1)!();
  assert.equal(await (await again).text(), "at last");
});
