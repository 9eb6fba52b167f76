// What tests of a 401 compare: the bytes of the answer, the cause in the log, and the number of statements.
import type { Pool } from "../../server/platform/db/pool.ts";
import type { TestServer } from "../harness/server.ts";
import type { Answered } from "./arrange.ts";

/** Everything in an answer that its caller sees, except Date and request id. */
export function comparable({ status, raw_headers, text, headers }: Answered): unknown {
  const request_id = headers["x-request-id"] as string;
  const kept: [string, string][] = [];
  for (let at = 0; at < raw_headers.length; at += 2) {
    const name = raw_headers[at]!;
    if (!["date", "x-request-id"].includes(name.toLowerCase())) kept.push([name, raw_headers[at + 1]!]);
  }
  return { status, headers: kept, text: text.replace(request_id, "") };
}

/** The cause of the last refusal in a server's log. */
export function lastCause(server: TestServer): unknown {
  return server.log.findLast(({ msg }) => msg === "refused an authentication")?.["cause"];
}

/**
 * Statements that belong to no request: the request log is written once a second, and connections check their clock at intervals.
 */
const by_itself = /infra\.log_requests|clock_timestamp\(\)/;

/** A pool that records the texts of all statements of requests. */
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
