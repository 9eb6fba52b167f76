import { createHash } from "node:crypto";
import type { Json } from "./schemas.ts";

function header(description: string, schema: Json, example: unknown): Json {
  return { description, schema: { ...schema, examples: [example] } };
}

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

/** The response headers of the service, each defined once. */
export const header_components: Readonly<Record<string, Json>> = {
  "RateLimit-Limit": header("Bucket capacity: the burst.", count, 30),
  "RateLimit-Remaining": header("Requests available now, the daily quota included.", count, 29),
  "RateLimit-Reset": header("Seconds until the bucket is full; after the daily quota is used, until midnight UTC.", count, 3),
  "RateLimit-Policy": header("The limits in force.", text, "20;w=60;burst=30, 5000;w=86400"),
  RateLimit: header(
    "What is available under each limit, by its name: `r` requests, and no more of them within `t` seconds (draft-ietf-httpapi-ratelimit-headers-11, a List of RFC 9651). `bucket` without `t` is full; a 429 names the limits that are used up.",
    text,
    '"bucket";r=29;t=3, "daily_quota";r=4999;t=43200',
  ),
  "Retry-After": header("Seconds until the first request that can succeed.", { type: "integer", minimum: 1 }, 3),
  "X-Request-Id": header("Identifies this request in logs and support.", text, "req_01KG8Y2V7M4Q9T3N5B6C8D0E1F"),
  Location: header(
    "Path of the new record.",
    { type: "string", format: "uri-reference" },
    "/api/v1/users/019a3f5e-7b1c-7c2d-9e4f-2a6b8c0d1e3f",
  ),
  "WWW-Authenticate": header("How to authenticate (RFC 9110).", text, 'Bearer realm="muster"'),
  Deprecation: header("Since when this operation is deprecated (RFC 9745).", text, "@1767225600"),
  Sunset: header("From when this operation may be gone (RFC 8594).", text, "Fri, 01 Jan 2027 00:00:00 GMT"),
  Link: header("Where to read about the deprecation.", text, '<https://muster.example/docs>; rel="deprecation"'),
  "Idempotency-Replayed": header("`true` on a stored answer to a repeated Idempotency-Key.", text, "true"),
};

export const rate_limit_headers = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy", "RateLimit"];

/** Headers of answers to an authenticated client. */
export const headers_of_clients = ["X-Request-Id", ...rate_limit_headers];

/**
 * The headers of a response object: known headers as references, others with their description. `url` is the address of the
 * operation.
 */
export function headersOf(
  url: string,
  names: readonly string[],
  described: Readonly<Record<string, string>> = {},
): Record<string, Json> {
  const all = new Map(names.map((name) => [name, ""]));
  for (const [name, description] of Object.entries(described)) all.set(knownName(name) ?? name, description);
  return Object.fromEntries([...all].map(([name, description]) => [name, headerOf(name, description, url)]));
}

function headerOf(name: string, description: string, url: string): Json {
  if (name === "ETag") return header(etag_text, text, etagExample(url));
  return header_components[name] ? { $ref: `#/components/headers/${name}` } : { description, schema: text };
}

const etag_text =
  "Validator of this answer, weak (`W/…`) where it came compressed. If-Match and If-None-Match take it as it was received.";

// The values of examples differ by operation: readers copy examples, and one ETag or key must not be used for several operations.

/** An ETag for the examples of one URL. */
export function etagExample(url: string): string {
  return `"${createHash("sha256").update(url).digest("base64url").slice(0, 22)}"`;
}

/** An Idempotency-Key for the examples of one operation: a UUID. */
export function keyExample(operation_id: string): string {
  const hex = createHash("sha256").update(operation_id).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Header names are compared without regard to case. */
export function knownName(name: string): string | undefined {
  return ["ETag", ...Object.keys(header_components)].find((known) => known.toLowerCase() === name.toLowerCase());
}
