import type { Json } from "./openapi-schemas.ts";

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
  "Retry-After": header("Seconds until the first request that can succeed.", { type: "integer", minimum: 1 }, 3),
  "X-Request-Id": header("Identifies this request in logs and support.", text, "req_01KG8Y2V7M4Q9T3N5B6C8D0E1F"),
  ETag: header("Validator of exactly this representation.", text, '"5bX1kZ0x2Qm7yVt3Lr9sWA"'),
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

export const rate_limit_headers = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy"];

/** Headers of an answer to an authenticated client. */
export const headers_of_clients = ["X-Request-Id", ...rate_limit_headers];

/** The headers of a response object: known names as references, others by their description. */
export function headersOf(names: readonly string[], described: Readonly<Record<string, string>> = {}): Record<string, Json> {
  const all = new Map(names.map((name) => [name, ""]));
  for (const [name, description] of Object.entries(described)) all.set(knownName(name) ?? name, description);
  return Object.fromEntries(
    [...all].map(([name, description]) => [
      name,
      header_components[name] ? { $ref: `#/components/headers/${name}` } : { description, schema: text },
    ]),
  );
}

/** Header names are compared without regard to case. */
export function knownName(name: string): string | undefined {
  return Object.keys(header_components).find((known) => known.toLowerCase() === name.toLowerCase());
}
