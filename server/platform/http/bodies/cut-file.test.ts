import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { test, type TestContext } from "node:test";
import { setImmediate as turn, setTimeout as pass } from "node:timers/promises";
import pino from "pino";
import { needs } from "../access.ts";
import { Download, route, type Operation } from "../route.ts";
import { createServer } from "../server.ts";

const deadline_ms = 50;
const operation = { id: "take", tag: "Test", summary: "Take", description: "", answers: {} } as unknown as Operation;

type Line = { msg: string; route: string; err?: { message: string } };

/** Starts a server with a file at `/file`; returns its log lines and a function that requests the file. */
async function serve(t: TestContext, rows: () => AsyncGenerator<string | Buffer>, file_idle_ms = 60_000) {
  const lines: Line[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const options = { base_url: "https://muster.example", trusted_proxies: [], log, onAnswer: () => undefined, file_idle_ms };
  const app = createServer(options);
  t.after(() => app.close());
  const answers: ServerResponse[] = [];
  app.addHook("onRequest", async (_request, reply) => void answers.push(reply.raw));
  const handle = async () => ({
    body: new Download("text/csv", Readable.from(rows())),
    headers: { "content-disposition": "attachment" },
  });
  route(app, { method: "GET", url: "/file", access: needs("users:read"), operation, deadline_ms, handle });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { url: `${url}/file`, port: (app.server.address() as AddressInfo).port, lines, answers };
}

test("a file that cannot be sent to its end is cut, and the log says why", async (t) => {
  const { url, lines } = await serve(t, async function* () {
    yield "first row\n";
    await turn();
    throw new Error("the second row took too long");
  });
  await assert.rejects(fetch(url).then((reply) => reply.text()));
  const [{ msg, route: where, err }, ...others] = lines as [Line];
  assert.deepEqual([msg, where, others], ["a file could not be sent to its end", "/file", []]);
  assert.match(err!.message, /took too long/);
});

test("HEAD has the headers of the file, and nothing of it is read", async (t) => {
  let read = 0;
  const { url, lines } = await serve(t, async function* () {
    for (; read < 1_000; read += 1) yield "row\n";
  });
  const reply = await fetch(url, { method: "HEAD" });
  const headers = ["content-type", "content-disposition", "content-length"].map((name) => reply.headers.get(name));
  assert.deepEqual([reply.status, headers, await reply.text()], [200, ["text/csv", "attachment", null], ""]);
  assert.deepEqual([read, lines], [0, []]);
  assert.equal((await (await fetch(url)).text()).length, 4_000);
});

test("a file is sent to its end, however long it takes: the deadline of its route ends where the answer begins", async (t) => {
  const { url, lines } = await serve(t, async function* () {
    yield "first row\n";
    await pass(3 * deadline_ms);
    yield "last row\n";
  });
  assert.equal(await (await fetch(url)).text(), "first row\nlast row\n");
  assert.deepEqual(lines, []);
});

test("a file of which nothing is taken any more is cut, and the log says so", async (t) => {
  const endless = async function* () {
    for (;;) yield Buffer.alloc(1_048_576, "x");
  };
  const { port, lines, answers } = await serve(t, endless, deadline_ms);
  const client = connect(port, "127.0.0.1");
  t.after(() => client.destroy());
  client.pause().on("error", () => undefined);
  client.write("GET /file HTTP/1.1\r\nhost: muster.example\r\n\r\n");
  while (!answers[0]?.closed) await turn();
  assert.deepEqual(
    lines.map(({ msg, err }) => [msg, err?.message]),
    [["a file could not be sent to its end", `nothing of the file was taken for ${deadline_ms} ms`]],
  );
});

test("a file of which nothing comes is answered with 503 before it has begun", async (t) => {
  const never = Promise.withResolvers<string>();
  const waiting = async function* () {
    yield await never.promise;
  };
  const { url } = await serve(t, waiting, deadline_ms);
  const reply = await fetch(url);
  assert.deepEqual([reply.status, ((await reply.json()) as { code: string }).code], [503, "UNAVAILABLE"]);
  never.resolve("");
});

test("the log names an answer that is ended by us before its end, and none that its client has left", async (t) => {
  const ended = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { url, lines, answers } = await serve(t, async function* () {
    const call = answers.length - 1;
    try {
      for (;;) yield "row\n".repeat(10_000);
    } finally {
      ended[call]!.resolve();
    }
  });
  const leaving = new AbortController();
  await (await fetch(url, { signal: leaving.signal })).body!.getReader().read();
  leaving.abort();
  await ended[0]!.promise;
  assert.equal(lines.length, 0);
  const reply = await fetch(url);
  answers[1]!.destroy(new Error("it is ended"));
  await assert.rejects(reply.text());
  await ended[1]!.promise;
  assert.deepEqual(
    lines.map(({ msg, err }) => [msg, err?.message]),
    [["a file could not be sent to its end", "it is ended"]],
  );
});
