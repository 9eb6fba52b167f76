import { buildApp } from "../app.ts";
import type { Config } from "../config.ts";
import type { Pool } from "../platform/db/pool.ts";
import type { Runtime } from "./runtime.ts";

/** The HTTP side of a process; `stop` refuses new work, finishes what is in flight and closes idle connections. */
export type HttpSide = { stop(): Promise<void> };

export async function startHttp(config: Readonly<Config>, runtime: Runtime, pool: Pool): Promise<HttpSide> {
  const app = await buildApp({
    base_url: config.base_url,
    trusted_proxies: config.trust_proxy,
    pool,
    keyring: runtime.keyring,
    log: runtime.log,
  });
  const address = await app.listen({ port: config.port, host: config.host });
  runtime.log.info({ address, base_url: config.base_url }, "listening");
  return { stop: () => app.close() };
}
