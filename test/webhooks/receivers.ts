// Receivers for tests: a script sends on a raw connection what an HTTP server never would.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";
import { patience_ms } from "../harness/patience.ts";
import { createOutbound, type Outbound, type OutboundError, type PostOutcome } from "../../server/platform/net/outbound.ts";

const deadline_ms = 5_000;
/** How late a timer on a busy machine may be. */
const late_ms = patience_ms;

export const trusted_origins = new Set<string>();
/** Created on first use, and closed with the receivers, because test files that share a process must not share it. */
let outbound: Outbound | null = null;
const listeners: { server: Server; connections: Socket[] }[] = [];

export async function closeReceivers() {
  await outbound?.close();
  outbound = null;
  for (const { server, connections } of listeners.splice(0)) {
    server.close();
    for (const socket of connections) socket.destroy();
  }
}

export type Script = (socket: Socket, nth: number) => void;
export type Receiver = { origin: string; port: number; connections: Socket[]; close(): Promise<unknown> };

/** Plain TCP or TLS. The script decides what is sent, and starts when a request begins to arrive. */
export async function startReceiver(script: Script, tls?: TlsOptions): Promise<Receiver> {
  const connections: Socket[] = [];
  const serve = (socket: Socket) => {
    connections.push(socket);
    const nth = connections.length - 1;
    socket.on("error", () => undefined).once("data", () => script(socket, nth));
  };
  const server = tls ? createTlsServer(tls, serve).on("tlsClientError", () => undefined) : createServer(serve);
  return listening(server, tls ? "https" : "http", connections);
}

/** A receiver whose script starts as soon as a connection is open. */
export function startRude(script: (socket: Socket) => void, scheme: "http" | "https" = "http"): Promise<Receiver> {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket.on("error", () => undefined));
    script(socket);
  });
  return listening(server, scheme, connections);
}

async function listening(server: Server, scheme: string, connections: Socket[]): Promise<Receiver> {
  listeners.push({ server, connections });
  await once(server.listen(0), "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `${scheme}://localhost:${port}`;
  trusted_origins.add(origin);
  return { origin, port, connections, close: () => new Promise((resolve) => server.close(resolve)) };
}

export function post({ origin }: { origin: string }, body = Buffer.from("{}"), signal?: AbortSignal): Promise<PostOutcome> {
  outbound ??= createOutbound({ trusted_origins, source_address: null });
  return outbound.post({ url: `${origin}/hook`, headers: { "content-type": "application/json" }, body }, signal);
}

export async function assertOutcome(receiver: { origin: string }, status: number | null, error: OutboundError | null) {
  const started_ms = performance.now();
  const outcome = await post(receiver);
  assert.deepEqual({ status: outcome.status, error: outcome.error }, { status, error });
  assert.ok(performance.now() - started_ms <= deadline_ms + late_ms);
  assert.ok(outcome.duration_ms <= deadline_ms + late_ms);
}

/** The receiver's ends are closed too, by us. */
export async function assertClosed({ connections }: Receiver) {
  await Promise.all(
    connections.filter((socket) => !socket.destroyed).map((socket) => new Promise((resolve) => socket.once("close", resolve))),
  );
}

/** Writes as fast as the other side reads, until that stops. */
export function flood(head: string, part: string | Buffer): Script {
  return (socket) => {
    socket.write(head);
    const pour = () => {
      while (!socket.destroyed && socket.write(part));
    };
    socket.on("drain", pour);
    pour();
  };
}

export function drip(head: string, part: string, every_ms = 100): Script {
  return (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(part), every_ms);
    socket.on("close", () => clearInterval(timer));
  };
}

export const kilobyte = "a".repeat(1024);
export const chunk = `400\r\n${kilobyte}\r\n`;
export const ok = "HTTP/1.1 200 OK\r\n";
export const chunked = "Transfer-Encoding: chunked\r\n\r\n";
