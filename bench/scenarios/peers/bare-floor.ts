// The least that Node and PostgreSQL need: bare handlers on node:http that send one statement through an ordinary `pg` pool: the
// API's look-up, one row by primary key, or one insert. They have no clients, limits or checks.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

export type BarePlan = { database_url: string; connections: number; look_up: LookUp | null };

/** A statement that finds one row by the value at `key`, and the column with the answer. */
export type LookUp = { text: string; values: unknown[]; key: number; answer_column: number };

export const paths = { look_up: "/look-up", row: "/row", write: "/write" } as const;

/** The table that the handlers read and write; a scenario creates and drops it. */
export const bare_table = "bench_bare";

if (import.meta.main) {
  process.once("message", (plan: BarePlan) => {
    void serve(plan).then((url) => process.send!({ url }));
  });
  process.once("disconnect", () => process.exit(0));
  process.once("SIGTERM", () => process.exit(0));
}

async function serve({ database_url, connections, look_up }: BarePlan): Promise<string> {
  const pool = new pg.Pool({ connectionString: database_url, max: connections });
  const row = { text: `select body from ${bare_table} where key = $1`, values: [null], key: 0, answer_column: 0 };
  const server = createServer((request, reply) => {
    const [path, query] = request.url!.split("?");
    const key = query?.slice("key=".length);
    const answering =
      path === paths.write ? write(pool, request, reply) : find(pool, reply, (path === paths.row ? null : look_up) ?? row, key);
    answering.catch((error: unknown) => reply.writeHead(500).end(String(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function find(
  pool: pg.Pool,
  reply: ServerResponse,
  { text, values, key, answer_column }: LookUp,
  sought = "",
): Promise<void> {
  const { rows } = await pool.query<string[]>({ name: "find", text, values: values.with(key, sought), rowMode: "array" });
  answer(reply, 200, rows[0]![answer_column]!);
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
