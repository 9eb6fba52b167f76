import { join, part, plannedEachTime, sql, type Fragment } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";
import type { Statement } from "./statement/check.ts";

export type StatementRow = {
  id: string;
  person_id: string | null;
  stored_ms: number;
  place: number;
  statement: Statement;
  digest: Buffer;
  keys: readonly string[];
  /** The id of the statement that it refers to. */
  ref: string | null;
  registration: string | null;
  voids: boolean;
};

/** Milliseconds since 1970 on the infrastructure's clock. */
export async function readNow(db: Db): Promise<number> {
  const row = await db.row<{ now_ms: number }>(sql`select (infra.now_us() / 1000)::float8 as now_ms`);
  return row!.now_ms;
}

/** Inserts statements with new ids and returns these ids. A statement that refers to another one also gets that one's keys. */
export async function insertStatements(db: Db, tenant_id: string, rows: readonly StatementRow[]): Promise<string[]> {
  const inserted: string[] = [];
  for (const row of rows) {
    const { id, person_id, stored_ms, place, statement, digest, keys, ref, registration, voids } = row;
    const count = await db.count(sql`
      insert into xapi_statement (tenant_id, id, person_id, stored_ms, place, statement, digest, keys, refs, registration, voids, voided)
      select ${tenant_id}, ${id}, ${person_id}::uuid, ${stored_ms}::bigint, ${place}::smallint, ${JSON.stringify(statement)}::jsonb, ${digest},
        ${keys}::bigint[],
        case when ${ref}::uuid is not null then array[${ref}::uuid] || coalesce((
          select t.refs from xapi_statement t where t.tenant_id = ${tenant_id} and t.id = ${ref}::uuid), '{}') end,
        ${registration}::uuid, ${voids},
        not ${voids} and exists (
          select from xapi_statement v where v.tenant_id = ${tenant_id} and v.voids and v.refs @> array[${id}::uuid] and v.refs[1] = ${id}::uuid)
      on conflict (tenant_id, id) do nothing`);
    if (count === 1) inserted.push(id);
  }
  return inserted;
}

/** Marks statements as voided, except voiding statements. */
export async function voidStatements(db: Db, tenant_id: string, ids: readonly string[]): Promise<void> {
  await db.count(sql`
    update xapi_statement set voided = true
    where tenant_id = ${tenant_id} and id = any(${ids}::uuid[]) and not voids and not voided`);
}

export async function listDigests(db: Db, tenant_id: string, ids: readonly string[]): Promise<{ id: string; digest: Buffer }[]> {
  return db.rows(sql`select id, digest from xapi_statement where tenant_id = ${tenant_id} and id = any(${ids}::uuid[])`);
}

export type AttachmentRow = { statement_id: string; sha2: string; content_type: string; bytes: Buffer };

export async function insertAttachments(db: Db, tenant_id: string, rows: readonly AttachmentRow[]): Promise<void> {
  await db.count(sql`
    insert into xapi_attachment (tenant_id, statement_id, sha2, content_type, bytes)
    select ${tenant_id}, a.*
    from unnest(
      ${rows.map(({ statement_id }) => statement_id)}::uuid[], ${rows.map(({ sha2 }) => sha2)}::text[],
      ${rows.map(({ content_type }) => content_type)}::text[], ${rows.map(({ bytes }) => bytes)}::bytea[]) as a
    on conflict do nothing`);
}

export async function listAttachments(
  db: Db,
  tenant_id: string,
  ids: readonly string[],
): Promise<{ sha2: string; content_type: string; bytes: Buffer }[]> {
  return db.rows(sql`
    select distinct on (sha2) sha2, content_type, bytes
    from xapi_attachment
    where tenant_id = ${tenant_id} and statement_id = any(${ids}::uuid[])
    order by sha2, statement_id`);
}

/** The filter of a query; a statement must have all keys. `only`: limits a launch to what it may see. */
export type StatementFilter = {
  keys: readonly string[];
  registration: string | null;
  since_ms: number | null;
  until_ms: number | null;
  only: { person_id: string; registration: string } | null;
};
export type Cursor = { stored_ms: number; place: number; id: string };
export type FoundStatement = Cursor & { statement: Statement };

