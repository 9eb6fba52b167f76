// For tests of programs that use the client: answers without a service, deliveries without a subscription, and waits that take no
// time.
import type { Clock } from "./clock.ts";
import { exampleAnswers, exampleEvents } from "./generated/examples.ts";
import type { Events } from "./generated/types.ts";
import { signWebhook } from "./webhooks.ts";

/** An answer: a body sent as JSON with status 200, or status, headers and body; text or bytes are sent unchanged. */
export type RecordedAnswer = { status?: number; headers?: Record<string, string>; body?: unknown };

/** A request that the fake service has received. */
export type SeenRequest = { method: string; path: string; query: Record<string, string>; headers: Headers; body: unknown };

export type FakeService = {
  /** Pass it to `new Muster({ fetch })`. */
  fetch: typeof fetch;
  requests: SeenRequest[];
};

/**
 * A fake service with recorded answers, by `"GET /api/v1/users"`: one answer for all requests, or a list of answers, of which the
 * last one is repeated. Requests without a recorded answer get the contract's own example.
 */
export function fakeService(recorded: Readonly<Record<string, RecordedAnswer | readonly RecordedAnswer[]>> = {}): FakeService {
  const requests: SeenRequest[] = [];
  const asked = new Map<string, number>();
  const answer = async (input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const method = init.method ?? "GET";
    const key = `${method} ${url.pathname}`;
    const text = typeof init.body === "string" ? init.body : undefined;
    const headers = new Headers(init.headers);
    const body: unknown = text !== undefined && headers.get("content-type") === "application/json" ? JSON.parse(text) : text;
    requests.push({ method, path: url.pathname, query: Object.fromEntries(url.searchParams), headers, body });
    const times = asked.get(key) ?? 0;
    asked.set(key, times + 1);
    const given = recorded[key];
    const list = Array.isArray(given)
      ? (given as readonly RecordedAnswer[])
      : given === undefined
        ? []
        : [given as RecordedAnswer];
    return responseOf(list[Math.min(times, list.length - 1)] ?? exampleFor(method, url.pathname));
  };
  return { fetch: answer, requests };
}

function responseOf({ status = 200, headers = {}, body }: RecordedAnswer): Response {
  const type = status >= 400 ? "application/problem+json" : "application/json";
  const content = body === undefined || status === 204 ? null : isRaw(body) ? body : JSON.stringify(body);
  return new Response(content, { status, headers: { "content-type": type, ...headers } });
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" || body instanceof Uint8Array;
}

function exampleFor(method: string, path: string): RecordedAnswer {
  if (method === "POST" && path === "/api/v1/oauth/token")
    return { body: { access_token: "mt_example", token_type: "Bearer", expires_in: 900, scope: "" } };
  const parts = path.split("/");
  const found = Object.keys(exampleAnswers).find((key) => {
    const [its_method, its_path] = key.split(" ") as [string, string];
    const its_parts = its_path.split("/");
    return (
      its_method === method &&
      its_parts.length === parts.length &&
      its_parts.every((part, index) => part.startsWith("{") || part === parts[index])
    );
  });
  if (found !== undefined) return { body: exampleAnswers[found] ?? "" };
  return {
    status: 404,
    body: {
      code: "NOT_FOUND",
      status: 404,
      title: "Not found",
      detail: "The fake knows no such operation.",
      type: "about:blank",
    },
  };
}

/** An event as in the contract's example, with `id` and `data` replaced. */
export function exampleEvent<Type extends keyof Events>(type: Type, more: { id?: string; data?: object } = {}): Events[Type] {
  const example = structuredClone(exampleEvents[type]) as Events[Type];
  return { ...example, ...more, data: { ...example.data, ...more.data } };
}

/** A delivery as the service sends it: body and headers, signed now with each secret. */
export async function fakeDelivery(
  event: { id: string; type: string },
  secrets: string | readonly string[],
  options: { nowMs?: number } = {},
): Promise<{ body: string; headers: Record<string, string> }> {
  const body = JSON.stringify(event);
  return { body, headers: await signWebhook(event, body, secrets, options) };
}

/** A clock on which waits take no time; `waits` records them. */
export function fakeClock(now_ms = Date.now()): Clock & { waits: number[] } {
  const waits: number[] = [];
  let now = now_ms;
  return {
    waits,
    now: () => now,
    random: () => 0.5,
    sleep: (ms) => {
      waits.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}
