import { Problem } from "../../../platform/http/problem.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { findTenantIdHere } from "../../sign-in/tenant-sql.ts";
import type { Answer } from "../protocols.ts";
import { findProvider } from "../provider-sql.ts";
import { next_pattern } from "../schema.ts";
import { startSignIn, type Departure, type IdentityOptions } from "../start.ts";
import { isUnasked } from "./speak.ts";

const next_max = 1_000;
const is_next = new RegExp(next_pattern);

/**
 * Handles a sign-in that started at the provider (SAML 2.0 Profiles §4.1.5). Its response proves nothing about this browser: a
 * link that an attacker has prepared looks the same (login CSRF). So the response is not used. Instead the browser is redirected
 * to the provider with a request of ours, and a person who is signed in there comes back at once. null: the organisation has not
 * allowed it, or the response is another one.
 */
export async function startUnasked(
  options: IdentityOptions,
  place: Parameters<typeof startSignIn>[1],
  tenant_code: string,
  { saml_response, relay_state }: Extract<Answer, { saml_response: string }>,
): Promise<Departure | null> {
  const tenant_id = await findTenantIdHere(options.pool, tenant_code.toUpperCase());
  const provider =
    tenant_id === null ? undefined : await withTenant(options.pool, tenant_id, (db) => findProvider(db, tenant_id));
  if (provider?.saml?.idp_initiated !== true || !isUnasked(saml_response)) return null;
  const next = relay_state !== null && relay_state.length <= next_max && is_next.test(relay_state) ? relay_state : "/";
  try {
    return await startSignIn(options, place, { tenant_code, next });
  } catch (error) {
    // Sign-in is not offered, the provider is not usable, or there are too many requests; `startSignIn` has noted it.
    if (error instanceof Problem) return null;
    throw error;
  }
}
