// Two APIs behind HAProxy, with an organisation whose client may create and read people.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { buildPanel } from "../../scripts/build-panel.ts";
import { openDatabase, type TestDatabase } from "../harness/database.ts";
import { findFreePort } from "../harness/machine/cluster.ts";
import { startHaproxy, type Haproxy } from "../harness/machine/haproxy.ts";
import { startProcess, type Process } from "../harness/machine/processes.ts";
import { createOrganisation } from "../harness/organisation/organisation.ts";
import { rate } from "../harness/organisation/people.ts";
import { slowness } from "../harness/patience.ts";
import { callerOf, type Call, type Target } from "./load.ts";

const start_ms_max = 60_000 * slowness;
export const secret_key = "v1:a-test-secret-of-at-least-32-characters";
/** How long an API keeps accepting requests after SIGTERM; HAProxy checks once a second. */
export const stop_delay_s = 5;

export type BehindProxy = {
  database: TestDatabase;
  haproxy: Haproxy;
  target: Target;
  call: Call;
  /** The environment of the APIs, without the port. */
  env: Record<string, string>;
  /** The ports in HAProxy's configuration. */
  ports: readonly [number, number];
  /** Starts an API on one of the ports, and resolves when it is ready. */
  startApi(port: number): Promise<Process>;
  close(): Promise<void>;
};

export async function openBehindProxy(): Promise<BehindProxy> {
  // Built once here, rather than by both APIs while the test waits for them.
  await buildPanel();
  const database = await openDatabase();
  assert.equal(database.connection.kind, "server");
  const organisation = await createOrganisation(database, {
    contract: { rate },
    clients: [{ name: "load", scopes: ["users:read", "users:write"] }],
  });
  const ports = [await findFreePort(), await findFreePort()] as const;
  const haproxy = await startHaproxy(ports);
  const target = { ...haproxy, tenant_code: organisation.code, secret: organisation.clients["load"]!.secret };
  const env = environment((database.connection as { url: string }).url, haproxy.url);
  const started: Process[] = [];
  return {
    database,
    haproxy,
    target,
    call: callerOf(target),
    env,
    ports,
    async startApi(port) {
      const api = startProcess("api", { ...env, PORT: String(port) });
      started.push(api);
      await untilReady(port);
      return api;
    },
    async close() {
      await Promise.all(started.map((one) => one.end("SIGKILL")));
      await haproxy.close();
      await database.close();
    },
  };
}

export function environment(DATABASE_URL: string, BASE_URL: string): Record<string, string> {
  return {
    DATABASE_URL,
    BASE_URL,
    SECRET_KEY: secret_key,
    HOST: "127.0.0.1",
    TRUST_PROXY: "127.0.0.1",
    STOP_DELAY_S: String(stop_delay_s),
    LOG_LEVEL: process.env["TEST_LOG"] ?? "fatal",
  };
}

export async function untilReady(port: number, look_ms = 50): Promise<void> {
  const ready = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  for (const ends_ms = performance.now() + start_ms_max; !(await ready()); await sleep(look_ms))
    if (performance.now() > ends_ms) throw new Error("the API has not come up");
}
