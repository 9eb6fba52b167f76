import pino from "pino";
import { buildApp } from "../app.ts";
import type { Config } from "../config.ts";
import { readKeyring } from "../platform/crypto/keyring.ts";
import { parseNetworks } from "../platform/net/address.ts";

/** `muster openapi`: prints the OpenAPI document for BASE_URL; needs no database. */
export async function openapi(config: Readonly<Config>): Promise<void> {
  process.stdout.write(await openApiDocument(config.base_url));
}

/** The document as `/openapi.json` serves it, from the routes as they are mounted. */
export async function openApiDocument(base_url: string): Promise<string> {
  const app = await buildApp({
    base_url,
    trusted_proxies: parseNetworks(""),
    pool: { role: "muster_app", embedded: false, waiting: 0, connect: () => Promise.reject(new Error("no database")), close: async () => {} },
    keyring: readKeyring("only-describes-and-never-authenticates"),
    log: pino({ level: "silent" }),
  });
  try {
    return (await app.inject("/openapi.json")).body;
  } finally {
    await app.close();
  }
}
