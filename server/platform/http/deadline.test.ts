import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import pino from "pino";
import { Type } from "typebox";
import { needs } from "./access.ts";
import { route, type Operation } from "./route.ts";
import { createServer } from "./server.ts";

const deadline_ms = 100;

const statuses: number[] = [];
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);
let ending: PromiseWithResolvers<{ status: number; body: object }>;
let url: string;

const app = createServer({
  base_url: "https://muster.example",
  trusted_proxies: [],
  log: pino({ level: "silent" }),
  onAnswer: (_request, reply) => void statuses.push(reply.statusCode),
});
/** Finishes the handler's work while the answer is being sent. */
let end: () => void = () => undefined;
// Sending takes a while, as when an idempotency key is stored, so the handler's late result arrives during it.
app.addHook("onSend", async () => {
  end();
  await new Promise((resolve) => setImmediate(resolve));
});

const operation = { id: "wait", tag: "Test", summary: "Wait", description: "", answers: {} } as unknown as Operation;
const common = { url: "/wait", access: needs("users:read"), operation, deadline_ms, handle: () => ending.promise as never };

before(async () => {
  route(app, { ...common, method: "GET" });
  route(app, { ...common, method: "POST", body: Type.Object({}) });
  route(app, { ...common, method: "PATCH", body: Type.Object({}) });
  url = await app.listen({ port: 0, host: "127.0.0.1" });
  process.on("unhandledRejection", note);
});
after(async () => {
  process.removeListener("unhandledRejection", note);
  await app.close();
});

const json = { headers: { "content-type": "application/json" }, body: "{}" };

for (const [method, init] of [
  ["GET", {}],
  ["POST", json],
  ["PATCH", { ...json, headers: { "content-type": "application/merge-patch+json" } }],
] as const) {
  test(`${method}: what takes longer than its deadline is answered 503 once, whatever comes of it later`, async () => {
    for (const [name, end_late] of [
      ["an answer", () => ending.resolve({ status: 201, body: {} })],
      ["a failure", () => ending.reject(new Error("too late"))],
      ["nothing", () => undefined],
    ] as const) {
      statuses.length = 0;
      ending = Promise.withResolvers();
      end = end_late;
      const answer = await fetch(`${url}/wait`, { method, ...init });
      assert.equal(answer.status, 503, name);
      assert.equal(answer.headers.get("retry-after"), "1");
      const { code, detail } = (await answer.json()) as { code: string; detail: string };
      assert.deepEqual([code, detail], ["UNAVAILABLE", "The request took too long; repeat it."]);
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual([statuses, unhandled], [[503], []], name);
    }
  });

  test(`${method}: what comes in time is answered`, async () => {
    ending = Promise.withResolvers();
    ending.resolve({ status: 200, body: { done: true } });
    const answer = await fetch(`${url}/wait`, { method, ...init });
    assert.deepEqual([answer.status, await answer.json()], [200, { done: true }]);
  });
}
