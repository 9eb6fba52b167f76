import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { connect } from "node:net";
import pino from "pino";
import { exchange, type RawExchange } from "../../../../test/input/raw.ts";
import { open } from "../access.ts";
import type { Operation } from "../route.ts";
import { createServer } from "../server.ts";

/** The time limit for a body in this test, instead of seconds. */
const body_timeout_ms = 100;

suite("F8 bodies that come too slowly", () => {
  const statuses: number[] = [];
  const logged: string[] = [];
  const reading = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  let url: string;
  const app = createServer({
    base_url: "https://muster.example",
    trusted_proxies: [],
    log: pino({ level: "warn" }, { write: (line: string) => void logged.push(line) }),
    onAnswer: (_request, reply) => void statuses.push(reply.statusCode),
    body_timeout_ms,
  });
  before(async () => {
    const config = { access: open() };
    app.post("/read", { config, schema: { body: { type: "object" } }, handler: async () => ({}) });
    app.post("/refused", { config, onRequest: async (_request, reply) => reply.code(401).send("{}"), handler: async () => ({}) });
    app.addContentTypeParser("text/csv", (_request, _payload, done) => done(null));
    app.post("/file", {
      config: { ...config, operation: { upload: { "text/csv": "a,b" } } as unknown as Operation },
      onError: async () => failed.resolve(),
      async handler({ raw }) {
        for await (const _ of raw) reading.resolve();
      },
    });
    url = await app.listen({ port: 0, host: "127.0.0.1" });
  });
  after(() => app.close());

  const send = (path: string, rest: string) =>
    exchange(url, `POST ${path} HTTP/1.1\r\nHost: muster.example\r\nContent-Type: application/json\r\n${rest}`);

  for (const [name, rest] of [
    ["a body that ends early", 'Content-Length: 100\r\n\r\n{"a":'],
    ["a body that never begins", "Content-Length: 100\r\n\r\n"],
    ["a body in chunks without the last one", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"],
  ] as const) {
    test(`${name} gets one answer, 408, and the end of its connection`, async () => {
      statuses.length = 0;
      const { answers, closed } = await send("/read", rest);
      assert.equal(answers.length, 1);
      const [answer] = answers as [RawExchange["answers"][0]];
      assert.equal(answer.status, 408);
      assert.deepEqual(answer.headers.get("connection"), ["close"]);
      assert.deepEqual(answer.headers.get("content-type"), ["application/problem+json; charset=utf-8"]);
      const { code, status, request_id } = JSON.parse(answer.body);
      assert.deepEqual([code, status], ["REQUEST_TIMEOUT", 408]);
      assert.deepEqual(answer.headers.get("x-request-id"), [request_id]);
      assert.ok(closed);
      assert.deepEqual(statuses, [408]);
    });
  }

  test("a client that goes away while it sends a file is no failure of ours", async (t) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    t.after(() => socket.destroy());
    socket.write("POST /file HTTP/1.1\r\nHost: muster.example\r\nContent-Type: text/csv\r\nContent-Length: 100\r\n\r\na,b");
    await reading.promise;
    socket.destroy();
    await failed.promise;
    await send("/read", "Content-Length: 2\r\n\r\n{}");
    assert.deepEqual(logged, []);
  });

  test("a body that comes in time is read", async () => {
    assert.equal((await send("/read", "Content-Length: 2\r\n\r\n{}")).answers[0]!.status, 200);
  });

  test("a request refused before its body has arrived gets that one answer, and its connection ends when the body does not arrive", async () => {
    statuses.length = 0;
    const { answers, closed } = await exchange(
      url,
      "POST /refused HTTP/1.1\r\nHost: muster.example\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
      { keep: true },
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401],
    );
    assert.ok(closed);
    assert.deepEqual(statuses, [401]);
  });
});
