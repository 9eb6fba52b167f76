import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { PublicKey } from "../../clients/public-keys/read-keys.ts";

export type Tool = {
  id: string;
  name: string;
  login_url: string;
  launch_url: string;
  redirect_urls: string[];
  jwks_url: string | null;
  public_keys: PublicKey[] | null;
  sends_name: boolean;
  sends_email: boolean;
  key_version: number;
};

const columns = part`id, name, login_url, launch_url, redirect_urls, jwks_url, public_keys, sends_name, sends_email, key_version`;

/** Condition: a tool is an item in the present list of a course `c`. */
const isItemOf = (tool_id: Fragment) => part`exists (
  select from course_item_list l
  where l.tenant_id = c.tenant_id and l.course_id = c.id and c.content->>'kind' = 'items' and l.version = (c.content->>'version')::int
    and l.items @> jsonb_build_array(jsonb_build_object('tool_id', ${tool_id})))`;

const record = part`json_build_object(
  'id', t.id, 'name', t.name, 'login_url', t.login_url, 'launch_url', t.launch_url, 'redirect_urls', t.redirect_urls,
  'sends_name', t.sends_name, 'sends_email', t.sends_email, 'jwks_url', t.jwks_url, 'keys', (
    select coalesce(json_agg(json_build_object('kid', k->>'kid', 'algorithm', k->>'algorithm')), '[]')
    from jsonb_array_elements(coalesce(t.public_keys, '[]')) k),
  'created_at', infra.iso(t.created_at), 'updated_at', infra.iso(t.updated_at), 'courses', (
    select coalesce(json_agg(json_build_object('id', c.id, 'code', c.code, 'title', c.title) order by c.code_norm), '[]')
    from course c
    where c.tenant_id = t.tenant_id and ${isItemOf(part`t.id`)}))`;

/** Tools in the order of their names, as a JSON list. */
export async function listToolRecords(db: Db, tenant_id: string, tools_max: number): Promise<string> {
  const row = await db.row<{ list: string }>(sql`
    select coalesce(json_agg(o.record), '[]')::text as list
    from (
      select ${record} as record
      from lti_tool t
      where t.tenant_id = ${tenant_id} and t.removed_at is null
      order by t.name_norm
      limit ${tools_max}
    ) o`);
  return row!.list;
}

/** A tool as JSON text. */
export async function findToolRecord(db: Db, tenant_id: string, id: string): Promise<string | undefined> {
  const row = await db.row<{ record: string }>(sql`
    select ${record}::text as record
    from lti_tool t
    where t.tenant_id = ${tenant_id} and t.id = ${id} and t.removed_at is null`);
  return row?.record;
}

/** Undefined: the tool does not exist, or was removed. */
export async function findTool(db: Db, tenant_id: string, id: string): Promise<Tool | undefined> {
  return db.row(sql`
    select ${columns}
    from lti_tool
    where tenant_id = ${tenant_id} and id = ${id} and removed_at is null`);
}

/** A tool, locked: no other transaction can change it or use it in a list of items. */
export async function lockTool(db: Db, tenant_id: string, id: string): Promise<Tool | undefined> {
  return db.row(sql`
    select ${columns}
    from lti_tool
    where tenant_id = ${tenant_id} and id = ${id} and removed_at is null
    for update`);
}

export async function countTools(db: Db, tenant_id: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from lti_tool where tenant_id = ${tenant_id} and removed_at is null`);
  return row!.count;
}

export async function insertTool(db: Db, tenant_id: string, tool: Tool & { name_norm: string }, at: string): Promise<void> {
  const { id, name, name_norm, login_url, launch_url, redirect_urls, jwks_url, public_keys, sends_name, sends_email } = tool;
  await db.count(sql`
    insert into lti_tool (tenant_id, id, name, name_norm, login_url, launch_url, redirect_urls, jwks_url, public_keys, sends_name, sends_email,
      key_version, created_at, updated_at)
    values (${tenant_id}, ${id}, ${name}, ${name_norm}, ${login_url}, ${launch_url}, ${redirect_urls}::text[], ${jwks_url},
      ${jsonOf(public_keys)}::jsonb, ${sends_name}, ${sends_email}, ${tool.key_version}, ${at}, ${at})`);
}

export async function updateTool(db: Db, tenant_id: string, tool: Tool & { name_norm: string }, at: string): Promise<void> {
  const { id, name, name_norm, login_url, launch_url, redirect_urls, jwks_url, public_keys, sends_name, sends_email } = tool;
  await db.count(sql`
    update lti_tool
    set name = ${name}, name_norm = ${name_norm}, login_url = ${login_url}, launch_url = ${launch_url},
      redirect_urls = ${redirect_urls}::text[], jwks_url = ${jwks_url}, public_keys = ${jsonOf(public_keys)}::jsonb,
      sends_name = ${sends_name}, sends_email = ${sends_email}, key_version = ${tool.key_version}, updated_at = ${at}
    where tenant_id = ${tenant_id} and id = ${id}`);
}

function jsonOf(keys: readonly PublicKey[] | null): string | null {
  return keys === null ? null : JSON.stringify(keys);
}

/** Whether a course launches the tool, or a version in which a learner still is. */
export async function isInUse(db: Db, tenant_id: string, id: string): Promise<boolean> {
  const row = await db.row<{ in_use: boolean }>(sql`
    select exists (
        select from course c
        where c.tenant_id = ${tenant_id} and ${isItemOf(part`${id}::uuid`)}
      )
      or exists (
        select from course_run r
        join course_item_list l on l.tenant_id = r.tenant_id and l.course_id = r.course_id and l.version = r.version
        join enrollment e on e.tenant_id = r.tenant_id and e.id = r.enrollment_id
        where r.tenant_id = ${tenant_id} and r.ended_at is null and e.state = 'in_progress'
          and l.items @> jsonb_build_array(jsonb_build_object('tool_id', ${id}::uuid))
      ) as in_use`);
  return row!.in_use;
}

/** Addresses within the tool that items of present lists open instead of its launch URL. */
export async function listItemUrls(db: Db, tenant_id: string, id: string): Promise<{ course_code: string; url: string }[]> {
  return db.rows(sql`
    select c.code as course_code, i->>'url' as url
    from course c
    join course_item_list l on l.tenant_id = c.tenant_id and l.course_id = c.id and l.version = (c.content->>'version')::int
    cross join lateral jsonb_array_elements(l.items) i
    where c.tenant_id = ${tenant_id} and c.content->>'kind' = 'items' and i->>'tool_id' = ${id} and i->>'url' is not null
    order by c.code_norm`);
}

/** Marks the tool as removed; what it has reported about learners stays. */
export async function updateRemoved(db: Db, tenant_id: string, id: string, at: string): Promise<void> {
  await db.count(sql`
    update lti_tool set removed_at = ${at}, updated_at = ${at} where tenant_id = ${tenant_id} and id = ${id}`);
}
