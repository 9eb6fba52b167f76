import type { Context } from "../../../platform/context.ts";
import { seal } from "../../../platform/crypto/seal.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { invalid } from "../../../platform/http/problem.ts";
import { newId } from "../../../platform/ids.ts";
import { changesBetween } from "../../audit/changes.ts";
import { record } from "../../audit/record.ts";
import { findNowUs } from "../../sign-in/tenant-sql.ts";
import { providerNotUsable } from "../errors.ts";
import { asRefused } from "../failures.ts";
import { newKeyPair } from "../key-pair.ts";
import { lockProvider, saveProvider, type NewProvider, type ProviderRow } from "../provider-sql.ts";
import type { IdentitySetUp } from "../schema.ts";
import { refuseRequired, setUpWithin } from "../set-up.ts";
import { entityIdOf, type IdentityOptions } from "../start.ts";
import { digestsOf } from "./certificates.ts";
import { fetchMetadata, readMetadata, type ProviderMetadata } from "./metadata.ts";
import { certificateOf } from "./own-certificate.ts";
import type { SaveSamlProvider } from "./schema.ts";
import type { SamlSettings } from "./settings.ts";

type Kept = ProviderRow & { saml: SamlSettings };

/**
 * Sets up or changes a SAML provider. Another provider, or another attribute for the subject, requires a new test. Other
 * certificates or URLs of the same provider do not, so that keys can be rolled over without locking anybody out.
 */
export async function saveSaml(options: IdentityOptions, context: Context, given: SaveSamlProvider): Promise<IdentitySetUp> {
  const { pool } = options;
  const { tenant } = context;
  const metadata = await metadataOf(options, given);
  const made = await newOwnKey(options);
  return withTenant(pool, tenant.id, async (db) => {
    const row = await lockProvider(db, tenant.id);
    const before = row?.saml == null ? null : (row as Kept);
    const known = metadata ?? knownBefore(before);
    const same =
      before !== null && before.issuer === known.entity_id && before.saml.subject_attribute === given.subject_attribute;
    if (!same) refuseRequired(row);
    const id = row?.id ?? newId();
    const saml: SamlSettings = {
      sso_url: known.sso_url,
      ...(known.slo_url === null ? {} : { slo_url: known.slo_url }),
      certificates: known.certificates,
      metadata_url: metadata === null ? (before?.saml.metadata_url ?? null) : (given.metadata_url ?? null),
      idp_initiated: given.idp_initiated,
      subject_attribute: given.subject_attribute,
      email_attribute: given.email_attribute,
      own_certificate: before?.saml.own_certificate ?? made.certificate,
    };
    const next: NewProvider = {
      id,
      protocol: "saml",
      issuer: known.entity_id,
      client_id: entityIdOf(options, tenant.code),
      authentication: "signed_request",
      secret: before?.secret ?? seal(options.keyring, "identity-provider", id, made.private_key),
      public_jwk: null,
      saml,
      external_id_claim: given.external_id_claim,
      step_up_acr: given.step_up_acr === undefined ? (before?.step_up_acr ?? null) : given.step_up_acr,
      scopes: null,
      sign_out_there: false,
      state: same ? before.state : "draft",
    };
    const changes = changesBetween(row && auditedOf(row), auditedOf(next));
    if (Object.keys(changes).length > 0) {
      await saveProvider(db, tenant.id, next, { same });
      await record(db, context, { operation: "identity_provider.set", target_type: "identity_provider", target_id: id, changes });
    }
    return setUpWithin(db, options, tenant);
  });
}

/** Generates our key pair and certificate. Called before the transaction, because it takes a while. */
async function newOwnKey(options: IdentityOptions): Promise<{ private_key: string; certificate: string }> {
  const { private_key } = await newKeyPair();
  const now_ms = (await findNowUs(options.pool)) / 1_000;
  return { private_key, certificate: certificateOf(private_key, new URL(options.base_url).hostname, now_ms) };
}

/** The values of a provider for the audit log; certificates appear as digests. */
export function auditedOf({ protocol, issuer, client_id, saml, external_id_claim, step_up_acr, state }: NewProvider) {
  const { certificates = null, own_certificate: _, ...settings } = saml ?? {};
  return {
    protocol,
    issuer,
    client_id,
    external_id_claim,
    step_up_acr,
    state,
    ...settings,
    ...(certificates === null ? {} : { certificates: digestsOf(certificates).join(" ") }),
  };
}

/** Reads the given metadata; null: none were given, and the stored ones stay. */
async function metadataOf({ identity_calls }: IdentityOptions, given: SaveSamlProvider): Promise<ProviderMetadata | null> {
  const { metadata, metadata_url } = given;
  if (metadata !== undefined && metadata_url !== undefined)
    throw invalid([{ pointer: "#/metadata", code: "NOT_ALLOWED", detail: "is not given together with its address" }]);
  try {
    if (metadata_url !== undefined) return await fetchMetadata(identity_calls, metadata_url);
    return metadata === undefined ? null : readMetadata(metadata, identity_calls.trusted_origins);
  } catch (error) {
    const { refusal, said } = asRefused(error);
    throw providerNotUsable("There is no SAML metadata that can be used.", { members: { refusal, said } });
  }
}

function knownBefore(before: Kept | null): ProviderMetadata {
  if (before === null)
    throw invalid([{ pointer: "#/metadata", code: "REQUIRED", detail: "is needed, or its address in metadata_url" }]);
  const { sso_url, slo_url = null, certificates } = before.saml;
  return { entity_id: before.issuer, sso_url, slo_url, certificates };
}
