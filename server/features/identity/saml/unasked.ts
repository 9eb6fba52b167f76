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
 * A way that began at the provider (SAML 2.0 Profiles §4.1.5). Its response proves nothing about this browser: a link that somebody has prepared looks
 * the same (login CSRF). So it is not used; the browser is sent to the provider with a request of ours, and who is signed in there is back at once.
 * null: the organisation does not want it, or it is no such response.
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
    // Not offered, not usable, too many: noted where it was found out.
    if (error instanceof Problem) return null;
    throw error;
  }
}