export async function findStatement(
  db: Db,
  tenant_id: string,
  id: string,
  voided: boolean,
  only: StatementFilter["only"],
): Promise<FoundStatement | undefined> {
  return db.row(sql`
    select s.id, s.stored_ms::float8 as stored_ms, s.place, s.statement
    from xapi_statement s
    where s.tenant_id = ${tenant_id} and s.id = ${id} and s.voided = ${voided} and ${shownTo(only)}`);
}

function shownTo(only: StatementFilter["only"]): Fragment {
  return only === null ? part`true` : part`s.person_id = ${only.person_id} and s.registration = ${only.registration}`;
}

function met(filter: StatementFilter, alias: Fragment): Fragment {
  const conditions = [
    ...(filter.keys.length === 0 ? [] : [part`${alias}.keys @> ${filter.keys}::bigint[]`]),
    ...(filter.registration === null ? [] : [part`${alias}.registration = ${filter.registration}::uuid`]),
  ];
  return conditions.length === 0 ? part`true` : join(conditions, " and ");
}

/**
 * Statements in the order of the query. A statement that refers to one that matches the filter matches as well (Communication
 * 2.1.3).
 */
export async function listStatements(
  db: Db,
  tenant_id: string,
  filter: StatementFilter,
  page: { after: Cursor | null; ascending: boolean; limit: number },
): Promise<FoundStatement[]> {
  const { after, ascending, limit } = page;
  const order = ascending ? part`s.stored_ms, s.place, s.id` : part`s.stored_ms desc, s.place desc, s.id desc`;
  const within = join(
    [
      part`s.tenant_id = ${tenant_id} and not s.voided and ${shownTo(filter.only)}`,
      ...(filter.since_ms === null ? [] : [part`s.stored_ms > ${filter.since_ms}::bigint`]),
      ...(filter.until_ms === null ? [] : [part`s.stored_ms <= ${filter.until_ms}::bigint`]),
      ...(after === null
        ? []
        : [
            ascending
              ? part`(s.stored_ms, s.place, s.id) > (${after.stored_ms}::bigint, ${after.place}::smallint, ${after.id}::uuid)`
              : part`(s.stored_ms, s.place, s.id) < (${after.stored_ms}::bigint, ${after.place}::smallint, ${after.id}::uuid)`,
          ]),
    ],
    " and ",
  );
  const columns = part`s.id, s.stored_ms, s.place, s.statement`;
  const is_filtered = filter.keys.length > 0 || filter.registration !== null;
  const referring = is_filtered
    ? part`
      union
      (select ${columns} from xapi_statement s
      where ${within} and s.refs is not null and exists (
        select from xapi_statement t where t.tenant_id = s.tenant_id and t.id = any(s.refs) and ${met(filter, part`t`)})
      order by ${order} limit ${limit})`
    : part``;
  const found = await db.rows<FoundStatement>(
    plannedEachTime(sql`
      select s.id, s.stored_ms::float8 as stored_ms, s.place, s.statement
      from (
        (select ${columns} from xapi_statement s where ${within} and ${met(filter, part`s`)} order by ${order} limit ${limit})
        ${referring}
      ) s
      order by ${order}
      limit ${limit}`),
  );
  return found;
}

/** Whether no open transaction could still store statements. */
export async function isSettled(db: Db): Promise<boolean> {
  const row = await db.row<{ settled: boolean }>(
    sql`select pg_snapshot_xmin(s.now) = pg_snapshot_xmax(s.now) as settled from (select pg_current_snapshot() as now) s`,
  );
  return row!.settled;
}

/** The latest definitions that statements have given of an activity. */
export async function listDefinitions(db: Db, tenant_id: string, key: string, statements_max: number): Promise<Statement[]> {
  const rows = await db.rows<{ statement: Statement }>(
    plannedEachTime(sql`
      select s.statement
      from xapi_statement s
      where s.tenant_id = ${tenant_id} and s.keys @> array[${key}::bigint] and not s.voided
      order by s.stored_ms desc, s.place desc
      limit ${statements_max}`),
  );
  return rows.map(({ statement }) => statement);
}
