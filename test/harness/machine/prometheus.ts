// A real Prometheus, as packaged by distributions, that scrapes processes of a test.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { patience_ms } from "../patience.ts";
import { findFreePort } from "./cluster.ts";
import { findProgram, needsProgram } from "./programs.ts";

/** Why this machine cannot run Prometheus, or false: `{ skip: needsPrometheus() }`. */
export const needsPrometheus = () => needsProgram("prometheus", "promtool");

/** Runs `promtool`; returns its output, or throws an error that contains it. */
export async function promtool(...words: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(findProgram("promtool")!, words);
  return stdout + stderr;
}

export type Series = { metric: Record<string, string>; value: number };

export type Prometheus = {
  /** Sets the addresses to scrape, by job. */
  scrape(targets: Record<string, string[]>): void;
  /** The series of an expression; throws Prometheus's message if the expression is not valid. */
  query(expression: string): Promise<Series[]>;
  /** The names of the firing alerts. */
  firing(): Promise<string[]>;
  close(): Promise<void>;
};

/** Starts Prometheus with these rules. It scrapes and evaluates every second, and authenticates with `token`. */
export async function startPrometheus(rules: string, token: string): Promise<Prometheus> {
  const folder = mkdtempSync(path.join(tmpdir(), "muster-prometheus-"));
  const place = (name: string) => path.join(folder, name);
  const scrape = (targets: Record<string, string[]>) => {
    const groups = Object.entries(targets).map(([job, addresses]) => ({ targets: addresses, labels: { job } }));
    // Written under another name first, so that Prometheus never reads an incomplete file.
    writeFileSync(place("targets.new"), JSON.stringify(groups));
    renameSync(place("targets.new"), place("targets.json"));
  };
  scrape({});
  writeFileSync(place("rules.yml"), rules);
  writeFileSync(
    place("prometheus.yml"),
    JSON.stringify({
      global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
      rule_files: ["rules.yml"],
      scrape_configs: [
        {
          job_name: "muster",
          authorization: { credentials: token },
          file_sd_configs: [{ files: ["targets.json"], refresh_interval: "1s" }],
        },
      ],
    }),
  );
  const port = await findFreePort();
  const child = spawn(
    findProgram("prometheus")!,
    [
      `--config.file=${place("prometheus.yml")}`,
      `--storage.tsdb.path=${place("data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=error",
    ],
    { stdio: ["ignore", "ignore", process.env["TEST_LOG"] ? "inherit" : "ignore"] },
  );
  const ended = once(child, "exit");
  const close = async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const ask = async (target: string): Promise<any> => {
    const response = await fetch(`http://127.0.0.1:${port}${target}`, { signal: AbortSignal.timeout(patience_ms) });
    return response.json();
  };
  for (const ends_ms = performance.now() + patience_ms; ; await sleep(50)) {
    if ((await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => null))?.ok) break;
    if (performance.now() > ends_ms || child.exitCode !== null) {
      await close();
      throw new Error("Prometheus has not become ready");
    }
  }
  return {
    scrape,
    async query(expression) {
      const { status, error, data } = await ask(`/api/v1/query?query=${encodeURIComponent(expression)}`);
      if (status !== "success") throw new Error(`${expression}: ${error}`);
      if (data.resultType === "scalar") return [{ metric: {}, value: Number(data.result[1]) }];
      return data.result.map((one: any) => ({ metric: one.metric, value: Number(one.value[1]) }));
    },
    async firing() {
      const { data } = await ask("/api/v1/alerts");
      const names = data.alerts.filter((one: any) => one.state === "firing").map((one: any) => one.labels.alertname as string);
      return [...new Set<string>(names)].toSorted();
    },
    close,
  };
}
