import { sealedRows, type Sealed, type SealedPart } from "../../platform/crypto/sealed-sql.ts";
import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { SignInRule } from "../sign-in/doors/rule.ts";
import type { PublicJwk } from "./key-pair.ts";
import type { PeopleSettings } from "./people/settings.ts";
import type { RoleSettings } from "./roles/settings.ts";
import type { SamlSettings } from "./saml/settings.ts";

export type ProviderState = "draft" | "tested" | "on";

export type ProviderRow = SignInRule & {
  id: string;
  protocol: "oidc" | "saml";
  /** For SAML these are the entity ids of the provider and of ours. */
  issuer: string;
  client_id: string;
  authentication: "client_secret_basic" | "private_key_jwt" | "signed_request";
  /** Encrypted (platform/crypto/seal.ts). */
  secret: Buffer;
  public_jwk: PublicJwk | null;
  /** null: the provider uses OpenID Connect. */
  saml: SamlSettings | null;
  external_id_claim: string | null;
  /** The value of `acr_values` for a step-up; null: none. */
  step_up_acr: string | null;
  /** Additional scopes for an OpenID provider; null: none. */
  scopes: string | null;
  /** Whether signing out here also signs out at the provider. */
  sign_out_there: boolean;
  /** null: never configured. */
  people: PeopleSettings | null;
  /** null: never configured. */
  roles: RoleSettings | null;
  state: ProviderState;
  version: number;
  tested_at: string | null;
  updated_at: string;
};

const columns = part`id, protocol, issuer, client_id, authentication, secret, public_jwk, saml, external_id_claim, step_up_acr, scopes, sign_out_there, people, roles, state,
      version, rule, break_glass_id,
      infra.iso(tested_at) as tested_at, infra.iso(updated_at) as updated_at`;

export async function findProvider(db: Db, tenant_id: string): Promise<ProviderRow | undefined> {
  return db.row(sql`
    select ${columns}
    from identity_provider
    where tenant_id = ${tenant_id}`);
}

/** The organisation's provider, locked until the transaction ends, so that changes are made one after the other. */
export async function lockProvider(db: Db, tenant_id: string): Promise<ProviderRow | undefined> {
  return db.row(sql`
    select ${columns}
    from identity_provider
    where tenant_id = ${tenant_id}
    for update`);
}

export type NewProvider = Omit<ProviderRow, keyof SignInRule | "people" | "roles" | "version" | "tested_at" | "updated_at">;

/**
 * Creates the organisation's provider or replaces its settings. The state `draft` removes the result of the test and switches off
 * the creation of people and the roles. `same`: only a certificate or secret of the same provider has changed, so that open round
 * trips stay valid.
 */
export async function saveProvider(db: Db, tenant_id: string, row: NewProvider, { same }: { same: boolean }): Promise<void> {
  const public_jwk = row.public_jwk === null ? null : JSON.stringify(row.public_jwk);
  const saml = row.saml === null ? null : JSON.stringify(row.saml);
  await db.count(sql`
    insert into identity_provider as p (tenant_id, id, protocol, issuer, client_id, authentication, secret, public_jwk, saml, external_id_claim,
      step_up_acr, scopes, sign_out_there, state, tested_at, look_us)
    values (${tenant_id}, ${row.id}, ${row.protocol}, ${row.issuer}, ${row.client_id}, ${row.authentication}, ${row.secret},
      ${public_jwk}::jsonb, ${saml}::jsonb, ${row.external_id_claim}, ${row.step_up_acr}, ${row.scopes}, ${row.sign_out_there}, ${row.state},
      case when ${row.state}::text <> 'draft' then now() end,
      case when ${row.protocol}::text = 'saml' then infra.now_us() end)
    on conflict (tenant_id) do update
    set protocol = excluded.protocol, issuer = excluded.issuer, client_id = excluded.client_id,
      authentication = excluded.authentication, secret = excluded.secret, public_jwk = excluded.public_jwk, saml = excluded.saml,
      external_id_claim = excluded.external_id_claim, step_up_acr = excluded.step_up_acr, scopes = excluded.scopes, sign_out_there = excluded.sign_out_there, state = excluded.state,
      look_us = excluded.look_us, people = case when excluded.state = 'draft' then p.people || '{"on": false}' else p.people end,
      roles = case when excluded.state = 'draft' then p.roles || '{"on": false}' else p.roles end,
      tested_at = case when excluded.state <> 'draft' then p.tested_at end,
      version = p.version + case when ${same}::boolean then 0 else 1 end, updated_at = now()`);
}

export async function updateState(db: Db, tenant_id: string, state: ProviderState): Promise<void> {
  await db.count(sql`
    update identity_provider set state = ${state}, updated_at = now() where tenant_id = ${tenant_id}`);
}

/** Saves who must sign in through the provider. */
export async function updateRule(db: Db, tenant_id: string, { rule, break_glass_id }: SignInRule): Promise<void> {
  await db.count(sql`
    update identity_provider set rule = ${rule}, break_glass_id = ${break_glass_id}, updated_at = now() where tenant_id = ${tenant_id}`);
}

/** Notes that a test sign-in has succeeded, so that a draft can be switched on. */
export async function updateTested(db: Db, tenant_id: string): Promise<void> {
  await db.count(sql`
    update identity_provider
    set tested_at = now(), state = case when state = 'draft' then 'tested' else state end
    where tenant_id = ${tenant_id}`);
}

/** Deletes the provider and its settings. Links stay, so that people are recognised if the same provider is set up again. */
export async function deleteProvider(db: Db, tenant_id: string): Promise<void> {
  await db.count(sql`delete from identity_provider where tenant_id = ${tenant_id}`);
}

/**
 * Locks the provider's secret if it was encrypted with one of certain versions of the key. A row that another transaction has
 * locked is left out.
 */
export async function lockSealedProviderSecrets(db: Db, tenant_id: string, wanted: SealedPart): Promise<Sealed[]> {
  return db.rows(sql`
    select id, secret as sealed
    from identity_provider
    where tenant_id = ${tenant_id} and id > ${wanted.after} and infra.key_version(secret) = any (${wanted.versions}::int[])
    order by id
    limit ${wanted.rows_max}::int
    for no key update skip locked`);
}

export async function updateSealedProviderSecrets(db: Db, tenant_id: string, rows: readonly Sealed[]): Promise<void> {
  await db.count(sql`
    update identity_provider p
    set secret = r.sealed
    from (${sealedRows(rows)}) r
    where p.tenant_id = ${tenant_id} and p.id = r.id`);
}
