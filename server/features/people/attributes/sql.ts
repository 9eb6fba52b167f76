import { sql } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { AttributeDefinition } from "../sql.ts";

/** What uses an attribute, and so prevents its change or removal. */
export type AttributeUse = { people: boolean; rules: string[]; groups: string[] };

/** One attribute, locked, with its uses; undefined: there is no such key. */
export async function lockAttribute(
  db: Db,
  tenant_id: string,
  key: string,
): Promise<(AttributeDefinition & AttributeUse) | undefined> {
  return db.row(sql`
    select a.key, a.type, a.label,
      exists (select from person where tenant_id = ${tenant_id} and attributes ? a.key) as people,
      array(
        select name from rule
        where tenant_id = ${tenant_id} and retired_at is null and conditions -> 'attributes' ? a.key
        order by name_norm
      ) as rules,
      array(
        select name from person_group
        where tenant_id = ${tenant_id} and retired_at is null and conditions -> 'attributes' ? a.key
        order by name_norm
      ) as groups
    from attribute_definition a
    where a.tenant_id = ${tenant_id} and a.key = ${key}
    for update of a`);
}

/** Attributes for the panel, sorted by key, as a JSON list. */
export async function listAttributeRecords(db: Db, tenant_id: string): Promise<string> {
  const row = await db.row<{ json: string }>(sql`
    select coalesce(json_agg(row_to_json(r) order by r.key), '[]')::text as json
    from (
      select a.key, a.type, a.label,
        -- People are read once, however many attributes there are.
        a.key in (select jsonb_object_keys(attributes) from person where tenant_id = ${tenant_id}) as in_use
      from attribute_definition a
      where a.tenant_id = ${tenant_id}
    ) r`);
  return row!.json;
}

export async function deleteAttribute(db: Db, tenant_id: string, key: string): Promise<void> {
  await db.count(sql`delete from attribute_definition where tenant_id = ${tenant_id} and key = ${key}`);
}
