import type { FastifyInstance } from "fastify";
import { open } from "../../../platform/http/access.ts";
import { notFound } from "../../../platform/http/problem.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { findTenantIdHere } from "../../sign-in/tenant-sql.ts";
import { findProvider } from "../provider-sql.ts";
import { logoutUriOf, redirectUriOf, type IdentityOptions } from "../start.ts";
import { ownMetadata } from "./own-metadata.ts";

/** Our metadata for a SAML provider. An unknown organisation and one without a SAML provider get the same answer. */
export function samlMetadataRoute(app: FastifyInstance, options: IdentityOptions): void {
  const { pool } = options;
  app.get<{ Params: { tenant_code: string } }>(
    "/panel/sign-in/:tenant_code/metadata",
    { config: { access: open() } },
    async (request, reply) => {
      const tenant_code = request.params.tenant_code.toUpperCase();
      const tenant_id = await findTenantIdHere(pool, tenant_code);
      const provider = tenant_id === null ? undefined : await withTenant(pool, tenant_id, (db) => findProvider(db, tenant_id));
      if (provider?.saml == null) throw notFound("There is no metadata here.");
      const { client_id: entity_id, saml } = provider;
      const acs_url = redirectUriOf(options, tenant_code);
      return reply
        .header("cache-control", "no-cache")
        .header("content-disposition", `attachment; filename="${tenant_code.replace(/[^A-Z0-9-]/g, "")}-metadata.xml"`)
        .type("application/samlmetadata+xml; charset=utf-8")
        .send(
          ownMetadata({ entity_id, acs_url, logout_url: logoutUriOf(options, tenant_code), certificate: saml.own_certificate }),
        );
    },
  );
}
