import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";

export type MetricsEndpoint = { port: number; close(): Promise<void> };

export type MetricsEndpointOptions = {
  port: number;
  host?: string;
  /** The token that a request for metrics must carry; null: none is required. */
  token?: string | null;
  registry: Registry;
  /** The result of GET /readyz, for processes that serve no requests. */
  isReady?: () => Promise<boolean>;
};

const request_timeout_ms = 10_000;
const retry_after_s = "1";

/**
 * Serves GET /metrics on a port of its own that clients cannot reach, and GET /readyz for processes that serve no requests.
 * Rejects when the port is taken.
 */
export async function startMetrics(options: MetricsEndpointOptions): Promise<MetricsEndpoint> {
  const { port, host, token = null, registry, isReady } = options;
  const server = createServer({ requestTimeout: request_timeout_ms }, (request, response) => {
    const path = request.method === "GET" ? request.url?.split("?")[0] : undefined;
    if (path === "/readyz" && isReady !== undefined) {
      void isReady().then((ready) => (ready ? response.writeHead(200).end("ready\n") : refuse(response, "late\n")));
      return;
    }
    if (path !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    if (token !== null && !shows(request, token)) {
      response.writeHead(401, { "www-authenticate": "Bearer" }).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => refuse(response, "not now\n"),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(response: ServerResponse, why: string): void {
  response.writeHead(503, { "retry-after": retry_after_s }).end(why);
}

/** Whether a request carries the token. Compares digests, so that timing reveals neither the token's length nor its beginning. */
function shows({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}
