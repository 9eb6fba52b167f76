import {
  headersTooLarge,
  internalError,
  payloadTooLarge,
  rateLimited,
  requestTimeout,
  serviceUnavailable,
  uriTooLong,
  type ProblemMaker,
} from "../../platform/http/problem.ts";
import { rate_limit_headers } from "../../platform/http/openapi/headers.ts";
import type { Operation } from "../../platform/http/route.ts";
import { OAuthError, OAuthProblem, Token } from "./schema.ts";

/** The token endpoint in the OpenAPI document. */
export const operation: Operation = {
  id: "issueToken",
  tag: "Authentication",
  summary: "Issue an access token",
  description:
    "OAuth 2.0 client credentials (RFC 6749 §4.4). Send client id and secret by HTTP Basic, or as `client_id` and `client_secret` in the form, or sign a `client_assertion` (RFC 7523), in one way only; the organisation's code in X-Tenant-Code, and the parameters as a form. " +
    "With a proof in the header `DPoP` the token is bound to a key (RFC 9449). A token is valid for 900 seconds: reuse it until it expires. At most 60 requests a minute are taken from one address, and 10 tokens a minute are issued to one client; " +
    "requests here take nothing from the client's bucket.",
  authentication: "client_secret",
  request_media_type: "application/x-www-form-urlencoded",
  request_example: { grant_type: "client_credentials", scope: "users:read enrollments:write" },
  headers: {
    "Cache-Control": "Always `no-store`.",
    Pragma: "Always `no-cache`.",
    ...Object.fromEntries(rate_limit_headers.map((name) => [name, "The client's bucket as it stands."])),
  },
  answers: {
    200: { description: "A token.", schema: Token },
    400: {
      description:
        "`invalid_request`, `unsupported_grant_type` or `invalid_scope` (RFC 6749 §5.2), or `invalid_dpop_proof` (RFC 9449 §5).",
      schema: OAuthError,
      example: { error: "invalid_scope", error_description: "The scope webhooks:manage is not granted to this client." },
    },
    401: {
      description: "`invalid_client`, for every cause alike, with `WWW-Authenticate: Basic`.",
      schema: OAuthError,
      example: {
        error: "invalid_client",
        error_description:
          "Client authentication failed. Send client id and secret by HTTP Basic or in the body, or an assertion, and X-Tenant-Code.",
      },
    },
    408: {
      description: "The body took longer than 10 seconds to arrive.",
      schema: OAuthProblem,
      example: example("invalid_request", requestTimeout, "The request did not arrive in time."),
    },
    413: {
      description: "The body has more than 8 KiB.",
      schema: OAuthProblem,
      example: example("invalid_request", payloadTooLarge, "The request body may have at most 8192 bytes.", {
        limit_bytes: 8192,
      }),
    },
    414: {
      description: "The URL has more than 8 KiB.",
      schema: OAuthProblem,
      example: example("invalid_request", uriTooLong, "The URL may have at most 8192 bytes."),
    },
    429: {
      description:
        "A limit of the endpoint, or the address is blocked after failed authentications. `Retry-After` says how long.",
      schema: OAuthProblem,
      example: example("temporarily_unavailable", rateLimited, "An address may send 60 token requests within a minute.", {
        limit_name: "token_requests",
        retry_after_seconds: 17,
      }),
    },
    500: {
      description: "Something failed on our side.",
      schema: OAuthProblem,
      example: example("server_error", internalError, "Something failed on our side; report the request id."),
    },
    503: {
      description: "The service cannot answer right now; repeat the request after `Retry-After`.",
      schema: OAuthProblem,
      example: example("temporarily_unavailable", serviceUnavailable, "The service cannot answer right now; repeat the request."),
    },
  },
  // In the form of RFC 9457: Node refuses such a request before its path is known.
  problems: [headersTooLarge],
};

function example(error: string, { type }: ProblemMaker, detail: string, members: Record<string, unknown> = {}) {
  return {
    error,
    error_description: detail,
    type: `https://muster.example/problems/${type.slug}`,
    title: type.title,
    status: type.status,
    detail,
    instance: "/api/v1/oauth/token",
    code: type.code,
    request_id: "req_01KG8Y2V7M4Q9T3N5B6C8D0E1F",
    ...members,
  };
}
