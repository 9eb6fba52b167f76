// A service with all kinds of failures. All SDKs are tested with this one table of tries.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import type { TestContext } from "node:test";
import { slowness } from "../harness/patience.ts";

const person = {
  id: "019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
  employee_no: "10042",
  worker_type: "robot",
  status: "on_the_moon",
  shoe_size: { eu: 42 },
};
const page = {
  pagination: { total: 1, limit: 100, offset: 0, next_cursor: null, next_updated_since: null, mood: "good" },
  users: [person],
};

type Answer = (reply: ServerResponse, request: IncomingMessage) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (reply) =>
    void reply
      .writeHead(status, { "content-type": status < 400 ? "application/json" : "application/problem+json", ...headers })
      .end(JSON.stringify(body));
const refusal = (status: number, code: string, headers: Record<string, string> = {}, more: object = {}) =>
  json(
    status,
    {
      type: `https://muster.example/problems/${code.toLowerCase().replaceAll("_", "-")}`,
      title: code,
      status,
      detail: "As the test wants it.",
      code,
      request_id: "req_1",
      ...more,
    },
    headers,
  );
const text = JSON.stringify(page);
/** Announces the full length, sends half, and closes the connection. */
const cut: Answer = (reply) => {
  reply.writeHead(200, { "content-type": "application/json", "content-length": String(text.length) });
  reply.write(text.slice(0, text.length / 2), () => reply.destroy());
};
/** A proxy that sends an incomplete answer as if it were complete. */
const halved: Answer = (reply) =>
  void reply.writeHead(200, { "content-type": "application/json" }).end(text.slice(0, text.length / 2));
/** Sends half of the body, and then nothing more. */
const slow: Answer = (reply) => {
  reply.writeHead(200, { "content-type": "application/json", "content-length": String(text.length) });
  reply.write(text.slice(0, text.length / 2));
};
const hang_up: Answer = (reply) => void reply.destroy();
const good: Answer = (reply, request) =>
  json(request.method === "POST" ? 201 : 200, request.method === "GET" ? page : person)(reply, request);

/** The time limit of a try in the row with the slow body: the first try uses it up, the second one must not. Not an integer. */
export const short_try_ms = 500.5 * slowness;

/** A row of the table: the answers (the last one is repeated), the call, and its result after how many tries. */
export type Line = {
  answers: Answer[];
  call: "list" | "create" | "change" | "change if" | "delete";
  tries: number;
  outcome: string;
  waits?: number[];
};

