import { createHash } from "node:crypto";
import type { Pool } from "../../../platform/db/pool.ts";
import type { Standing } from "../sql.ts";
import { judgeAssertion, jwt_bearer, signerOf } from "./assertion.ts";
import { readJws } from "../../../platform/crypto/jws/jws.ts";
import { admitAssertion, findClientKey } from "./sql.ts";

/** A token request with an assertion, from its form and headers. `client_id` undefined: the form has none. */
export type SignedRequest = {
  address: string;
  tenant_code: string | null;
  type: string;
  assertion: string;
  client_id: string | undefined;
  audiences: readonly string[];
};

/**
 * The result for a signed request. `key_id`: the login to which its tokens are tied, if it was admitted; `refusal`: the cause
 * otherwise, for log and panel only.
 */
export type AssertionAdmission = {
  admission: Standing;
  key_id: string;
  refusal: { cause: string; tenant_id: string | null; client_id: string | null } | null;
};

/**
 * Authenticates a client by its assertion (docs/decisions/0055): looks the key up, judges the assertion with it, then admits the
 * client. Each case takes two statements and one verification.
 */
export async function authenticateAssertion(pool: Pool, request: SignedRequest): Promise<AssertionAdmission> {
  const { address, tenant_code, client_id } = request;
  const assertion = readJws(request.assertion);
  const signer = signerOf(assertion);
  const found = await findClientKey(pool, tenant_code, signer.client_id, signer.kid);
  const key = found.key_id === null ? null : found;
  const judged = judgeAssertion(assertion, key, { client_id, audiences: request.audiences, now_us: found.now_us });
  const is_known_type = request.type === jwt_bearer;
  const is_good = judged.cause === null && is_known_type;
  const key_id = found.key_id ?? no_key_id;
  const admission = await admitAssertion(pool, {
    address,
    tenant_code,
    key_id,
    expires_us: is_good ? judged.expires_us : null,
    client_id: signer.client_id,
    jti_digest: createHash("sha256")
      .update(is_good ? judged.jti : "")
      .digest(),
  });
  if (admission.outcome !== "unauthorized") return { admission, key_id, refusal: null };
  // The log of the organisation names a known client even when the assertion names no key of it.
  const { tenant_id, client_id: known_id } = found;
  const cause = causeOf(is_known_type ? judged.cause : "assertion_type", admission.cause!);
  return { admission, key_id, refusal: { cause, tenant_id, client_id: known_id } };
}

const no_key_id = "------------";

/**
 * A fault of the assertion itself comes first. Otherwise the cause is that of admission, whose names for tokens are translated.
 */
function causeOf(judged: string | null, admitted: string): string {
  if (judged !== null) return judged;
  return admitted === "token_expired" ? "assertion_expired" : admitted;
}
