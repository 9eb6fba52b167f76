import type { NamedDepartment, PanelRole } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { sql, type Statement } from "../../platform/db/sql.ts";
import { readInfrastructure, readTenant, type Db } from "../../platform/db/transaction.ts";
import type { AccountKey } from "./accounts-sql.ts";

/** Whom a session belongs to, as infra.find_panel_session says it. */
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
  /** What an administrator is limited to; null: nothing. */
  departments: NamedDepartment[] | null;
};

/** The session whose token has this SHA-256, unless it or its account has ended. */
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

/** How an organisation looks: its colour, null: ours; SHA-256 of its logo, null: it has none. */
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
  /** The password was given just now; `throughout`: it is not asked for again. */
  stepped_up: boolean | "throughout";
  may_set_password: boolean;
  /** A session of the organisation whose sandbox this is: with it this one ends. */
  opened_from: string | null;
  begun_by: "password" | "link" | "passkey" | "sandbox" | "identity_provider";
  /** Digest of the identity provider's own session; null: it said none. */
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

/** Gives a session a new token; `stepped_up`: the password was given just now. Returns whether the session still was there. */
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

/** By what a session began; null: it is gone, or from before this was kept. */
export async function findBegunBy(db: Db, tenant_id: string, id: string): Promise<NewSession["begun_by"] | null> {
  const row = await db.row<{ begun_by: NewSession["begun_by"] | null }>(sql`
    select begun_by from panel_session where tenant_id = ${tenant_id} and id = ${id}`);
  return row?.begun_by ?? null;
}

/** Ends all sessions of an account but one. */
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
 * Ends sessions that began at the identity provider: those that began with its session `sid`, and those of an account that say of no such session,
 * or all of the account where the provider named none. How many of which account.
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

/** Deletes expired sessions, some at a time. */
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

/** The sessions of an account as the panel lists them, the latest first, as JSON text. */
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
