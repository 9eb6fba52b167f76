// What tests of a 401 look at: its bytes, its cause in the log, and the statements that it cost.
import type { Pool } from "../../server/platform/db/pool.ts";
import type { TestServer } from "../harness/server.ts";
import type { Answered } from "./arrange.ts";

/** All of an answer that its caller sees, but for Date and request id. */
export function comparable({ status, raw_headers, text, headers }: Answered): unknown {
  const request_id = headers["x-request-id"] as string;
  const kept: [string, string][] = [];
  for (let at = 0; at < raw_headers.length; at += 2) {
    const name = raw_headers[at]!;
    if (!["date", "x-request-id"].includes(name.toLowerCase())) kept.push([name, raw_headers[at + 1]!]);
  }
  return { status, headers: kept, text: text.replace(request_id, "") };
}

/** The cause that the log of a server has of the last refusal. */
export function lastCause(server: TestServer): unknown {
  return server.log.findLast(({ msg }) => msg === "refused an authentication")?.["cause"];
}

/** Belongs to no request: the log of requests is written once a second, and a connection tells the clock now and then. */
const by_itself = /infra\.log_requests|clock_timestamp\(\)/;

/** A pool that writes down the texts of the statements that go through it for requests. */
export function listening(pool: Pool, statements: string[]): Pool {
  const heard = new WeakSet();
  return {
    ...pool,
    async connect() {
      const connection = await pool.connect();
      if (heard.has(connection)) return connection;
      heard.add(connection);
      const query = connection.query.bind(connection) as (...values: unknown[]) => unknown;
      const listen = (...values: unknown[]) => {
        const text = typeof values[0] === "string" ? values[0] : (values[0] as { text: string }).text;
        if (!by_itself.test(text)) statements.push(text);
        return query(...values);
      };
      return Object.assign(connection, { query: listen });
    },
  };
}
