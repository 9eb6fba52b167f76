import type { NamedDepartment, PanelRole } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { sql, type Statement } from "../../platform/db/sql.ts";
import { readInfrastructure, readTenant, type Db } from "../../platform/db/transaction.ts";
import type { AccountKey } from "./accounts-sql.ts";

/** A session and its account, as infra.find_panel_session returns them. */
export type FoundSession = {
  tenant_id: string;
  tenant_code: string;
  tenant_kind: "live" | "sandbox";
  tenant_name: string;
  time_zone: string;
  fiscal_month: number;
  clock_offset_us: number;
  now_us: number;
  session_id: string;
  account_kind: "administrator" | "person";
  account_id: string;
  name: string;
  email: string | null;
  login: string;
  role: PanelRole;
  locale: string | null;
  second_factor: boolean;
  stepped_up_us: number | null;
  may_set_password: boolean;
  /** The departments to which an administrator is limited; null: no limit. */
  departments: NamedDepartment[] | null;
};

/** The session whose token has this SHA-256; undefined: it or its account has ended. */
export async function findSession(pool: Pool, token_hash: Buffer): Promise<FoundSession | undefined> {
  const [row] = await readInfrastructure<FoundSession | { session_id: null }>(
    pool,
    sql`
      select tenant_id, tenant_code, tenant_kind, tenant_name, time_zone, fiscal_month, clock_offset_us::float8, now_us::float8,
        session_id, account_kind, account_id, name, email, login, role, locale, second_factor, stepped_up_us::float8, may_set_password,
        case when account_kind = 'administrator' then infra.limit_of_session(${token_hash}) end as departments
      from infra.find_panel_session(${token_hash})`,
  );
  return row?.session_id ? row : undefined;
}

/** An organisation's colour (null: the default) and the SHA-256 of its logo (null: none). */
export async function readLooks(pool: Pool, tenant_id: string): Promise<{ color: string | null; logo: string | null }> {
  const [row] = await readTenant<{ color: string | null; logo: string | null }>(
    pool,
    tenant_id,
    sql`
      select t.color, encode(l.sha256, 'hex') as logo
      from tenant t
      left join organisation_logo l on l.tenant_id = t.id
      where t.id = ${tenant_id}`,
  );
  return row!;
}

export type NewSession = {
  id: string;
  account: AccountKey;
  token_hash: Buffer;
  idle_us: number;
  absolute_us: number;
  /** The password was given just now; `throughout`: no step-up is required in this session. */
  stepped_up: boolean | "throughout";
  may_set_password: boolean;
  /** The session of the parent organisation; when it ends, this one ends. */
  opened_from: string | null;
  begun_by: "password" | "link" | "passkey" | "sandbox" | "identity_provider";
  /** The digest of the identity provider's session id; null: it sent none. */
  provider_sid: Buffer | null;
  address: string;
  user_agent: string;
};

export async function insertSession(db: Db, tenant_id: string, session: NewSession): Promise<void> {
  const { kind, id } = session.account;
  const [administrator_id, person_id] = kind === "administrator" ? [id, null] : [null, id];
  const [stepped_up, throughout] = [session.stepped_up !== false, session.stepped_up === "throughout"];
  await db.count(sql`
    insert into panel_session (tenant_id, id, administrator_id, person_id, token_hash, idle_us, created_us, seen_us, expires_us,
      stepped_up_us, may_set_password, opened_from, begun_by, provider_sid, address, user_agent)
    select ${tenant_id}, ${session.id}, ${administrator_id}::uuid, ${person_id}::uuid, ${session.token_hash}, ${session.idle_us}::bigint,
      n.us, n.us, n.us + ${session.absolute_us}::bigint,
      case when ${stepped_up}::boolean then n.us + case when ${throughout}::boolean then ${session.absolute_us}::bigint else 0 end end,
      ${session.may_set_password}, ${session.opened_from}::uuid, ${session.begun_by}, ${session.provider_sid},
      ${session.address}::inet, ${session.user_agent}
    from (select infra.now_us() as us) n`);
}

