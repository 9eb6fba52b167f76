// Fills an organisation with people of an identity provider, set-based and without triggers. Each one is a copy of a person whom
// the API has created by SCIM, with another number.
import type pg from "pg";

/** The placeholder for the number in the name of the copied person. */
export const pattern_number = "0000000";

export function userNameOf(number: number): string {
  return `user${String(number).padStart(pattern_number.length, "0")}@bench.example`;
}

const person_columns = `tenant_id, worker_type, department_id, job_title, job_title_norm, attributes, state, managed_by, first_name,
  first_name_norm, last_name, last_name_norm, full_name_norm, language, language_norm, version`;
/** The columns that differ between people. */
const own_columns = ["login", "login_norm", "external_id", "employee_no", "employee_no_norm", "email", "email_norm"];

const numbered = (text: string) => `replace(${text}, '${pattern_number}', lpad(n::text, ${pattern_number.length}, '0'))`;

/** One person each millisecond, so that their order is defined. */
const statements = [
  "set session_replication_role = replica",
  "set synchronous_commit = off",
  `insert into person (id, created_at, updated_at, ${person_columns}, ${own_columns.join(", ")})
   select infra.new_id(), p.created_at + n * interval '1 millisecond', p.created_at + n * interval '1 millisecond', ${person_columns},
     ${own_columns.map((column) => numbered(column)).join(", ")}
   from person p, generate_series(1, $2::int) n
   where p.tenant_id = $1 and p.login like 'user${pattern_number}%'
   order by n`,
  // Materialized, so that the copied person is read only once, although the statistics do not know the organisation yet.
  `with copied as materialized (
     select r.document::text as document, r.normal::text as normal
     from scim_resource r
     where r.tenant_id = $1 and r.person_id = (select id from person where tenant_id = $1 and login_norm = '${userNameOf(0)}')
   )
   insert into scim_resource (tenant_id, id, person_id, document, normal)
   select p.tenant_id, p.id, p.id, replace(c.document, '${pattern_number}', substr(p.login, 5, 7))::jsonb,
     replace(c.normal, '${pattern_number}', substr(p.login, 5, 7))::jsonb
   from person p
   cross join copied c
   where p.tenant_id = $1 and p.login not like 'user${pattern_number}%' and $2::int > 0
   order by p.id`,
  `insert into scim_email (tenant_id, person_id, value_norm)
   select tenant_id, id, email_norm
   from person
   where tenant_id = $1 and login not like 'user${pattern_number}%' and $2::int > 0
   order by id`,
  "reset session_replication_role",
  "reset synchronous_commit",
];

/** Copies person 0 `count` times, with the SCIM document and addresses. */
export async function seedUsers(superuser: pg.Pool, tenant_id: string, count: number): Promise<void> {
  const client = await superuser.connect();
  try {
    for (const statement of statements) await client.query(statement, statement.includes("$1") ? [tenant_id, count] : []);
    await client.query("vacuum (analyze) person, scim_resource, scim_email");
    // Otherwise the server would write these changes to disk during the measurements.
    await client.query("checkpoint");
  } finally {
    client.release();
  }
}

/** Adds the first people to a group. */
export async function seedMembers(superuser: pg.Pool, group_id: string, count: number): Promise<void> {
  const client = await superuser.connect();
  try {
    await client.query("set synchronous_commit = off");
    await client.query(
      `insert into group_member (tenant_id, id, group_id, person_id, joined_at)
       select g.tenant_id, infra.new_id(), g.id, p.id, now()
       from person_group g
       join person p on p.tenant_id = g.tenant_id
       where g.id = $1
       order by p.created_at, p.id
       limit $2`,
      [group_id, count],
    );
    await client.query("reset synchronous_commit");
    await client.query("vacuum (analyze) group_member");
  } finally {
    client.release();
  }
}
