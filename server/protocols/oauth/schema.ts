import { Type } from "typebox";
import { algorithm_names, algorithms } from "../../platform/crypto/jws/algorithms.ts";
import { jwt_bearer, lifetime_max_s } from "../../features/clients/public-keys/assertion.ts";
import { scopes } from "../../platform/context.ts";
import { Closed, OneOf } from "../../platform/http/schema.ts";

/** The form of a token request (RFC 6749 §4.4.2). Other parameters are ignored, as §3.2 requires. */
export const TokenRequest = Type.Object({
  grant_type: OneOf(["client_credentials"], {
    named: "GrantType",
    description: "The one grant of this service.",
  }),
  scope: Type.Optional(
    Type.String({
      description: `Scopes for the token, separated by single spaces: ${scopes.join(", ")}. Without it the token gets all scopes of the client.`,
      example: "users:read enrollments:write",
    }),
  ),
  client_id: Type.Optional(
    Type.String({
      description: "The client's id, where no Authorization header is sent.",
      example: "019a1000-0000-7000-8000-00000000c11e",
    }),
  ),
  client_secret: Type.Optional(
    Type.String({ format: "password", description: "The client's secret, together with `client_id`.", example: "lms_live_…" }),
  ),
  client_assertion_type: Type.Optional(
    OneOf([jwt_bearer], { named: "ClientAssertionType", description: "Together with `client_assertion`." }),
  ),
  client_assertion: Type.Optional(
    Type.String({
      description: `A JWT of the client (RFC 7523 §3), signed by ${algorithms.join(", ")} with a key whose public half the client has in the panel: \`kid\` in its header; \`iss\` and \`sub\` the client's id, \`aud\` the issuer or this endpoint, \`exp\` within ${lifetime_max_s / 60} minutes, \`jti\` of its own.`,
      example: "eyJhbGciOiJSUzI1NiIsImtpZCI6Ii4uLiJ9.eyJpc3MiOiIuLi4ifQ.c2ln…",
    }),
  ),
});

export const TokenHeaders = Type.Object({
  DPoP: Type.Optional(
    Type.String({
      description:
        "A proof (RFC 9449 §4.2) of the key that the token shall be bound to. Each request with that token then comes as `Authorization: DPoP …` with a proof of its own.",
      example: "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2In0.eyJqdGkiOiIuLi4ifQ.c2ln…",
    }),
  ),
});

/** A token answer (RFC 6749 §5.1). */
export const Token = Closed(
  {
    access_token: Type.String({
      description: "Opaque. Send it as `Authorization: Bearer …`, or `DPoP …`, by its `token_type`.",
      example: "mt_AAEABkXp3c0A",
    }),
    token_type: OneOf(["Bearer", "DPoP"], { named: "TokenType", description: "DPoP: bound to the key of the request's proof." }),
    expires_in: Type.Integer({ description: "Seconds for which the token is valid.", example: 900 }),
    scope: Type.String({ description: "Scopes of the token, separated by spaces.", example: "users:read enrollments:write" }),
  },
  { $id: "Token" },
);

const error_members = {
  error: OneOf(["invalid_request", "invalid_client", "unsupported_grant_type", "invalid_scope", "invalid_dpop_proof"], {
    named: "OAuthErrorCode",
  }),
  error_description: Type.String({ description: "What is wrong, for people." }),
};

/** An error (RFC 6749 §5.2). */
export const OAuthError = Closed(error_members, { $id: "OAuthError" });

/** Errors that RFC 6749 does not define, such as 429 and 503: its own members and those of a problem (RFC 9457). */
export const OAuthProblem = Type.Object(
  {
    error: OneOf(["invalid_request", "temporarily_unavailable", "server_error"], { named: "OAuthProblemCode" }),
    error_description: error_members.error_description,
    type: Type.String({ format: "uri" }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String(),
    code: Type.String(),
    request_id: Type.String(),
    limit_name: Type.Optional(OneOf(["token_requests", "issued_tokens"], { named: "TokenLimit" })),
    retry_after_seconds: Type.Optional(Type.Integer({ minimum: 1 })),
    limit_bytes: Type.Optional(Type.Integer()),
  },
  { $id: "OAuthProblem", additionalProperties: false },
);

/** OAuth 2.0 authorization server metadata (RFC 8414 §2), with the members that apply to this service. */
export const AuthorizationServerMetadata = Closed(
  {
    issuer: Type.String({ format: "uri", description: "The base URL of the service.", example: "https://muster.example" }),
    token_endpoint: Type.String({ format: "uri", example: "https://muster.example/api/v1/oauth/token" }),
    token_endpoint_auth_methods_supported: Type.Array(
      OneOf(["client_secret_basic", "client_secret_post", "private_key_jwt"], { named: "TokenEndpointAuthMethod" }),
      { example: ["client_secret_basic", "client_secret_post", "private_key_jwt"] },
    ),
    token_endpoint_auth_signing_alg_values_supported: Type.Array(Type.String(), {
      description:
        "Algorithms of `private_key_jwt`. A key is used with one of them: the `alg` of its JWK, else RS256, ES256 or EdDSA by its type.",
      example: [...algorithm_names.keys()],
    }),
    dpop_signing_alg_values_supported: Type.Array(Type.String(), {
      description: "Algorithms of DPoP proofs (RFC 9449 §5.1).",
      example: [...algorithm_names.keys()],
    }),
    grant_types_supported: Type.Array(TokenRequest.properties.grant_type, { example: ["client_credentials"] }),
    response_types_supported: Type.Array(Type.String(), {
      description: "Always empty: there is no authorization endpoint.",
      example: [],
    }),
    scopes_supported: Type.Array(Type.String(), { description: "All that a client may be granted.", example: scopes }),
    service_documentation: Type.String({ format: "uri", example: "https://muster.example/docs" }),
  },
  { $id: "AuthorizationServerMetadata" },
);
