// The sample configurations of ops/haproxy, as an operator would use them: only the certificate's file and the servers are
// replaced.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { makeCertificate } from "./certificate.ts";
import { findFreePort } from "./cluster.ts";

const samples = path.join(import.meta.dirname, "..", "..", "..", "ops", "haproxy");
const haproxy_config = path.join(samples, "haproxy.cfg");
const nodes_config = path.join(samples, "haproxy-nodes.cfg");
const start_ms_max = 30_000;

export type Haproxy = {
  /** The https://localhost:… address, and the one without TLS. */
  url: string;
  plain_url: string;
  /** The file of the authority that has signed its certificate. */
  authority: string;
  close(): Promise<void>;
};

/** Why HAProxy cannot be run here, or false. */
export function needsHaproxy(): string | false {
  const found = spawnSync("haproxy", ["-v"], { encoding: "utf8" });
  if (found.error !== undefined) return "needs haproxy (apt-get install haproxy)";
  return spawnSync("openssl", ["version"]).error === undefined ? false : "needs openssl";
}

/** Starts HAProxy in front of two ports of this machine. */
export function startHaproxy(ports: readonly [number, number]): Promise<Haproxy> {
  return launch(haproxy_config, () => [
    ["server api1 127.0.0.1:3001", `server api1 127.0.0.1:${ports[0]}`],
    ["server api2 127.0.0.1:3002", `server api2 127.0.0.1:${ports[1]}`],
  ]);
}

export type NodesProxy = Haproxy & {
  map_file: string;
  socket: string;
  /** The lines of its log. */
  said(): string[];
};

/**
 * Starts ops/haproxy/haproxy-nodes.cfg on a port, in front of two nodes with one process each, with a map. `plain`: requests
 * without TLS are not redirected to TLS.
 */
export async function startNodesProxy(
  secure: number,
  { n1, n2 }: { n1: number; n2: number },
  map: string,
  { plain = false } = {},
): Promise<NodesProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-nodes-"));
  const [map_file, socket] = [path.join(folder, "nodes.map"), path.join(folder, "muster.sock")];
  writeFileSync(map_file, map);
  const lines: string[] = [];
  const proxy = await launch(
    nodes_config,
    (text) => [
      ["/etc/haproxy/nodes.map", map_file],
      ["/run/haproxy/muster.sock", socket],
      // A node has only one process here, so it must not be taken out when a busy machine answers late.
      ["check inter 1s fall 1 rise 1", "check inter 1s fall 60 rise 1"],
      ...(plain ? [["    http-request redirect scheme https code 308 unless { ssl_fc }\n", ""] satisfies [string, string]] : []),
      ...[...text.matchAll(/server n(\d)_\d (\S+)( backup)?$/gm)].map(
        ([line, node, address]) =>
          [line, line.replace(address!, `127.0.0.1:${node === "1" ? n1 : n2}`)] satisfies [string, string],
      ),
    ],
    { secure, onLine: (line) => lines.push(line) },
  );
  const close = async () => {
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...proxy, map_file, socket, said: () => lines, close };
}

type Launch = { secure?: number; onLine?: (line: string) => void };

/** Starts HAProxy with a configuration of ops/haproxy in which values were replaced. */
async function launch(
  sample: string,
  replacedIn: (text: string) => [string, string][],
  { secure: given, onLine }: Launch = {},
): Promise<Haproxy> {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-haproxy-"));
  const certificate = makeCertificate(folder);
  if (typeof certificate === "string") throw new Error(certificate);
  const [secure, plain] = [given ?? (await findFreePort()), await findFreePort()];
  const config = path.join(folder, "haproxy.cfg");
  const text = readFileSync(sample, "utf8");
  const values: [string, string][] = [
    ["bind :443 ssl crt /etc/haproxy/muster.pem", `bind 127.0.0.1:${secure} ssl crt ${certificate.both}`],
    ["bind :80", `bind 127.0.0.1:${plain}`],
    ...replacedIn(text),
  ];
  writeFileSync(config, putIn(text, values));
  const check = spawnSync("haproxy", ["-c", "-f", config], { encoding: "utf8" });
  assert.equal(check.status, 0, check.stdout + check.stderr);
  assert.doesNotMatch(check.stderr, /\[(WARNING|ALERT)\]/, check.stderr);
  const shown = process.env["TEST_LOG"] ? "inherit" : "ignore";
  const child = spawn("haproxy", ["-db", "-f", config], { stdio: [shown, onLine ? "pipe" : shown, shown] });
  if (onLine && child.stdout) createInterface(child.stdout).on("line", onLine);
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

/** Replaces values; each must occur in the sample. A server occurs once in each backend. */
function putIn(text: string, values: readonly [string, string][]): string {
  // Only root can change to another user.
  const own: [string, string][] = process.getuid?.() === 0 ? [] : [["    user haproxy\n    group haproxy\n", ""]];
  return [...values, ...own].reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), `${from} stands in the sample`);
    return changed.replace(from, () => to);
  }, text);
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { redirect: "manual" }).then(
    () => true,
    () => false,
  );
}
