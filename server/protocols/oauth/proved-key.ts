import type { FastifyRequest } from "fastify";
import { proofIn, type AuthenticateOptions } from "../../features/clients/admission/authenticate.ts";
import { judgeProof, proof_flaws, type ProofFlaw } from "../../features/clients/dpop/proof.ts";
import { useProof } from "../../features/clients/dpop/sql.ts";
import type { Problem } from "../../platform/http/problem.ts";
import { invalidDpopProof } from "./errors.ts";

/**
 * The thumbprint of the key that a token request proves by the header DPoP (RFC 9449 §5); a proof can be used once. null: the
 * request has no proof, and the client may ask without one. Throws invalidDpopProof with the exact fault, which the client may
 * learn because it has authenticated.
 */
export async function provedKey(
  { pool, base_url }: Pick<AuthenticateOptions, "pool" | "base_url">,
  request: FastifyRequest,
  is_required: boolean,
): Promise<string | null> {
  const { proofs, method, url } = proofIn(request, base_url);
  if (proofs.length === 0 && !is_required) return null;
  const proof = judgeProof(proofs, { method, url, access_token: null });
  if (proof.cause !== null) throw refused(request, proof.cause);
  const used = await useProof(pool, proof);
  if (used !== null) throw refused(request, used);
  return proof.jkt;
}

function refused(request: FastifyRequest, cause: ProofFlaw): Problem {
  const { tenant, client } = request.caller!;
  request.refusal = { code: null, cause, tenant_id: tenant.id, client_id: client.id, problem: null };
  return invalidDpopProof(proof_flaws[cause]);
}
