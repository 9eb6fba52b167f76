import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import { algorithm_names } from "../../platform/crypto/jws/algorithms.ts";
import { scopes } from "../../platform/context.ts";
import { open } from "../../platform/http/access.ts";
import { sendPublic } from "../../platform/http/public.ts";
import { token_path } from "./routes.ts";
import { AuthorizationServerMetadata } from "./schema.ts";

const well_known = "/.well-known/oauth-authorization-server";

/**
 * Mounts the metadata of the authorization server (RFC 8414). For an issuer with a path, such as `https://host/training`, clients
 * request `https://host/.well-known/oauth-authorization-server/training` (§3.1), and older ones a URL below the issuer (§5). Both
 * are answered if the proxy passes them on.
 */
export function metadataRoutes(app: FastifyInstance, base_url: string): void {
  const document = JSON.stringify(metadataOf(base_url));
  const issuer_path = new URL(base_url).pathname.replace(/\/$/, "");
  app.get(well_known, {
    config: {
      access: open(),
      cross_origin: true,
      operation: {
        id: "getAuthorizationServerMetadata",
        tag: "Authentication",
        summary: "Read where and how tokens are issued",
        description:
          "OAuth 2.0 authorization server metadata (RFC 8414), for libraries that configure themselves. A token request also names the organisation in X-Tenant-Code, for which the metadata has no word.",
        answers: { 200: { description: "The metadata.", schema: AuthorizationServerMetadata } },
        headers: { ETag: "For If-None-Match." },
      },
    },
    handler: (request, reply) => sendPublic(request, reply, "application/json", document),
  });
  if (issuer_path === "") return;
  app.get(well_known + issuer_path, {
    config: { access: open(), cross_origin: true },
    handler: (request, reply) => sendPublic(request, reply, "application/json", document),
  });
}

function metadataOf(base_url: string): Static<typeof AuthorizationServerMetadata> {
  return {
    issuer: base_url,
    token_endpoint: base_url + token_path,
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "private_key_jwt"],
    token_endpoint_auth_signing_alg_values_supported: [...algorithm_names.keys()],
    dpop_signing_alg_values_supported: [...algorithm_names.keys()],
    grant_types_supported: ["client_credentials"],
    // §2 requires this member, although §3.2 leaves out empty lists; there is no authorization endpoint.
    response_types_supported: [],
    scopes_supported: [...scopes],
    service_documentation: `${base_url}/docs`,
  };
}
