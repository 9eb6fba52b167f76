import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";

export type MetricsEndpoint = { port: number; close(): Promise<void> };

const request_timeout_ms = 10_000;

/**
 * Serves GET /metrics, and GET /readyz for processes without requests, on a port of its own, away from what clients can reach.
 * Rejects when the port is taken.
 */
export async function startMetrics(
  port: number,
  registry: Registry,
  host?: string,
  isReady?: () => Promise<boolean>,
): Promise<MetricsEndpoint> {
  const server = createServer({ requestTimeout: request_timeout_ms }, (request, response) => {
    const path = request.method === "GET" ? request.url?.split("?")[0] : undefined;
    if (path === "/readyz" && isReady !== undefined) {
      void isReady().then((ready) => response.writeHead(ready ? 200 : 503).end(ready ? "ready\n" : "late\n"));
      return;
    }
    if (path !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
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
