import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import v8 from "node:v8";
import pino from "pino";
import { open } from "../access.ts";
import { createServer } from "../server.ts";
import { collectAfterGrowth } from "./large-bodies.ts";

test("the heap is collected sooner while a large body is in memory, until the last such request has ended", async (t) => {
  const flags: string[] = [];
  t.mock.method(v8, "setFlagsFromString", (flag: string) => void flags.push(flag));
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const closed: Promise<void>[] = [];
  const answering = Promise.withResolvers<void>();
  const app = createServer({
    base_url: "https://muster.example",
    trusted_proxies: [],
    log: pino({ level: "silent" }),
    onAnswer: () => undefined,
  });
  t.after(() => app.close());
  app.addHook("onRequest", (_request, reply, done) => {
    closed.push(new Promise((resolve) => reply.raw.once("close", resolve)));
    done();
  });
  const config = { access: open() };
  const schema = { body: { type: "object" } };
  app.get("/large", { config, bodyLimit: 16 * 1_048_576, handler: async () => ({}) });
  app.post("/small", { config, schema, handler: async () => ({}) });
  app.post("/large", {
    config,
    schema,
    bodyLimit: 16 * 1_048_576,
    async handler() {
      arrived[closed.length - 1]!.resolve();
      await answering.promise;
      return {};
    },
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  collectAfterGrowth(75);
  const large = JSON.stringify({ text: "x".repeat(2 * 1_048_576) });
  const post = (path: string, body: string) =>
    fetch(url + path, { method: "POST", headers: { "content-type": "application/json" }, body });

  const answer = post("/large", large);
  await arrived[0]!.promise;
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  t.after(() => socket.destroy());
  const head = `POST /large HTTP/1.1\r\nHost: muster.example\r\nContent-Type: application/json\r\nContent-Length: ${large.length}`;
  socket.write(`${head}\r\n\r\n${large}`);
  await arrived[1]!.promise;
  socket.destroy();
  await closed[1];
  assert.deepEqual(flags, ["--heap-growing-percent=75", "--heap-growing-percent=30"]);
  answering.resolve();
  assert.equal((await answer).status, 200);
  await closed[0];
  assert.deepEqual(flags.slice(2), ["--heap-growing-percent=75"]);
  await (await post("/small", "{}")).text();
  await (await fetch(`${url}/large`)).text();
  assert.equal(flags.length, 3, "neither a small body nor a request without one changes the percentage");
});
