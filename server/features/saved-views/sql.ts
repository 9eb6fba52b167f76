import { sql } from "../../platform/db/sql.ts";
import type { Db } from "../../platform/db/transaction.ts";

/** The administrator and the list to which views belong. */
export type Shelf = { tenant_id: string; administrator_id: string; list: string };

/** An administrator's views of a list, in the order of their names, as JSON text. */
export async function listViews(db: Db, { tenant_id, administrator_id, list }: Shelf): Promise<string> {
  const row = await db.row<{ views: string }>(sql`
    select coalesce(json_agg(json_build_object('id', id, 'name', name, 'filters', filters) order by name_norm), '[]')::text as views
    from saved_view
    where tenant_id = ${tenant_id} and administrator_id = ${administrator_id} and list = ${list}`);
  return row!.views;
}

/** Saves a view and replaces one with the same name. Returns it as JSON text; undefined: there are too many. */
export async function upsertView(
  db: Db,
  { tenant_id, administrator_id, list }: Shelf,
  view: { id: string; name: string; name_norm: string; filters: object; at: string; views_max: number },
): Promise<string | undefined> {
  const row = await db.row<{ view: string }>(sql`
    insert into saved_view (tenant_id, id, administrator_id, list, name, name_norm, filters, saved_at)
    select ${tenant_id}, ${view.id}::uuid, ${administrator_id}, ${list}, ${view.name}, ${view.name_norm},
      ${JSON.stringify(view.filters)}::jsonb, ${view.at}
    where (
      select count(*) filter (where name_norm <> ${view.name_norm})
      from saved_view
      where tenant_id = ${tenant_id} and administrator_id = ${administrator_id} and list = ${list}
    ) < ${view.views_max}::int
    on conflict (tenant_id, administrator_id, list, name_norm)
    do update set name = excluded.name, filters = excluded.filters, saved_at = excluded.saved_at
    returning json_build_object('id', id, 'name', name, 'filters', filters)::text as view`);
  return row?.view;
}

/** Returns whether the caller had such a view. */
export async function deleteView(db: Db, { tenant_id, administrator_id }: Omit<Shelf, "list">, id: string): Promise<boolean> {
  const count = await db.count(sql`
    delete from saved_view where tenant_id = ${tenant_id} and administrator_id = ${administrator_id} and id = ${id}`);
  return count === 1;
}
