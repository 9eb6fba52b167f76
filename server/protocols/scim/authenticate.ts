import type { FastifyRequest } from "fastify";
import {
  present,
  presentSecret,
  proofIn,
  showing,
  singleHeader,
  type Shown,
} from "../../features/clients/admission/authenticate.ts";
import { keyIdOf } from "../../features/clients/secret.ts";
import type { Keyring } from "../../platform/crypto/keyring.ts";

/**
 * The credentials of an identity provider: a bearer token, which is the client's secret or an OAuth token. The organisation's
 * code is in the path, because providers cannot send a header for it.
 */
export function showBearer(keyring: Keyring, base_url: string): (request: FastifyRequest) => Shown {
  return (request) => {
    const { tenant_code = null } = request.params as { tenant_code?: string };
    const authorization = singleHeader(request, "authorization");
    const bearer = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
    if (bearer === undefined || keyIdOf(bearer) === null) {
      return present(keyring, request.address, { api_key: null, authorization, tenant_code }, () => proofIn(request, base_url));
    }
    return showing(presentSecret(keyring, request.address, tenant_code, bearer, "api_key"));
  };
}
