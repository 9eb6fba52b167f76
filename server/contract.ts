import pino from "pino";
import { buildApp } from "./app.ts";
import type { Contract } from "./features/documentation/contract.ts";
import type { WebhookOptions } from "./features/webhooks/subscriptions/check-settings.ts";
import { readKeyring } from "./platform/crypto/keyring.ts";
import type { Pool } from "./platform/db/pool.ts";
import type { GuardedFetch } from "./platform/net/guarded-fetch.ts";
import type { Outbound } from "./platform/net/outbound.ts";

/** The contract of the mounted application. Needs no database, because mounting does not use it. */
export async function readContract(base_url: string): Promise<Contract> {
  const pool: Pool = {
    role: "muster_app",
    bounds: { role: "muster_app", statement_timeout_ms: 0 },
    embedded: false,
    is_away: false,
    waiting: 0,
    connections: { open: 0, idle: 0, max: 0 },
    observer: null,
    heard: () => 0,
    connect: () => Promise.reject(new Error("the contract has no database")),
    close: () => Promise.resolve(),
  };
  // No secret is created or checked with it.
  const keyring = readKeyring("the contract needs no secret at all");
  const outbound: Outbound = {
    post: () => Promise.reject(new Error("the contract sends nothing")),
    close: () => Promise.resolve(),
  };
  const webhooks: WebhookOptions = {
    sender: { outbound, keyring, trusted_origins: new Set(), base_url },
    resolve: () => Promise.resolve([]),
    format_alias: "",
  };
  const identity_calls: GuardedFetch = {
    fetch: () => Promise.reject(new Error("making the contract calls no other server")),
    trusted_origins: new Set(),
    close: () => Promise.resolve(),
  };
  const log = pino({ level: "silent" });
  const app = await buildApp({ base_url, trusted_proxies: [], pool, keyring, log, webhooks, identity_calls });
  await app.ready();
  await app.close();
  return app.contract();
}
