// A provider uses OpenID Connect or SAML. Both lead to the same result, an identity, which come-back.ts handles.
import { unseal } from "../../platform/crypto/seal.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import type { SignInOptions } from "../sign-in/session-record.ts";
import { Refused } from "./failures.ts";
import { claimsOf } from "./people/settings.ts";
import type { ProviderRow } from "./provider-sql.ts";
import type { Access, Identity, Providers, Secrets } from "./providers.ts";
import { deleteLateAssertions, insertAssertion } from "./saml/assertions-sql.ts";
import type { Once } from "./saml/assertion.ts";
import { samlAddressOf, samlIdentityOf, type Anew, type SamlAccess } from "./saml/speak.ts";
import { askedAnew } from "./step-up/authentication.ts";

/** The provider's answer that a browser brings: the query of the URL, with `?` (OpenID Connect), or a form (SAML). */
export type Answer = { search: string } | { saml_response: string; relay_state: string | null };

type Options = SignInOptions & { providers: Providers };

const late_batch_max = 100;

/** The URL of the provider to which the browser is redirected. Throws Refused. */
export async function addressOf(
  options: Options,
  provider: ProviderRow,
  { redirect_uri, secrets, anew }: { redirect_uri: string; secrets: Secrets; anew: Anew | null },
): Promise<string> {
  const saml = samlAccessOf(options, provider);
  if (saml !== null) return samlAddressOf(saml, redirect_uri, secrets, anew);
  const more = anew === null ? {} : askedAnew(anew.contexts);
  return options.providers.addressOf(accessOf(options, provider), redirect_uri, secrets, more);
}

/** Checks an answer and returns the identity. Throws Refused. */
export async function identityOf(
  options: Options,
  provider: ProviderRow & { tenant_id: string },
  { redirect_uri, answer, secrets, now_us }: { redirect_uri: string; answer: Answer; secrets: Secrets; now_us: number },
): Promise<Identity> {
  const saml = samlAccessOf(options, provider);
  if ((saml !== null) !== "saml_response" in answer) throw new Refused("RESPONSE_INVALID", "it is of another protocol");
  if (saml === null || !("saml_response" in answer)) {
    const { search } = answer as { search: string };
    return options.providers.identityOf(accessOf(options, provider), redirect_uri, search, secrets, now_us);
  }
  const { identity, once } = await samlIdentityOf(saml, redirect_uri, answer.saml_response, secrets, now_us);
  await useOnce(options, provider.tenant_id, once);
  return identity;
}

/** In a transaction of its own, so that the assertion stays used even if the sign-in fails. */
async function useOnce({ pool }: Options, tenant_id: string, once: Once): Promise<void> {
  await withTenant(pool, tenant_id, async (db) => {
    await deleteLateAssertions(db, tenant_id, late_batch_max);
    if (!(await insertAssertion(db, tenant_id, once))) throw new Refused("ASSERTION_USED", null);
  });
}

/**
 * The issuer under which `identity_link` stores subjects. Some providers have the same name in both protocols, so SAML gets a
 * prefix with the attribute: ids of different protocols or attributes must not be confused.
 */
export function subjectsOf({ issuer, saml }: Pick<ProviderRow, "issuer" | "saml">): string {
  return saml === null ? issuer : `saml ${saml.subject_attribute ?? "NameID"} ${issuer}`;
}

function accessOf({ keyring }: Pick<SignInOptions, "keyring">, provider: ProviderRow): Access {
  const { id, issuer, client_id, authentication, public_jwk } = provider;
  if (authentication === "signed_request") throw new Error("a SAML provider is not spoken to by OpenID Connect");
  const secret = unseal(keyring, "identity-provider", id, provider.secret);
  const wanted_claims = provider.people?.on ? claimsOf(provider.people) : [];
  return { issuer, client_id, authentication, public_jwk, secret, scope: scopeOf(provider), wanted_claims };
}

/** OpenID Connect Core 1.0 §5.4: the scope `profile` contains the names that a new person needs. */
function scopeOf({ scopes, people }: ProviderRow): string {
  const wanted = ["openid", "email", ...(people === null ? [] : ["profile"]), ...(scopes?.split(" ") ?? [])];
  return [...new Set(wanted)].join(" ");
}

/** The settings and key for calls to a SAML provider; null: the provider uses OpenID Connect. */
export function samlAccessOf({ keyring }: Pick<SignInOptions, "keyring">, provider: ProviderRow): SamlAccess | null {
  const { id, issuer, client_id, saml: settings, secret } = provider;
  return settings === null ? null : { issuer, client_id, settings, key: unseal(keyring, "identity-provider", id, secret) };
}
