import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import pino from "pino";
import { needs } from "../access.ts";
import { Download, route, type Operation } from "../route.ts";
import { createServer } from "../server.ts";

test("a file that cannot be sent to its end is cut, and the log says why", async (t) => {
  const lines: any[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = createServer({ base_url: "https://muster.example", trusted_proxies: [], log, onAnswer: () => undefined });
  t.after(() => app.close());
  async function* rows() {
    yield "first row\n";
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error("the second row took too long");
  }
  const operation = { id: "take", tag: "Test", summary: "Take", description: "", answers: {} } as unknown as Operation;
  const handle = async () => ({ body: new Download("text/csv", Readable.from(rows())) });
  route(app, { method: "GET", url: "/file", access: needs("users:read"), operation, handle });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  await assert.rejects(fetch(`${url}/file`).then((reply) => reply.text()));
  const [{ msg, route: where, err }, ...others] = lines;
  assert.deepEqual([msg, where, others], ["a file could not be sent to its end", "/file", []]);
  assert.match(err.message, /took too long/);
});
