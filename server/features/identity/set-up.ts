import type { Context, PanelCaller } from "../../platform/context.ts";
import { seal } from "../../platform/crypto/seal.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { invalid, notFound } from "../../platform/http/problem.ts";
import { isUuid, newId } from "../../platform/ids.ts";
import { pick } from "../../platform/pick.ts";
import { changesBetween } from "../audit/changes.ts";
import { record } from "../audit/record.ts";
import { companyDoorOf } from "../sign-in/doors/own-door.ts";
import { endSessionsOfProvider } from "../sign-in/sessions-sql.ts";
import { findNowUs } from "../sign-in/tenant-sql.ts";
import { providerNotTested, providerNotUsable, providerRequired } from "./errors.ts";
import { asRefused } from "./failures.ts";
import { newKeyPair } from "./key-pair.ts";
import { deleteLinks } from "./links-sql.ts";
import { noteRefused } from "./note.ts";
import {
  deleteProvider,
  findProvider,
  lockProvider,
  saveProvider,
  updateState,
  type NewProvider,
  type ProviderRow,
} from "./provider-sql.ts";
import type { IdentitySetUp, IdentityTestQuery, SaveIdentityProvider } from "./schema.ts";
import { factsOf } from "./saml/certificates.ts";
import { pemOf } from "./saml/metadata.ts";
import type { SamlSettings } from "./saml/settings.ts";
import { depart, entityIdOf, logoutUriOf, redirectUriOf, type Departure, type IdentityOptions } from "./start.ts";

const target_type = "identity_provider";

/** The members of a provider whose changes are recorded in the audit log. */
const recorded_members = [
  "protocol",
  "issuer",
  "client_id",
  "authentication",
  "external_id_claim",
  "step_up_acr",
  "scopes",
  "sign_out_there",
  "state",
] as const;
const shown_members = [
  ...recorded_members,
  "public_jwk",
  "people",
  "roles",
  "tested_at",
  "updated_at",
  "rule",
  "break_glass_id",
] as const;

/** The organisation's settings for sign-in through an identity provider. */
export async function readSetUp(options: IdentityOptions, { tenant }: Context): Promise<IdentitySetUp> {
  return withTenant(options.pool, tenant.id, (db) => setUpWithin(db, options, tenant));
}

export async function setUpWithin(db: Db, options: IdentityOptions, tenant: Context["tenant"]): Promise<IdentitySetUp> {
  const row = await findProvider(db, tenant.id);
  const redirect_uri = redirectUriOf(options, tenant.code);
  const logout_uri = logoutUriOf(options, tenant.code);
  const entity_id = entityIdOf(options, tenant.code);
  const signed_out_uri = companyDoorOf(options.base_url, tenant.code);
  if (row === undefined) return { redirect_uri, logout_uri, signed_out_uri, entity_id, provider: null };
  const saml = row.saml === null ? null : samlOf(row.saml, (await findNowUs(options.pool)) / 1_000);
  return { redirect_uri, logout_uri, signed_out_uri, entity_id, provider: { ...pick(row, shown_members), saml } };
}

function samlOf({ own_certificate, certificates, ...settings }: SamlSettings, now_ms: number) {
  return { ...settings, certificates: factsOf(certificates, now_ms), own_certificate: pemOf(own_certificate) };
}

/**
 * Sets up or changes an OpenID provider. Another issuer, client or authentication method requires a new test. A new secret alone
 * does not, so that it can be changed without locking anybody out.
 */
export async function saveSetUp(options: IdentityOptions, context: Context, given: SaveIdentityProvider): Promise<IdentitySetUp> {
  const { pool } = options;
  const { tenant } = context;
  const issuer = await issuerOf(options, given.issuer);
  if (given.sign_out_there) await requireSignOut(options, issuer);
  // Generated before the transaction, because it takes a while.
  const made = given.authentication === "private_key_jwt" ? await newKeyPair() : null;
  return withTenant(pool, tenant.id, async (db) => {
    const before = await lockProvider(db, tenant.id);
    const same =
      before?.protocol === "oidc" &&
      before.issuer === issuer &&
      before.client_id === given.client_id &&
      before.authentication === given.authentication;
    if (!same) refuseRequired(before);
    const id = before?.id ?? newId();
    const secret = secretOf(before, given, made?.private_key ?? null, same);
    const keeps_key = made !== null && secret === null;
    const row: NewProvider = {
      id,
      protocol: "oidc",
      issuer,
      client_id: given.client_id,
      authentication: given.authentication,
      secret: secret === null ? before!.secret : seal(options.keyring, "identity-provider", id, secret),
      public_jwk: keeps_key ? before!.public_jwk : (made?.public_jwk ?? null),
      saml: null,
      external_id_claim: given.external_id_claim,
      step_up_acr: given.step_up_acr === undefined ? (before?.step_up_acr ?? null) : given.step_up_acr,
      scopes: given.scopes === undefined ? (before?.scopes ?? null) : given.scopes,
      sign_out_there: given.sign_out_there ?? before?.sign_out_there ?? false,
      state: same ? before.state : "draft",
    };
    const said = changesBetween(before && auditedOf(before), auditedOf(row));
    const changes = secret === null || made !== null ? said : { ...said, secret: ["***", "***"] };
    if (Object.keys(changes).length > 0) {
      await saveProvider(db, tenant.id, row, { same });
      await record(db, context, { operation: "identity_provider.set", target_type, target_id: id, changes });
    }
    return setUpWithin(db, options, tenant);
  });
}

