// Clients that create and read people over keep-alive connections until they are stopped. Acknowledged writes are then compared
// with the database.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import https from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";

/** The address that clients call, the file of its TLS authority, and the credentials. */
export type Target = { url: string; authority: string; tenant_code: string; secret: string };

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };
export type Call = (path: string, options?: https.RequestOptions, body?: string) => Promise<Answer>;

/** Sends one request; with `agent`, several requests share a connection. */
export function callerOf({ url, authority }: Pick<Target, "url" | "authority">): Call {
  const ca = readFileSync(authority);
  return async (path, options = {}, body = "") => {
    const request = https.request(url + path, { ca, agent: false, ...options }).end(body);
    const [response] = await once(request, "response");
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  };
}

export type Journal = {
  /** Employee numbers of people whose creation was answered with 201. */
  created: string[];
  requests: number;
  /** Answers other than 2xx: status, Retry-After and body, or the error. */
  failed: { status: number | null; retry_after: unknown; said: string }[];
};

export type Load = { journal: Journal; stop(): Promise<void> };

const clients = 12;
const pause_ms = 20;

export function startLoad(target: Target, prefix: string): Load {
  const call = callerOf(target);
  const headers = { "x-tenant-code": target.tenant_code, "x-api-key": target.secret, "content-type": "application/json" };
  const journal: Journal = { created: [], requests: 0, failed: [] };
  const ca = readFileSync(target.authority);
  const ending = new AbortController();
  const client = async (place: number) => {
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ca });
    for (let n = 0; !ending.signal.aborted; n += 1) {
      const employee_no = `${prefix}${place}N${n}`;
      const person = { employee_no, first_name: "Anna", last_name: "Nowak", email: `${employee_no}@acme.example`.toLowerCase() };
      const writes = n % 2 === 0;
      journal.requests += 1;
      try {
        const answer = writes
          ? await call("/api/v1/users", { agent, method: "POST", headers }, JSON.stringify(person))
          : await call("/api/v1/users?limit=5", { agent, headers });
        if (answer.status >= 300)
          journal.failed.push({ status: answer.status, retry_after: answer.headers["retry-after"], said: answer.body });
        else if (writes) journal.created.push(employee_no);
      } catch (error) {
        journal.failed.push({ status: null, retry_after: null, said: String(error) });
      }
      await sleep(pause_ms);
    }
    agent.destroy();
  };
  const running = Promise.all(Array.from({ length: clients }, (_, place) => client(place)));
  return {
    journal,
    async stop() {
      ending.abort();
      await running;
    },
  };
}

/** Acknowledged people who are missing, and those who exist more than once. */
export async function compare(
  superuser: Pick<Pool, "query">,
  created: readonly string[],
): Promise<{ lost: string[]; doubled: string[] }> {
  const { rows } = await superuser.query<{ employee_no: string; count: number }>(
    "select employee_no, count(*)::int as count from person where employee_no = any($1) group by 1",
    [created],
  );
  const there = new Map(rows.map(({ employee_no, count }) => [employee_no, count]));
  return {
    lost: created.filter((number) => !there.has(number)),
    doubled: created.filter((number) => (there.get(number) ?? 0) > 1),
  };
}
