// Two APIs and a worker as separate processes, and clients that create people and switch to the other API if one does not serve.
import type { TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../harness/machine/cluster.ts";
import { startProcess } from "../../harness/machine/processes.ts";
import type { TestOrganisation } from "../../harness/organisation/organisation.ts";
import { environment, untilReady } from "../behind-proxy.ts";

const clients = 12;
const pause_ms = 100;

/** Starts the processes that serve a database; returns the ports of the APIs. */
export async function startService(t: TestContext, database_url: string, direct_url: string): Promise<number[]> {
  const ports = [await findFreePort(), await findFreePort()];
  const env = (port: number) => ({
    ...environment(database_url, `http://127.0.0.1:${port}`),
    DATABASE_DIRECT_URL: direct_url,
    PORT: String(port),
    STOP_DELAY_S: "0",
  });
  const started = ports.map((port) => startProcess("api", env(port)));
  started.push(startProcess("worker", env(ports[0]!)));
  t.after(() => Promise.all(started.map((one) => one.end("SIGKILL"))));
  await Promise.all(ports.map((port) => untilReady(port)));
  return ports;
}

export type Writers = {
  /** Employee numbers of people whose creation was answered with 201. */
  created: string[];
  /** How often each other answer came: status and Retry-After, or the error. */
  refused: Map<string, number>;
  /** The longest period without an answer of 201, in ms. */
  readonly gap_ms: number;
  /** Whether each client has created a person since an instant of `performance.now()`. */
  allServedSince(ms: number): boolean;
  stop(): Promise<void>;
};

export function startWriters(ports: readonly number[], organisation: TestOrganisation): Writers {
  const created: string[] = [];
  const refused = new Map<string, number>();
  const latest_ms = Array.from({ length: clients }, () => 0);
  let last_ms = performance.now();
  let gap_ms = 0;
  const over = new AbortController();
  const refuse = (what: string) => refused.set(what, (refused.get(what) ?? 0) + 1);
  const write = async (place: number) => {
    for (let n = 0, turn = place; !over.signal.aborted; n += 1) {
      const employee_no = `L${place}N${n}`;
      const answer = await create(ports[turn % ports.length]!, organisation, employee_no).catch(
        (error: Error) => `none ${error.name}`,
      );
      if (answer === "201") {
        created.push(employee_no);
        latest_ms[place] = performance.now();
        gap_ms = Math.max(gap_ms, performance.now() - last_ms);
        last_ms = performance.now();
        continue;
      }
      refuse(answer);
      turn += 1;
      await sleep(pause_ms);
    }
  };
  const running = Promise.all(latest_ms.map((_, place) => write(place)));
  return {
    created,
    refused,
    get gap_ms() {
      return gap_ms;
    },
    allServedSince: (ms) => latest_ms.every((latest) => latest > ms),
    async stop() {
      over.abort();
      await running;
    },
  };
}

const answer_max_ms = 20_000;

/** The status, and for a refusal its Retry-After. */
async function create(port: number, { code, clients }: TestOrganisation, employee_no: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/users`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-tenant-code": code, "x-api-key": clients["load"]!.secret },
    body: JSON.stringify({
      employee_no,
      first_name: "Anna",
      last_name: "Nowak",
      email: `${employee_no}@acme.example`.toLowerCase(),
    }),
    signal: AbortSignal.timeout(answer_max_ms),
  });
  await answer.text();
  return answer.status === 201 ? "201" : `${answer.status} ${answer.headers.get("retry-after")}`;
}