function auditedOf(row: NewProvider) {
  return { ...pick(row, recorded_members), key_id: row.public_jwk?.kid ?? null };
}

/** The secret to store; null: keep the stored one. */
function secretOf(
  before: ProviderRow | undefined,
  given: SaveIdentityProvider,
  made: string | null,
  same: boolean,
): string | null {
  if (made !== null) return same ? null : made;
  if (given.client_secret !== undefined) return given.client_secret;
  if (same && before !== undefined) return null;
  throw invalid([{ pointer: "#/client_secret", code: "REQUIRED", detail: "is needed for another provider or client" }]);
}

const well_known = "/.well-known/openid-configuration";

/** The issuer of the provider at a URL. */
async function issuerOf({ providers }: IdentityOptions, text: string): Promise<string> {
  const trimmed = text.trim();
  const issuer = trimmed.endsWith(well_known) ? trimmed.slice(0, -well_known.length) : trimmed;
  if (!URL.canParse(issuer) || /[?#]/.test(issuer))
    throw invalid([{ pointer: "#/issuer", code: "INVALID_URL", detail: "must be the address of an OpenID provider" }]);
  try {
    return await providers.discover(issuer);
  } catch (error) {
    const { refusal, said } = asRefused(error);
    throw providerNotUsable("No OpenID provider that can be used was found there.", { members: { refusal, said } });
  }
}

/** Refuses a provider whose metadata have no end-session endpoint. */
async function requireSignOut({ providers }: IdentityOptions, issuer: string): Promise<void> {
  if ((await providers.endSessionAt(issuer)) === null)
    throw providerNotUsable("The provider does not sign browsers out.", {
      members: { refusal: "PROVIDER_METADATA_INVALID", said: "end_session_endpoint is missing" },
    });
}

const tested_pages = { "set-up": "/settings/sign-in", wizard: "/settings/sign-in/connect" } as const;

/** Redirects the administrator to the provider, to test whether and as whom they come back. */
export async function startTest(
  options: IdentityOptions,
  caller: PanelCaller,
  { browser_token, from = "set-up" }: { browser_token: string | null } & IdentityTestQuery,
): Promise<Departure> {
  const { tenant, session } = caller;
  const provider = await withTenant(options.pool, tenant.id, (db) => findProvider(db, tenant.id));
  if (provider === undefined) throw notFound("No identity provider is set up.");
  const trip = { purpose: "test", session_id: session.id, next: tested_pages[from] } as const;
  try {
    return await depart(options, { tenant, provider, browser_token, trip });
  } catch (error) {
    const refused = asRefused(error);
    const { refusal, said } = refused;
    const request_id = caller.request_id ?? "";
    await noteRefused(options, { tenant_id: tenant.id, provider_id: provider.id, purpose: "test", request_id }, refused);
    throw providerNotUsable("The identity provider cannot be reached or used at present.", { members: { refusal, said } });
  }
}

/** Switches whether the sign-in page offers the provider. Existing sessions stay. */
export async function switchProvider(options: IdentityOptions, context: Context, on: boolean): Promise<IdentitySetUp> {
  const { tenant } = context;
  return withTenant(options.pool, tenant.id, async (db) => {
    const before = await lockProvider(db, tenant.id);
    if (before === undefined) throw notFound("No identity provider is set up.");
    if (on && before.state === "draft") throw providerNotTested("Make a test sign-in first.");
    if (!on) refuseRequired(before);
    const state = on ? "on" : before.state === "on" ? "tested" : before.state;
    if (state !== before.state) {
      await updateState(db, tenant.id, state);
      const operation = on ? "identity_provider.switch_on" : "identity_provider.switch_off";
      await record(db, context, { operation, target_type, target_id: before.id, changes: { state: [before.state, state] } });
    }
    return setUpWithin(db, options, tenant);
  });
}

export async function removeProvider({ pool }: IdentityOptions, context: Context): Promise<void> {
  const { tenant } = context;
  await withTenant(pool, tenant.id, async (db) => {
    const before = await lockProvider(db, tenant.id);
    if (before === undefined) throw notFound("No identity provider is set up.");
    refuseRequired(before);
    await deleteProvider(db, tenant.id);
    const { issuer, client_id } = before;
    const changes = { issuer: [issuer, null], client_id: [client_id, null] };
    await record(db, context, { operation: "identity_provider.remove", target_type, target_id: before.id, changes });
  });
}

/** Refuses to remove or replace a provider that people must use, because they would be locked out. */
export function refuseRequired(before: ProviderRow | undefined): void {
  if (before !== undefined && before.rule !== "offered")
    throw providerRequired("Sign-in with the company's identity is required: make it an offer first.");
}

/** Removes the link of an account. Its sessions through the provider end; the next sign-in looks for the account again. */
export async function unlinkAccount({ pool }: IdentityOptions, context: Context, account_id: string): Promise<void> {
  const { tenant } = context;
  await withTenant(pool, tenant.id, async (db) => {
    const id = account_id.toLowerCase();
    const [kind] = isUuid(id) ? await deleteLinks(db, tenant.id, id) : [];
    if (kind === undefined) throw notFound("This account belongs to no subject of the provider.");
    await endSessionsOfProvider(db, tenant.id, { account_id: id, sid: null, has_subject: true });
    await record(db, context, { operation: "identity_provider.unlink", target_type: kind, target_id: id });
  });
}
