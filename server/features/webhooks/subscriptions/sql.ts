import type { Caller } from "../../../platform/context.ts";
import type { Pool } from "../../../platform/db/pool.ts";
import { sealedRows, type Sealed, type SealedPart } from "../../../platform/crypto/sealed-sql.ts";
import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import { readTenant, type Db } from "../../../platform/db/transaction.ts";
import type { EventType } from "../../events/emit.ts";
import type { DeliveryFormat } from "../deliveries/format.ts";
import type { State } from "../sending/state.ts";
import { instantText } from "../../../platform/instants.ts";

/** The client that asks: it sees only its own subscriptions. `now` is an instant of the tenant's clock. */
export type Owner = { tenant_id: string; client_id: string; now: string };

export function ownerOf({ tenant, client, now }: Caller): Owner {
  return { tenant_id: tenant.id, client_id: client.id, now: instantText(now) };
}

/** The client's allow-list of hosts, as the administrator wrote them. */
export async function findAllowedHosts(pool: Pool, { tenant_id, client_id }: Owner): Promise<string[]> {
  const rows = await readTenant<{ webhook_hosts: string[] }>(
    pool,
    tenant_id,
    sql`
      select webhook_hosts
      from client
      where tenant_id = ${tenant_id} and id = ${client_id}`,
  );
  return rows[0]?.webhook_hosts ?? [];
}

/**
 * The maximum number of subscriptions of the organisation. The row is locked, so that no other transaction can use up the quota
 * meanwhile.
 */
export async function lockQuota(db: Db, tenant_id: string): Promise<number> {
  const row = await db.row<{ webhook_subscriptions_max: number }>(sql`
    select webhook_subscriptions_max
    from tenant
    where id = ${tenant_id}
    for no key update`);
  return row!.webhook_subscriptions_max;
}

/**
 * How many subscriptions count towards the quota. Those of revoked clients do not count: a revoked client never comes back, and
 * no other client could delete them.
 */
