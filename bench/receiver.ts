// A subscriber's endpoint, in a process of its own. It acknowledges at once, except on some paths, and records when each event
// arrived and how old it was.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ReceiverQuestion =
  | { kind: "start" }
  /** Takes the arrivals since the last question. */
  | { kind: "take" };

export type ReceiverAnswer = { origin: string; arrivals: Arrival[] };

/** `age_ms`: from the event's `created_at`, when the request that caused it was accepted, to its arrival. */
export type Arrival = { path: string; event_id: string; at_ms: number; age_ms: number };

/** Requests to this path are never answered. */
export const hanging_path = "/hang";

/** Requests below this path are answered after that many ms: `/after/100`. */
const slow_path = /^\/after\/(\d+)/;

if (import.meta.main) {
  let arrivals: Arrival[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const at_ms = Date.now();
      const path = request.url!;
      const after_ms = slow_path.exec(path)?.[1];
      if (after_ms !== undefined) setTimeout(() => reply.writeHead(204).end(), Number(after_ms));
      else if (!path.startsWith(hanging_path)) reply.writeHead(204).end();
      const { id, created_at } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string; created_at: string };
      arrivals.push({ path, event_id: id, at_ms, age_ms: at_ms - Date.parse(created_at) });
    });
  });
  const listening = new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.on("message", () => {
    void listening.then(() => {
      const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
      process.send!({ origin, arrivals } satisfies ReceiverAnswer);
      arrivals = [];
    });
  });
  process.once("disconnect", () => process.exit(0));
}