export const table: Record<string, Line> = {
  "a good day": { answers: [good], call: "list", tries: 1, outcome: "on_the_moon" },
  "unknown fields and enum values": { answers: [good], call: "create", tries: 1, outcome: "on_the_moon" },
  "429 twice, with Retry-After": {
    answers: [refusal(429, "RATE_LIMITED", { "retry-after": "7" }), refusal(429, "RATE_LIMITED", { "retry-after": "3" }), good],
    call: "create",
    tries: 3,
    outcome: "on_the_moon",
    waits: [7, 3],
  },
  "429 with a date": {
    answers: [refusal(429, "RATE_LIMITED", { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }), good],
    call: "list",
    tries: 2,
    outcome: "on_the_moon",
  },
  "429 for ever": {
    answers: [refusal(429, "RATE_LIMITED", { "retry-after": "2" })],
    call: "list",
    tries: 5,
    outcome: "RateLimitError RATE_LIMITED",
  },
  "429 beyond the deadline": {
    answers: [refusal(429, "RATE_LIMITED", { "retry-after": "4000" })],
    call: "list",
    tries: 1,
    outcome: "RateLimitError RATE_LIMITED",
  },
  "503 twice": {
    answers: [refusal(503, "UNAVAILABLE"), refusal(503, "UNAVAILABLE", { "retry-after": "5" }), good],
    call: "create",
    tries: 3,
    outcome: "on_the_moon",
    waits: [0.75, 5],
  },
  "503 for ever": {
    answers: [refusal(503, "UNAVAILABLE")],
    call: "create",
    tries: 5,
    outcome: "ServerError UNAVAILABLE",
    waits: [0.75, 1.5, 3, 6],
  },
  "a proxy's 502 in HTML": {
    answers: [(reply) => void reply.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>"), good],
    call: "list",
    tries: 2,
    outcome: "on_the_moon",
  },
  "a redirect, which would be given the secret": {
    answers: [(reply) => void reply.writeHead(303, { location: "https://elsewhere.example/x" }).end()],
    call: "create",
    tries: 1,
    outcome: "AddressError",
  },
  "a page of somebody else": {
    answers: [(reply) => void reply.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<h1>Welcome</h1>")],
    call: "list",
    tries: 1,
    outcome: "AddressError",
  },
  "500, which may have been done": {
    answers: [refusal(500, "INTERNAL_ERROR")],
    call: "create",
    tries: 1,
    outcome: "ServerError INTERNAL_ERROR",
  },
  "a cut body": { answers: [cut, halved, good], call: "create", tries: 3, outcome: "on_the_moon" },
  "cut bodies for ever": { answers: [cut], call: "list", tries: 5, outcome: "ConnectionError" },
  "a slow body": { answers: [slow, good], call: "list", tries: 2, outcome: "on_the_moon" },
  "no answer": { answers: [hang_up, good], call: "create", tries: 2, outcome: "on_the_moon" },
  "a change, broken off": { answers: [hang_up, good], call: "change", tries: 2, outcome: "on_the_moon" },
  "a change with If-Match, broken off": { answers: [hang_up, good], call: "change if", tries: 1, outcome: "ConnectionError" },
  "a change with If-Match, 503": {
    answers: [refusal(503, "UNAVAILABLE")],
    call: "change if",
    tries: 1,
    outcome: "ServerError UNAVAILABLE",
  },
  "a change with If-Match, 429": {
    answers: [refusal(429, "RATE_LIMITED", { "retry-after": "1" }), good],
    call: "change if",
    tries: 2,
    outcome: "on_the_moon",
  },
  "a key in use": { answers: [refusal(409, "IDEMPOTENCY_KEY_IN_USE"), good], call: "create", tries: 2, outcome: "on_the_moon" },
  "409": {
    answers: [refusal(409, "PERSON_ALREADY_EXISTS")],
    call: "create",
    tries: 1,
    outcome: "ConflictError PERSON_ALREADY_EXISTS",
  },
  "422": {
    answers: [
      refusal(
        422,
        "VALIDATION_FAILED",
        {},
        { errors: [{ pointer: "#/email", code: "A_NEW_CODE", detail: "must be another one" }] },
      ),
    ],
    call: "create",
    tries: 1,
    outcome: "ValidationError VALIDATION_FAILED #/email",
  },
  "401": { answers: [refusal(401, "UNAUTHORIZED")], call: "list", tries: 1, outcome: "AuthenticationError UNAUTHORIZED" },
  "404": { answers: [refusal(404, "NOT_FOUND")], call: "delete", tries: 1, outcome: "NotFoundError NOT_FOUND" },
  "a delete whose answer was lost": { answers: [hang_up, refusal(404, "NOT_FOUND")], call: "delete", tries: 2, outcome: "gone" },
  "a code that is new": { answers: [refusal(418, "TEAPOT")], call: "list", tries: 1, outcome: "ProblemError TEAPOT" },
};

/** The requests of a row. */
export type Asked = { requests: { key: string | undefined; agent: string | undefined }[] };

export type Unreliable = { url: string; asked(this: void, line: string): Asked["requests"] };

/** Each row of the table has an address of its own, `/0`, `/1` … */
export async function startUnreliable(t: TestContext): Promise<Unreliable> {
  const names = Object.keys(table);
  const asked = names.map(() => [] as Asked["requests"]);
  const server = createServer((request, reply) => {
    request.resume().on("end", () => {
      const number = Number(/^\/(\d+)/.exec(request.url!)![1]);
      const { answers } = table[names[number]!]!;
      const requests = asked[number]!;
      requests.push({ key: request.headers["idempotency-key"] as string | undefined, agent: request.headers["user-agent"] });
      answers[Math.min(requests.length, answers.length) - 1]!(reply, request);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: (line) => asked[names.indexOf(line)]!,
  };
}
