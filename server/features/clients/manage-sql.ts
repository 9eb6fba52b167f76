import type { Scope } from "../../platform/context.ts";
import { columnsOf } from "../../platform/db/columns.ts";
import { part, sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import { nameNorm } from "../../platform/text.ts";
import { readNetwork } from "./admission/allow-lists.ts";

/** A client as administrators see it. A limit of null follows the organisation's contract. */
export type ClientRow = {
  id: string;
  name: string;
  scopes: Scope[];
  methods: ("api_key" | "oauth2")[];
  dpop_bound_access_tokens: boolean;
  ip_allowlist: string[];
  webhook_hosts: string[];
  scim_profile: "generic" | "entra" | "okta" | "strict";
  rate_per_minute: number | null;
  rate_burst: number | null;
  rate_per_day: number | null;
  expires_at: string | null;
  disabled: boolean;
};

const plain = {
  name: "text",
  scopes: "text[]",
  methods: "text[]",
  dpop_bound_access_tokens: "boolean",
  ip_allowlist: "cidr[]",
  webhook_hosts: "text[]",
  scim_profile: "text",
  rate_per_minute: "integer",
  rate_burst: "integer",
  rate_per_day: "integer",
  expires_at: "timestamptz",
} as const;
const norms = { name: nameNorm };
const columns = columnsOf<Omit<ClientRow, "disabled">>(plain, norms);
const given = columnsOf<ClientRow>({ ...plain, disabled: "boolean" }, norms);

/** Limits of an organisation's contract. */
export type Contract = { rate_per_minute: number; rate_burst: number; rate_per_day: number };

/** A stored client; once revoked, it never works again. */
export type StandingClient = ClientRow & { revoked_at: string | null };

/** Locks all clients of the organisation, so that no other transaction changes them between reading and writing. */
export async function lockClients(db: Db, tenant_id: string): Promise<void> {
  await db.count(sql`
    select id
    from client
    where tenant_id = ${tenant_id}
    order by id
    for no key update`);
}

export async function listClientRows(db: Db, tenant_id: string): Promise<StandingClient[]> {
  const rows = await db.rows<StandingClient>(sql`
    select ${client_columns}
    from client
    where tenant_id = ${tenant_id}`);
  return rows.map(withCanonicalNetworks);
}

/** A client, locked until the transaction ends. */
export async function findClientForChange(db: Db, tenant_id: string, id: string): Promise<StandingClient | undefined> {
  const row = await db.row<StandingClient>(sql`
    select ${client_columns}
    from client
    where tenant_id = ${tenant_id} and id = ${id}
    for no key update`);
  return row && withCanonicalNetworks(row);
}

const client_columns = part`
  id, name, scopes, methods, dpop_bound_access_tokens, ip_allowlist::text[] as ip_allowlist, webhook_hosts, scim_profile,
  rate_per_minute, rate_burst, rate_per_day, expires_at, disabled_at is not null as disabled, revoked_at`;

/** PostgreSQL spells a few networks differently; after `readNetwork` they can be compared. */
function withCanonicalNetworks(row: StandingClient): StandingClient {
  return { ...row, ip_allowlist: row.ip_allowlist.map(readNetwork) };
}

export async function insertClients(db: Db, tenant_id: string, rows: readonly ClientRow[]): Promise<void> {
  await db.count(sql`
    insert into client (tenant_id, id, ${columns.names}, disabled_at)
    select ${tenant_id}, r.id, ${columns.values}, case when r.disabled then now() end
    from ${given.from(rows)}`);
}

export async function updateClients(db: Db, tenant_id: string, rows: readonly ClientRow[]): Promise<void> {
  await db.count(sql`
    update client c
    set ${columns.assignments}, disabled_at = case when r.disabled then coalesce(c.disabled_at, now()) end, updated_at = now()
    from ${given.from(rows)}
    where c.tenant_id = ${tenant_id} and c.id = r.id`);
}

/** Revokes a client permanently. */
export async function revokeClient(db: Db, tenant_id: string, id: string): Promise<void> {
  await db.count(sql`
    update client
    set revoked_at = now(), updated_at = now()
    where tenant_id = ${tenant_id} and id = ${id} and revoked_at is null`);
}

/** The limits that the organisation's contract allows. */
export async function findContract(db: Db, tenant_id: string): Promise<Contract> {
  const row = await db.row<Contract>(sql`
    select rate_per_minute, rate_burst, rate_per_day
    from tenant
    where id = ${tenant_id}`);
  return row!;
}
