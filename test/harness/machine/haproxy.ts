// ops/haproxy/haproxy.cfg as an operator would use it: the certificate's file and the servers put in, nothing else changed.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeCertificate } from "./certificate.ts";
import { findFreePort } from "./cluster.ts";

export const haproxy_config = path.join(import.meta.dirname, "..", "..", "..", "ops", "haproxy", "haproxy.cfg");
const start_ms_max = 30_000;

export type Haproxy = {
  /** https://localhost:…, and the plain port. */
  url: string;
  plain_url: string;
  /** The file of the authority that its certificate is of. */
  authority: string;
  close(): Promise<void>;
};

/** Why HAProxy cannot be run here, or false. */
export function needsHaproxy(): string | false {
  const found = spawnSync("haproxy", ["-v"], { encoding: "utf8" });
  if (found.error !== undefined) return "needs haproxy (apt-get install haproxy)";
  return spawnSync("openssl", ["version"]).error === undefined ? false : "needs openssl";
}

/** Starts it in front of two ports of this machine. */
export async function startHaproxy(ports: readonly [number, number]): Promise<Haproxy> {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-haproxy-"));
  const certificate = makeCertificate(folder);
  if (typeof certificate === "string") throw new Error(certificate);
  const [secure, plain] = [await findFreePort(), await findFreePort()];
  const config = path.join(folder, "haproxy.cfg");
  writeFileSync(config, putIn(readFileSync(haproxy_config, "utf8"), { secure, plain, ports, certificate: certificate.both }));
  const check = spawnSync("haproxy", ["-c", "-f", config], { encoding: "utf8" });
  assert.equal(check.status, 0, check.stdout + check.stderr);
  assert.doesNotMatch(check.stderr, /\[(WARNING|ALERT)\]/, check.stderr);
  const child = spawn("haproxy", ["-db", "-f", config], { stdio: process.env["TEST_LOG"] ? "inherit" : "ignore" });
  const ended = once(child, "exit");
  const url = `https://localhost:${secure}`;
  const plain_url = `http://localhost:${plain}`;
  const close = async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const ends_ms = performance.now() + start_ms_max; !(await answers(plain_url)); await sleep(50)) {
    if (performance.now() < ends_ms && child.exitCode === null) continue;
    await close();
    throw new Error("HAProxy has not come up");
  }
  return { url, plain_url, authority: certificate.certificate, close };
}

type PutIn = { secure: number; plain: number; ports: readonly [number, number]; certificate: string };

/** Each value that an operator replaces must be there to be replaced. */
function putIn(text: string, { secure, plain, ports, certificate }: PutIn): string {
  const values: [string, string][] = [
    ["bind :443 ssl crt /etc/haproxy/muster.pem", `bind 127.0.0.1:${secure} ssl crt ${certificate}`],
    ["bind :80", `bind 127.0.0.1:${plain}`],
    ["server api1 127.0.0.1:3001", `server api1 127.0.0.1:${ports[0]}`],
    ["server api2 127.0.0.1:3002", `server api2 127.0.0.1:${ports[1]}`],
  ];
  // Who is not root cannot become another user.
  if (process.getuid?.() !== 0) values.push(["    user haproxy\n    group haproxy\n", ""]);
  return values.reduce((changed, [from, to]) => {
    assert.equal(changed.split(from).length, 2, `${from} stands once in ops/haproxy/haproxy.cfg`);
    return changed.replace(from, to);
  }, text);
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { redirect: "manual" }).then(
    () => true,
    () => false,
  );
}
