// Keycloak as distributed, in a process of its own with a database in memory; or an instance that already runs and is discarded
// afterwards.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../machine/cluster.ts";
import { needsProgram } from "../machine/programs.ts";
import { slowness } from "../patience.ts";

export type Keycloak = {
  /** An origin that browsers treat as another site than 127.0.0.1. */
  origin: string;
  /**
   * Calls its Admin REST API, below /admin/realms. Returns the answer's body; null: it has none. Throws if the call is refused.
   */
  admin(method: string, place: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
};

const start_ms_max = 180_000 * slowness;
const [administrator, password] = ["admin", "only-a-test-knows-it"];

/** Why there is no Keycloak, or false: `{ skip: needsKeycloak() }`. */
export function needsKeycloak(): string | false {
  if (process.env["KEYCLOAK_URL"]) return false;
  if (!process.env["KEYCLOAK_HOME"])
    return "needs KEYCLOAK_HOME, the folder of an unpacked Keycloak 26 (Maven: org.keycloak:keycloak-quarkus-dist, tar.gz), or KEYCLOAK_URL with KEYCLOAK_PASSWORD, one on this machine";
  return needsProgram("java");
}

export async function startKeycloak(): Promise<Keycloak> {
  const { KEYCLOAK_URL: running, KEYCLOAK_PASSWORD: its_password } = process.env;
  if (running) return { origin: running, admin: adminOf(running, its_password ?? password), close: async () => undefined };
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const args = ["start-dev", "--db=dev-mem", "--http-host=localhost", `--http-port=${port}`, "--log-level=warn"];
  const child = spawn(path.join(process.env["KEYCLOAK_HOME"]!, "bin", "kc.sh"), args, {
    env: { ...process.env, KC_BOOTSTRAP_ADMIN_USERNAME: administrator, KC_BOOTSTRAP_ADMIN_PASSWORD: password },
    stdio: "ignore",
    // Detached, because the script starts Java as its child, which must be ended too.
    detached: true,
  });
  const close = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, "exit");
    process.kill(-child.pid!, "SIGKILL");
    await ended;
  };
  const admin = adminOf(origin, password);
  const is_ready = () =>
    admin("GET", "/master").then(
      () => true,
      () => false,
    );
  for (const ends_ms = performance.now() + start_ms_max; !(await is_ready()); await sleep(500))
    if (performance.now() > ends_ms || child.exitCode !== null) {
      await close();
      throw new Error("Keycloak did not start");
    }
  return { origin, admin, close };
}

/** Each call requests a new token, because a token is valid for only a minute. */
function adminOf(origin: string, its_password: string): Keycloak["admin"] {
  return async (method, place, body) => {
    const grant = { client_id: "admin-cli", grant_type: "password", username: administrator, password: its_password };
    const token = await fetch(`${origin}/realms/master/protocol/openid-connect/token`, {
      method: "POST",
      body: new URLSearchParams(grant),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const type = typeof body === "string" ? "application/xml" : "application/json";
    const answer = await fetch(`${origin}/admin/realms${place}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, "content-type": type },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${place}: ${answer.status} ${text}`);
    return text === "" ? null : (JSON.parse(text) as unknown);
  };
}