/** Gives a session a new token; `stepped_up`: the password was given just now. Returns whether the session still exists. */
export async function updateSession(
  db: Db,
  tenant_id: string,
  id: string,
  change: { token_hash: Buffer; stepped_up: boolean; may_set_password: boolean },
): Promise<boolean> {
  const count = await db.count(sql`
    update panel_session
    set token_hash = ${change.token_hash}, may_set_password = ${change.may_set_password},
      stepped_up_us = case when ${change.stepped_up}::boolean then infra.now_us() else stepped_up_us end
    where tenant_id = ${tenant_id} and id = ${id}`);
  return count === 1;
}

export async function deleteSession(db: Db, tenant_id: string, account_id: string, id: string): Promise<boolean> {
  const count = await db.count(sql`
    delete from panel_session where tenant_id = ${tenant_id} and account_id = ${account_id} and id = ${id}`);
  return count === 1;
}

/** How a session began; null: it does not exist, or is older than this column. */
export async function findBegunBy(db: Db, tenant_id: string, id: string): Promise<NewSession["begun_by"] | null> {
  const row = await db.row<{ begun_by: NewSession["begun_by"] | null }>(sql`
    select begun_by from panel_session where tenant_id = ${tenant_id} and id = ${id}`);
  return row?.begun_by ?? null;
}

/** Ends all sessions of an account except one. */
export async function deleteOtherSessions(
  db: Db,
  tenant_id: string,
  account_id: string,
  kept_id: string | null,
): Promise<number> {
  return db.count(sql`
    delete from panel_session
    where tenant_id = ${tenant_id} and account_id = ${account_id} and id is distinct from ${kept_id}::uuid`);
}

/**
 * Ends sessions that began through the identity provider: those with its session id `sid`, and those of the account without such
 * an id. Without `sid` all sessions of the account end. Returns how many of which account.
 */
export async function endSessionsOfProvider(
  db: Db,
  tenant_id: string,
  { account_id, sid, has_subject }: { account_id: string | null; sid: Buffer | null; has_subject: boolean },
): Promise<(AccountKey & { sessions: number })[]> {
  return db.rows(sql`
    with ended as (
      delete from panel_session
      where tenant_id = ${tenant_id} and begun_by = 'identity_provider'
        and (not ${has_subject}::boolean or account_id = ${account_id}::uuid)
        and (${sid}::bytea is null or provider_sid = ${sid}::bytea or ${has_subject}::boolean and provider_sid is null)
      returning administrator_id, person_id
    )
    select case when administrator_id is null then 'person' else 'administrator' end as kind, coalesce(administrator_id, person_id) as id,
      count(*)::int as sessions
    from ended
    group by administrator_id, person_id
    order by 2`);
}

/** Deletes a batch of expired sessions. */
export async function deleteEndedSessions(db: Db, tenant_id: string, batch_max: number): Promise<void> {
  await db.count(sql`
    delete from panel_session
    where tenant_id = ${tenant_id} and id = any (array(
      select id from panel_session
      where tenant_id = ${tenant_id} and (expires_us <= infra.now_us() or seen_us + idle_us <= infra.now_us())
      order by expires_us
      limit ${batch_max}
      for update skip locked
    ))`);
}

/** The sessions of an account for the panel, the latest first, as JSON text. */
export function sessionsStatement(tenant_id: string, account_id: string, current_id: string): Statement {
  return sql`
    select coalesce(json_agg(row_to_json(r) order by r.created_at desc, r.id), '[]')::text as json
    from (
      select id, id = ${current_id}::uuid as current, infra.iso(to_timestamp(created_us / 1000000.0)) as created_at,
        infra.iso(to_timestamp(seen_us / 1000000.0)) as seen_at, infra.iso(to_timestamp(expires_us / 1000000.0)) as expires_at,
        host(address) as address, user_agent
      from panel_session
      where tenant_id = ${tenant_id} and account_id = ${account_id} and expires_us > infra.now_us()
        and seen_us + idle_us > infra.now_us()
    ) r`;
}
