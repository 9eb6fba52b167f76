// The load, in a process of its own: autocannon on keep-alive connections.
import autocannon from "autocannon";
import { courseCode, employeeNo } from "./organisation.ts";
import { type Courses, pairOf } from "./pairs.ts";
import { percentile } from "./statistics.ts";

export type LoadJob = {
  url: string;
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  traffic: Traffic;
};

export type Traffic =
  /** GET requests to the paths in a cycle; every connection starts at another place of the list. */
  | { kind: "paths"; paths: string[] }
  /** POST /enrollments, one pair after the other from number `first` on. */
  | { kind: "pairs"; first: number; people: number; courses: Courses }
  /** POST requests to `path`, from number `first` on: `body` with the number in place of each `{n}`. */
  | { kind: "numbered"; first: number; path: string; body: string }
  /** Each connection cycles through a part of the list that no other connection uses. */
  | { kind: "shared out"; requests: Sent[] };

export type Sent = { method: "PATCH"; path: string; body: string };

export type LoadResult = {
  completed: number;
  seconds: number;
  /** How many answers had each status. */
  statuses: Record<string, number>;
  /** Connections that broke, and requests that took more than 10 s. */
  errors: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
  /** The first number that no request has used. */
  next_pair: number;
};

if (import.meta.main) {
  process.on("message", (job: LoadJob) => {
    void load(job).then((result) => process.send!(result));
  });
  process.once("disconnect", () => process.exit(0));
}

/** Sends requests for `seconds`, each connection the next one after its answer. */
export async function load(job: LoadJob): Promise<LoadResult> {
  const durations_ms: number[] = [];
  const pairs = { next: "first" in job.traffic ? job.traffic.first : 0 };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    let opened = 0;
    const running = autocannon(
      {
        url: job.url,
        connections: job.connections,
        duration: job.seconds,
        sampleInt: 100,
        headers: job.headers,
        setupClient: (client) => client.setRequests(requestsOf(job.traffic, pairs, opened++, job.connections)),
      },
      (error, outcome) => (error ? reject(error as Error) : resolve(outcome)),
    );
    running.on("response", (_client, _status, _bytes, duration_ms) => durations_ms.push(duration_ms));
  });
  const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => [status, count ?? 0] as const);
  return {
    completed: durations_ms.length,
    seconds: result.duration,
    statuses: Object.fromEntries(statuses),
    errors: result.errors,
    p50_ms: percentile(durations_ms, 50),
    p95_ms: percentile(durations_ms, 95),
    p99_ms: percentile(durations_ms, 99),
    next_pair: pairs.next,
  };
}

/** The requests that one of the connections sends. */
function requestsOf(traffic: Traffic, pairs: { next: number }, place: number, connections: number): autocannon.Request[] {
  if (traffic.kind === "paths") {
    const { paths } = traffic;
    const start = Math.floor((place * paths.length) / connections);
    return [...paths.slice(start), ...paths.slice(0, start)].map((path) => ({ path }));
  }
  if (traffic.kind === "shared out") {
    const headers = { "content-type": "application/json" };
    const [from, to] = [place, place + 1].map((part) => Math.floor((part * traffic.requests.length) / connections));
    return traffic.requests.slice(from, to).map((request) => ({ ...request, headers }));
  }
  if (traffic.kind === "numbered") {
    const { path, body } = traffic;
    const setupRequest = (request: autocannon.Request) => {
      request.body = body.replaceAll("{n}", String(pairs.next++));
      return request;
    };
    return [{ method: "POST", path, headers: { "content-type": "application/json" }, setupRequest }];
  }
  const { people, courses } = traffic;
  const setupRequest = (request: autocannon.Request) => {
    const { person, course } = pairOf(pairs.next++, people, courses);
    request.body = JSON.stringify({ employee_no: employeeNo(person), course_code: courseCode(course) });
    return request;
  };
  return [{ method: "POST", path: "/api/v1/enrollments", headers: { "content-type": "application/json" }, setupRequest }];
}
