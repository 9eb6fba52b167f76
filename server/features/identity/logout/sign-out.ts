// OpenID Connect RP-Initiated Logout 1.0: a person who signed in through the provider and signs out here is redirected to the
// provider's sign-out, if the organisation has switched this on. The session here ends before the provider's metadata are read,
// so a provider that is unreachable does not prevent the sign-out. The redirect goes to an address from the provider's metadata
// and returns to the organisation's sign-in page; no value from the browser is used.
import type { PanelCaller } from "../../../platform/context.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { companyDoorOf } from "../../sign-in/doors/own-door.ts";
import { endSession } from "../../sign-in/end-session.ts";
import { findBegunBy } from "../../sign-in/sessions-sql.ts";
import { Refused } from "../failures.ts";
import { findProvider, type ProviderRow } from "../provider-sql.ts";
import type { IdentityOptions } from "../start.ts";

/** Ends the caller's session. Returns the provider's URL that signs the browser out there; null: none. */
export async function signOut(options: IdentityOptions, caller: PanelCaller): Promise<string | null> {
  const { tenant, session } = caller;
  const { begun_by, provider } = await withTenant(options.pool, tenant.id, async (db) => ({
    begun_by: await findBegunBy(db, tenant.id, session.id),
    provider: await findProvider(db, tenant.id),
  }));
  await endSession(options.pool, caller, session.id);
  const is_asked = begun_by === "identity_provider" && provider?.sign_out_there && provider.state === "on";
  return is_asked ? addressOf(options, tenant.code, provider) : null;
}

async function addressOf(options: IdentityOptions, tenant_code: string, provider: ProviderRow): Promise<string | null> {
  try {
    const endpoint = await options.providers.endSessionAt(provider.issuer);
    if (endpoint === null) return null;
    const address = new URL(endpoint);
    // §2: no ID token is stored to be sent as a hint, so client_id identifies us.
    address.searchParams.set("client_id", provider.client_id);
    address.searchParams.set("post_logout_redirect_uri", companyDoorOf(options.base_url, tenant_code));
    return address.href;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
