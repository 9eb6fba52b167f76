// Groups as SCIM sees them, without those that the identity provider has deleted.
import { part, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Reader } from "../exchange.ts";
import { pageOf, pageStatement, type ListPlan, type ListSource, type Placed } from "../lists/list-sql.ts";
import type { JsonObject } from "../patch/merge-json.ts";

/** A group with the document that the identity provider has sent. */
export type GroupRow = {
  id: string;
  name: string;
  kind: "manual" | "dynamic" | "scim";
  external_id: string | null;
  version: number;
  created: string;
  modified: string;
  document: JsonObject | null;
  /** Null if the request did not ask for the members. */
  members: { id: string; name: string | null }[] | null;
};

const from: Fragment = part`
  person_group g
  left join scim_resource s on s.tenant_id = g.tenant_id and s.id = g.id`;

const is_there: Fragment = part`g.scim_deleted_at is null`;

/** The columns of an answer. The list of members is read only if the answer shows it. */
function columns(tenant_id: string, with_members: boolean): Fragment {
  return part`
    g.id, g.name, g.kind, g.external_id, g.version, infra.iso(g.created_at) as created, infra.iso(g.updated_at) as modified,
    s.document, ${with_members ? membersOf(tenant_id) : part`null::json`} as members`;
}

function membersOf(tenant_id: string): Fragment {
  return part`(
    select coalesce(
      json_agg(
        json_build_object('id', p.id, 'name', nullif(concat_ws(' ', p.first_name, p.last_name), '')) order by m.joined_at, p.id),
      '[]')
    from group_member m
    join person p on p.tenant_id = m.tenant_id and p.id = m.person_id
    where m.tenant_id = ${tenant_id} and m.group_id = g.id and m.left_at is null
      and p.scim_deleted_at is null and p.state <> 'anonymized')`;
}

export async function findGroup(
  db: Pick<Reader, "row">,
  tenant_id: string,
  id: string,
  with_members: boolean,
): Promise<GroupRow | undefined> {
  return db.row(sql`
    select ${columns(tenant_id, with_members)}
    from ${from}
    where g.tenant_id = ${tenant_id} and g.id = ${id} and ${is_there}`);
}

/** The source of lists of groups; list-sql.ts reads pages of it. */
export function groupSource(tenant_id: string): ListSource {
  return { table: part`person_group g`, from, row: part`g`, where: part`g.tenant_id = ${tenant_id} and ${is_there}` };
}

/** The groups of a page, in its order. */
export async function listGroups(
  db: Reader,
  tenant_id: string,
  plan: ListPlan,
  with_members: boolean,
): Promise<(GroupRow & Placed)[]> {
  return db.rows(
    pageStatement(
      part`
      with page as materialized (${pageOf(groupSource(tenant_id), plan)})
      select page.*, r.*
      from page
      cross join lateral (
        select ${columns(tenant_id, with_members)}
        from ${from}
        where g.tenant_id = ${tenant_id} and g.id = page.row_id
      ) r
      order by page.place`,
      plan,
    ),
  );
}
