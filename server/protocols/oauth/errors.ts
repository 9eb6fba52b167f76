import { problem, problemBody, type Problem } from "../../platform/http/problem.ts";
import type { RenderProblem } from "../../platform/http/server.ts";

// The errors of RFC 6749 §5.2 and RFC 9449 §5. Their codes in lower case are those of the RFCs.
export const invalidRequest = problem("INVALID_REQUEST", 400, "Invalid token request", {
  cause:
    "The token request lacks a parameter, repeats one, authenticates in more than one way, carries credentials in its URL, or is no form.",
  remedy:
    "Send grant_type=client_credentials as application/x-www-form-urlencoded, and id and secret either by HTTP Basic or in the form, or a client assertion in the form.",
});
export const unsupportedGrantType = problem("UNSUPPORTED_GRANT_TYPE", 400, "Unsupported grant type", {
  cause: "The token endpoint knows the grant type client_credentials only.",
  remedy: "Send grant_type=client_credentials.",
});
export const invalidScope = problem("INVALID_SCOPE", 400, "Invalid scope", {
  cause: "The requested scope is malformed, unknown, or not granted to the client.",
  remedy: "Request scopes that the client has, or leave scope out for all of them.",
});
export const invalidDpopProof = problem("INVALID_DPOP_PROOF", 400, "Invalid DPoP proof", {
  cause:
    "The header DPoP of a token request holds no proof of a key that can be used for it (RFC 9449 §4.3), or lacks one that the client has to send.",
  remedy:
    "Send one proof with each request: of the method and URL of this request, of this moment, with a jti of its own, and signed by the key in its header. `error_description` says what is wrong.",
});
const invalidClientProblem = problem("INVALID_CLIENT", 401, "Invalid client", {
  cause: "The client could not be authenticated. The answer is the same for every cause.",
  remedy:
    "Check client id, secret or assertion, and X-Tenant-Code; the request log in the IT administration panel names the cause.",
});

/** 401 with the same body and headers for every cause. */
export function invalidClient(): Problem {
  return invalidClientProblem(
    "Client authentication failed. Send client id and secret by HTTP Basic or in the body, or an assertion, and X-Tenant-Code.",
    {
      headers: { "www-authenticate": 'Basic realm="muster"' },
    },
  );
}

const plain_codes = new Set(
  [invalidRequest, unsupportedGrantType, invalidScope, invalidDpopProof, invalidClientProblem].map((maker) => maker.type.code),
);

/**
 * Writes errors in the form of RFC 6749 §5.2. Errors that it does not define (429, 503, sizes) have the members of both forms in
 * one body, for OAuth libraries and for clients of the integration API.
 */
export function renderOAuthError(base_url: string): RenderProblem {
  return (thrown, request, reply) => {
    const failure = inOAuthTerms(thrown);
    const described = { error: errorOf(failure), error_description: descriptionOf(failure) };
    const place = { base_url, instance: (request.raw.url ?? "/").split("?")[0]!, request_id: request.id };
    const body = plain_codes.has(failure.type.code)
      ? described
      : { ...described, ...(JSON.parse(problemBody(failure, place)) as Record<string, unknown>) };
    return reply.code(failure.type.status).headers(failure.headers).type("application/json").send(JSON.stringify(body));
  };
}

/** A malformed request becomes `invalid_request`, with status 400 unless RFC 6749 requires another. */
function inOAuthTerms(failure: Problem): Problem {
  const { status } = failure.type;
  if (status === 415)
    return invalidRequest("Send the parameters as application/x-www-form-urlencoded in UTF-8, without content encoding.");
  return !plain_codes.has(failure.type.code) && (status === 400 || status === 422) ? invalidRequest(failure.detail) : failure;
}

function errorOf({ type }: Problem): string {
  if (plain_codes.has(type.code)) return type.code.toLowerCase();
  if (type.status === 421 || type.status === 429 || type.status === 503) return "temporarily_unavailable";
  return type.status >= 500 ? "server_error" : "invalid_request";
}

/** RFC 6749 §5.2: printable ASCII without quotation mark and backslash. */
function descriptionOf({ detail }: Problem): string {
  return detail.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'");
}
