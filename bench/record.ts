// Records the statements that the API sends to PostgreSQL, so that a floor can send the same ones. It runs a request through the
// application in this process, on a pool whose connections record every statement.
import type pg from "pg";
import pino from "pino";
import { buildApp } from "../server/app.ts";
import { readKeyring } from "../server/platform/crypto/keyring.ts";
import { createPool, type Pool } from "../server/platform/db/pool.ts";
import { Packet } from "../server/platform/db/packet.ts";
import { parseNetworks } from "../server/platform/net/address.ts";
import { createGuardedFetch } from "../server/platform/net/guarded-fetch.ts";
import { createOutbound } from "../server/platform/net/outbound.ts";
import { createResolve } from "../server/platform/net/resolve.ts";

/** One statement as it was sent, and its first row. Statements that are not prepared, such as `begin`, have no name. */
export type Exchange = {
  name: string | null;
  text: string;
  values: unknown[];
  row: Record<string, unknown> | null;
  /** Statements with the same number were sent in one packet, with one wait for the database. */
  packet: number;
};

export type Asked = { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: object; status?: number };

export type Recorder = {
  /** Sends a request and returns its statements. Throws if the answer is not the expected one. */
  record(asked: Asked): Promise<Exchange[]>;
  close(): Promise<void>;
};

const statement_timeout_ms = 60_000;

export async function openRecorder(database_url: string, secret_key: string): Promise<Recorder> {
  const heard: Exchange[] = [];
  const pool = createPool({
    connection: { kind: "server", url: database_url },
    role: "muster_app",
    connections_max: 1,
    statement_timeout_ms,
    onIdleError: () => undefined,
  });
  const keyring = readKeyring(secret_key);
  const trusted_origins = new Set<string>();
  const resolve = createResolve();
  const outbound = createOutbound({ trusted_origins, source_address: null, resolve });
  const base_url = "http://localhost";
  const app = await buildApp({
    base_url,
    trusted_proxies: parseNetworks(""),
    pool: listeningPool(pool, heard),
    keyring,
    log: pino({ level: "error" }, pino.destination(2)),
    webhooks: { sender: { outbound, keyring, trusted_origins, base_url }, resolve, format_alias: "" },
    identity_calls: createGuardedFetch({ trusted_origins, source_address: null, resolve }),
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    async record({ method, path, headers, body, status = 200 }) {
      heard.length = 0;
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(url + path, { method, headers: { "content-type": "application/json", ...headers }, ...sent });
      const text = await answer.text();
      if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      // The request log is written later, in batches, for requests that were answered before.
      return heard.filter((said) => !said.text.includes("infra.log_requests_packed("));
    },
    async close() {
      await app.close();
      await outbound.close();
      await pool.close();
    },
  };
}

function listeningPool(pool: Pool, heard: Exchange[]): Pool {
  const listening = new WeakSet<pg.PoolClient>();
  return {
    role: pool.role,
    bounds: pool.bounds,
    embedded: pool.embedded,
    is_away: false,
    waiting: 0,
    connections: { open: 0, idle: 0, max: 0 },
    observer: null,
    heard: () => 0,
    close: () => pool.close(),
    async connect() {
      const client = await pool.connect();
      if (!listening.has(client)) listen(client, heard);
      listening.add(client);
      return client;
    },
  };
}

function listen(client: pg.PoolClient, heard: Exchange[]): void {
  const send = client.query.bind(client) as (sent: unknown, ...rest: unknown[]) => unknown;
  client.query = ((sent: string | Packet, ...rest: unknown[]) => {
    const packet = (heard.at(-1)?.packet ?? 0) + 1;
    if (!(sent instanceof Packet)) {
      heard.push({ name: null, text: sent, values: [], row: null, packet });
      return send(sent, ...rest);
    }
    for (const { text, values } of sent.openings) heard.push({ name: null, text, values: [...values], row: null, packet });
    for (const query of sent.queries) {
      const { name, text, values, callback } = query;
      // A commit is not prepared, even if it is sent together with prepared statements.
      const exchange: Exchange = {
        name: text === "commit" ? null : name,
        text,
        values: [...values],
        row: null,
        packet,
      };
      heard.push(exchange);
      query.callback = (error, result) => {
        if (!error) exchange.row = (result.rows[0] as Record<string, unknown> | undefined) ?? null;
        callback(error, result);
      };
    }
    return send(sent, ...rest);
  }) as typeof client.query;
}
