import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { AuthenticateOptions, Shown } from "../../../features/clients/admission/authenticate.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { findTenantId, upsertRefusal } from "./refusals-sql.ts";

const code_pattern = /^[A-Za-z0-9-]{2,32}$/;

/**
 * Stores why an identity provider failed to authenticate, for the panel of the organisation in the path; the provider itself is
 * not told. The request does not wait for it, and its answer is the same if the reason could not be stored.
 */
export function noteRefusals<Options extends AuthenticateOptions & { log: Logger }>(
  options: Options,
  show: (request: FastifyRequest) => Shown,
): { options: Options; show: (request: FastifyRequest) => Shown } {
  const { pool, log } = options;
  const note = (request: FastifyRequest, cause: string, tenant_id: string | null, client_id: string | null) => {
    keep(pool, request, { cause, tenant_id, client_id }).catch((error: unknown) =>
      log.error({ err: error, request_id: request.id }, "a refusal of an identity provider was lost"),
    );
  };
  return {
    options: {
      ...options,
      onRefused: (refused) => {
        options.onRefused(refused);
        note(refused.request, refused.cause, refused.tenant_id, refused.client_id);
      },
    },
    show: (request) => {
      try {
        return show(request);
      } catch (error) {
        note(request, "no_credentials", null, null);
        throw error;
      }
    },
  };
}

type Refused = { cause: string; tenant_id: string | null; client_id: string | null };

async function keep(pool: Pool, request: FastifyRequest, { cause, tenant_id, client_id }: Refused): Promise<void> {
  const { tenant_code = "" } = request.params as { tenant_code?: string };
  const known = tenant_id ?? (code_pattern.test(tenant_code) ? await findTenantId(pool, tenant_code) : null);
  if (known !== null) await upsertRefusal(pool, known, { cause, client_id, address: request.address });
}