export async function countSubscriptions(db: Db, tenant_id: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count
    from webhook_subscription s
    join client c on c.tenant_id = s.tenant_id and c.id = s.client_id
    where s.tenant_id = ${tenant_id} and s.deleted_at is null and c.revoked_at is null`);
  return row!.count;
}

export type NewSubscription = {
  id: string;
  name: string;
  target_url: string;
  subscribed_events: readonly EventType[];
  delivery_format: DeliveryFormat;
  department_ids: readonly string[] | null;
  course_ids: readonly string[] | null;
  /** Encrypted (platform/crypto/seal.ts). */
  secret: Buffer;
  in_flight_max: number;
};

/** Inserts a subscription and its initial state. */
export async function insertSubscription(db: Db, { tenant_id, client_id, now }: Owner, row: NewSubscription): Promise<void> {
  await db.count(sql`
    with made as (
      insert into webhook_subscription (tenant_id, id, client_id, name, target_url, subscribed_events, delivery_format, department_ids,
        course_ids, secret, created_at, updated_at)
      values (${tenant_id}, ${row.id}, ${client_id}, ${row.name}, ${row.target_url}, ${row.subscribed_events},
        ${row.delivery_format}, ${row.department_ids}::uuid[], ${row.course_ids}::uuid[], ${row.secret}, ${now}::timestamptz, ${now}::timestamptz)
      returning tenant_id, id, created_at
    )
    insert into webhook_subscription_state (tenant_id, subscription_id, state_changed_at, in_flight_max)
    select tenant_id, id, created_at, ${row.in_flight_max}::smallint
    from made`);
}

/** The client's own subscriptions, oldest first, as JSON text. */
export async function listSubscriptions(pool: Pool, owner: Owner): Promise<string> {
  const [row] = await readTenant<{ body: string }>(
    pool,
    owner.tenant_id,
    sql`
      select '{"subscriptions":[' || coalesce(string_agg(record, ',' order by created_at, id), '') || ']}' as body
      from (${records(owner, part`true`)}) s`,
  );
  return row!.body;
}

/** The record `WebhookSubscription` as JSON text. */
export async function findSubscription(pool: Pool, owner: Owner, id: string): Promise<string | undefined> {
  const rows = await readTenant<{ record: string }>(
    pool,
    owner.tenant_id,
    sql`select record from (${records(owner, part`s.id = ${id}`)}) s`,
  );
  return rows[0]?.record;
}

export async function findSubscriptionWithin(db: Db, owner: Owner, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`select record from (${records(owner, part`s.id = ${id}`)}) s`);
  return row?.record;
}

function records({ tenant_id, client_id, now }: Owner, is_it: Fragment): Fragment {
  return part`
    select s.id, s.created_at, row_to_json(r)::text as record
    from webhook_subscription s
    join webhook_subscription_state t on t.tenant_id = s.tenant_id and t.subscription_id = s.id
    cross join lateral (select ${members(now)}) r
    where s.tenant_id = ${tenant_id} and s.client_id = ${client_id} and s.deleted_at is null and ${is_it}`;
}

/** The members of the record `WebhookSubscription`, for subscription `s` with state `t`. */
export function members(now: string): Fragment {
  return part`
    s.id, s.client_id, s.name, s.target_url, s.subscribed_events, s.delivery_format, s.department_ids, s.course_ids,
    t.state, t.state_reason, infra.iso(t.state_changed_at) as state_changed_at, t.consecutive_failures,
    infra.iso(t.failing_since) as failing_since, infra.iso(t.last_success_at) as last_success_at,
    infra.iso(t.last_failure_at) as last_failure_at,
    (
      select count(*)
      from webhook_delivery_pending d
      where d.tenant_id = s.tenant_id and d.subscription_id = s.id
    ) as pending_deliveries,
    case when s.previous_secret_expires_at > ${now}::timestamptz then infra.iso(s.previous_secret_expires_at) end
      as previous_secret_expires_at,
    infra.iso(s.created_at) as created_at, infra.iso(greatest(s.updated_at, t.state_changed_at)) as updated_at`;
}

export type SubscriptionRow = {
  name: string;
  target_url: string;
  subscribed_events: EventType[];
  delivery_format: DeliveryFormat;
  department_ids: string[] | null;
  course_ids: string[] | null;
  previous_secret_expires_at: string | null;
};

/** The settings of a client's subscription, locked until the transaction ends. */
export async function lockSubscription(
  db: Db,
  { tenant_id, client_id }: Owner,
  id: string,
): Promise<SubscriptionRow | undefined> {
  return db.row(sql`
    select name, target_url, subscribed_events, delivery_format, department_ids, course_ids, previous_secret_expires_at
    from webhook_subscription
    where tenant_id = ${tenant_id} and client_id = ${client_id} and id = ${id} and deleted_at is null
    for no key update`);
}

export async function findTargetUrl(pool: Pool, { tenant_id, client_id }: Owner, id: string): Promise<string | undefined> {
  const rows = await readTenant<{ target_url: string }>(
    pool,
    tenant_id,
    sql`
      select target_url
      from webhook_subscription
      where tenant_id = ${tenant_id} and client_id = ${client_id} and id = ${id} and deleted_at is null`,
  );
  return rows[0]?.target_url;
}

export type ChangedSubscription = Omit<SubscriptionRow, "previous_secret_expires_at">;

export async function updateSubscription(
  db: Db,
  { tenant_id, now }: Owner,
  id: string,
  { name, target_url, subscribed_events, delivery_format, department_ids, course_ids }: ChangedSubscription,
): Promise<void> {
  await db.count(sql`
    update webhook_subscription
    set name = ${name}, target_url = ${target_url}, subscribed_events = ${subscribed_events}, delivery_format = ${delivery_format},
      department_ids = ${department_ids}::uuid[], course_ids = ${course_ids}::uuid[], updated_at = ${now}::timestamptz
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Marks a subscription as deleted and removes its secrets. The row stays, because deliveries refer to it. */
export async function updateDeleted(db: Db, { tenant_id, now }: Owner, id: string): Promise<void> {
  await db.count(sql`
    update webhook_subscription
    set deleted_at = ${now}::timestamptz, updated_at = ${now}::timestamptz, secret = null, previous_secret = null,
      previous_secret_expires_at = null
    where tenant_id = ${tenant_id} and id = ${id}`);
}

/** Replaces the secret. The present one is kept until `previous_until`, or removed at once if that is null. */
export async function updateSecret(
  db: Db,
  { tenant_id, now }: Owner,
  id: string,
  secret: Buffer,
  previous_until: string | null,
): Promise<void> {
  await db.count(sql`
    update webhook_subscription
    set previous_secret = case when ${previous_until}::timestamptz is not null then secret end,
      previous_secret_expires_at = ${previous_until}::timestamptz, secret = ${secret}, updated_at = ${now}::timestamptz
    where tenant_id = ${tenant_id} and id = ${id}`);
}

export type Standing = { state: State; consecutive_failures: number };

/** The state of a subscription, locked until the transaction ends. */
export async function lockStanding(db: Db, tenant_id: string, id: string): Promise<Standing> {
  const row = await db.row<Standing>(sql`
    select state, consecutive_failures
    from webhook_subscription_state
    where tenant_id = ${tenant_id} and subscription_id = ${id}
    for no key update`);
  return row!;
}

/**
 * Restarts a subscription with one attempt at a time. Deliveries that are due now become a backlog, for which newer ones need not
 * wait.
 */
export async function updateEnabled(db: Db, { tenant_id, now }: Owner, id: string): Promise<void> {
  await db.count(sql`
    update webhook_subscription_state
    set state = 'active', state_reason = null, state_changed_at = ${now}::timestamptz, consecutive_failures = 0,
      failing_since = null, in_flight_max = 1, held_until_us = 0, backlog_until_us = infra.now_us()
    where tenant_id = ${tenant_id} and subscription_id = ${id}`);
}

/** The columns with encrypted secrets. */
const sealed_columns = { secret: part`secret`, previous_secret: part`previous_secret` } as const;
export type SealedColumn = keyof typeof sealed_columns;

/**
 * Locks a batch of secrets, after an id, that were encrypted with certain versions of the key. Rows that another transaction has
 * locked are left out.
 */
export async function lockSealedSecrets(db: Db, tenant_id: string, name: SealedColumn, wanted: SealedPart): Promise<Sealed[]> {
  const column = sealed_columns[name];
  return db.rows(sql`
    select id, ${column} as sealed
    from webhook_subscription
    where tenant_id = ${tenant_id} and id > ${wanted.after} and ${column} is not null
      and infra.key_version(${column}) = any (${wanted.versions}::int[])
    order by id
    limit ${wanted.rows_max}::int
    for no key update skip locked`);
}

export async function updateSealedSecrets(db: Db, tenant_id: string, name: SealedColumn, rows: readonly Sealed[]): Promise<void> {
  await db.count(sql`
    update webhook_subscription s
    set ${sealed_columns[name]} = r.sealed
    from (${sealedRows(rows)}) r
    where s.tenant_id = ${tenant_id} and s.id = r.id`);
}
