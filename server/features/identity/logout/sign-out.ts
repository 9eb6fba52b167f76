// OpenID Connect RP-Initiated Logout 1.0: who signs out here and came by the provider is sent there, where the organisation says so. The session here has
// ended before the provider is asked about itself: a provider that is down keeps nobody signed in. Where the browser goes comes of the provider's
// own metadata, and where it comes back to is the organisation's sign-in page: nothing that a browser sends has a part in either.
import type { PanelCaller } from "../../../platform/context.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { companyDoorOf } from "../../sign-in/doors/own-door.ts";
import { endSession } from "../../sign-in/end-session.ts";
import { findBegunBy } from "../../sign-in/sessions-sql.ts";
import { Refused } from "../failures.ts";
import { findProvider, type ProviderRow } from "../provider-sql.ts";
import type { IdentityOptions } from "../start.ts";

/** Ends the caller's session; returns where the browser is signed out at the provider, null: nowhere. */
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
    // §2: without an ID token as hint, which nobody keeps, the provider knows us by client_id.
    address.searchParams.set("client_id", provider.client_id);
    address.searchParams.set("post_logout_redirect_uri", companyDoorOf(options.base_url, tenant_code));
    return address.href;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}
