// People as SCIM sees them, without those that were erased or that the identity provider has deleted.
import { peopleCounted } from "../../../features/people/count/count-sql.ts";
import { scim_fields, type PersonColumns, type ScimField } from "../../../features/people/definition.ts";
import { constant, part, rowByKey, sql, type Fragment } from "../../../platform/db/sql.ts";
import type { Db } from "../../../platform/db/transaction.ts";
import type { Reader } from "../exchange.ts";
import { pageOf, pageStatement, type ListPlan, type ListSource, type Placed } from "../lists/list-sql.ts";
import type { JsonObject } from "../patch/merge-json.ts";

const further_columns = [
  "login",
  "external_id",
  "email",
  "worker_type",
  "contractor_id",
  "manager_id",
  "attributes",
  "state",
  "managed_by",
] as const;
const person_columns: Fragment = constant(
  [...scim_fields.map(({ name }) => name), ...further_columns].map((name) => `p.${name}`).join(", "),
);

/** A person with the document that the identity provider has sent. */
export type UserRow = Pick<PersonColumns, ScimField | (typeof further_columns)[number]> & {
  id: string;
  contractor_name: string | null;
  manager_name: string | null;
  department_name: string | null;
  version: number;
  created: string;
  modified: string;
  document: JsonObject | null;
  /** Null if the request did not ask for the groups. */
  groups: { id: string; name: string }[] | null;
};

const from: Fragment = part`
  person p
  left join scim_resource s on s.tenant_id = p.tenant_id and s.id = p.id
  left join department d on d.tenant_id = p.tenant_id and d.id = p.department_id
  left join contractor c on c.tenant_id = p.tenant_id and c.id = p.contractor_id
  left join person m on m.tenant_id = p.tenant_id and m.id = p.manager_id`;

const is_there: Fragment = part`p.scim_deleted_at is null and p.state <> 'anonymized'`;

/** The columns of an answer. */
function columns(tenant_id: string, with_groups: boolean): Fragment {
  return part`
    p.id, ${person_columns}, c.name as contractor_name, d.name as department_name,
    nullif(concat_ws(' ', m.first_name, m.last_name), '') as manager_name, p.version,
    infra.iso(p.created_at) as created, infra.iso(p.updated_at) as modified, s.document,
    ${with_groups ? groupsOf(tenant_id) : part`null::json`} as groups`;
}

function groupsOf(tenant_id: string): Fragment {
  return part`(
    select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by m.joined_at, g.id), '[]')
    from group_member m
    cross join lateral ${rowByKey("id, name, scim_deleted_at", "person_group", tenant_id, "m.group_id")} g
    where m.tenant_id = ${tenant_id} and m.person_id = p.id and m.left_at is null and g.scim_deleted_at is null)`;
}

export async function findUser(
  db: Pick<Db, "row">,
  tenant_id: string,
  id: string,
  with_groups: boolean,
): Promise<UserRow | undefined> {
  return db.row(sql`${usersOf(tenant_id, [id], with_groups)}`);
}

export async function findUsers(db: Pick<Db, "rows">, tenant_id: string, ids: readonly string[]): Promise<UserRow[]> {
  return db.rows(sql`${usersOf(tenant_id, ids, true)}`);
}

function usersOf(tenant_id: string, ids: readonly string[], with_groups: boolean): Fragment {
  return part`
    select ${columns(tenant_id, with_groups)}
    from unnest(${ids}::uuid[]) as page (row_id)
    cross join lateral ${ofPage(tenant_id)}
    where ${is_there}`;
}

/**
 * Loads and locks a person until the transaction ends. A statement that waits for a lock reads only the locked row as it is after
 * the wait, and all others, such as the provider's document, as they were before. So a second statement in the same packet reads
 * them.
 */
export async function findUserForChange(db: Db, tenant_id: string, id: string): Promise<UserRow | undefined> {
  const [, row] = await Promise.all([
    db.count(sql`select from person where tenant_id = ${tenant_id} and id = ${id} for update`),
    findUser(db, tenant_id, id, true),
  ]);
  return row;
}

/** The source of lists of people; list-sql.ts reads pages of it. */
export function userSource(tenant_id: string): ListSource {
  // The kept count includes people that the provider has deleted, so these are subtracted.
  const total = part`${peopleCounted(tenant_id, [part`k.state <> 'anonymized'`])} - (
    select count(*) from person p where p.tenant_id = ${tenant_id} and p.scim_deleted_at is not null and p.state <> 'anonymized')`;
  return { table: part`person p`, from, row: part`p`, where: part`p.tenant_id = ${tenant_id} and ${is_there}`, total };
}

/** A person of a page with the related rows, each found by its key, whatever the planner's statistics are. */
function ofPage(tenant_id: string): Fragment {
  const beside = (columns: string, table: string, id: string) =>
    part`left join lateral ${rowByKey(columns, table, tenant_id, id)}`;
  return part`
    ${rowByKey("*", "person", tenant_id, "page.row_id")} p
    ${beside("document", "scim_resource", "p.id")} s on true
    ${beside("name", "department", "p.department_id")} d on true
    ${beside("name", "contractor", "p.contractor_id")} c on true
    ${beside("first_name, last_name", "person", "p.manager_id")} m on true`;
}

/** The people of a page, in its order. */
export async function listUsers(
  db: Reader,
  tenant_id: string,
  plan: ListPlan,
  with_groups: boolean,
): Promise<(UserRow & Placed)[]> {
  const statement = pageStatement(
    part`
      with page as materialized (${pageOf(userSource(tenant_id), plan)})
      select page.*, ${columns(tenant_id, with_groups)}
      from page
      cross join lateral ${ofPage(tenant_id)}
      order by page.place`,
    plan,
  );
  if (plan.is_look_up) return db.few(statement);
  return plan.is_common ? db.page(statement) : db.rows(statement);
}
