import { ApiProblem, offline_code, timeout_code } from "../../api/problem.ts";
import { targetOf, type ConsoleCall } from "./call.ts";

/** The part of an answer that is shown. `body`: indented if it is JSON. `page`: the page that explains its problem, or null. */
export type Answer = {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  /** Whether the body is longer than what is shown. */
  is_cut: boolean;
  page: string | null;
};

/** The server gives up after 10 s, so an answer that takes longer was lost on the network. */
const timeout_ms = 30_000;
const body_shown_chars_max = 100_000;

const headers_shown = [
  "X-Request-Id",
  "Content-Type",
  "ETag",
  "Location",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "Deprecation",
  "Sunset",
];

/**
 * Sends a call to the API at this page's own origin: with the client's secret, without the panel's cookies, and past all caches.
 * Every status is an answer; without an answer it throws an ApiProblem.
 */
export async function sendCall(call: ConsoleCall, tenant_code: string, api_key: string): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeout_ms);
  try {
    const response = await fetch(targetOf(call), {
      method: call.method,
      headers: {
        "X-Tenant-Code": tenant_code,
        "X-API-Key": api_key,
        ...(call.body === null ? {} : { "Content-Type": "application/json" }),
      },
      ...(call.body === null ? {} : { body: call.body }),
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      signal: timeout,
    });
    return answerOf(response.status, response.headers, await response.text());
  } catch {
    throw new ApiProblem(0, { code: timeout.aborted ? timeout_code : offline_code });
  }
}

export function answerOf(status: number, headers: Headers, text: string): Answer {
  const json = jsonOf(text);
  const body = json === undefined ? text : JSON.stringify(json, null, 2);
  const type = (json as { type?: unknown } | null | undefined)?.type;
  const is_problem = headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  const slug = is_problem && typeof type === "string" ? /\/problems\/([a-z0-9-]+)$/.exec(type)?.[1] : undefined;
  return {
    status,
    headers: headers_shown.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as const];
    }),
    body: body.slice(0, body_shown_chars_max),
    is_cut: body.length > body_shown_chars_max,
    page: slug === undefined ? null : `/problems/${slug}`,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
