// The least that can be asked of Node and PostgreSQL: a bare handler on node:http that sends one statement by primary key through an
// ordinary `pg` pool, a look-up or an insert. It knows no clients, organisations, limits or checks.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

export type BarePlan = { database_url: string; connections: number };

/** Where it finds and writes; a scenario makes and drops it. */
export const bare_table = "bench_bare";

if (import.meta.main) {
  process.once("message", (plan: BarePlan) => {
    void serve(plan).then((url) => process.send!({ url }));
  });
  process.once("disconnect", () => process.exit(0));
  process.once("SIGTERM", () => process.exit(0));
}

async function serve({ database_url, connections }: BarePlan): Promise<string> {
  const pool = new pg.Pool({ connectionString: database_url, max: connections });
  const server = createServer((request, reply) => {
    const answering = request.method === "GET" ? find(pool, request, reply) : write(pool, request, reply);
    answering.catch((error: unknown) => reply.writeHead(500).end(String(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** `GET /?key=…` */
async function find(pool: pg.Pool, { url }: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { rows } = await pool.query<{ body: string }>({
    name: "find",
    text: `select body from ${bare_table} where key = $1`,
    values: [url!.slice(url!.indexOf("=") + 1)],
  });
  answer(reply, 200, rows[0]!.body);
}

async function write(pool: pg.Pool, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  await pool.query({
    name: "write",
    text: `insert into ${bare_table} (key, body) values ($1, $2)`,
    values: [randomUUID(), body],
  });
  answer(reply, 201, body);
}

function answer(reply: ServerResponse, status: number, body: string): void {
  reply.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
}
