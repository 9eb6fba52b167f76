// Fills the panel's other lists, apart from people and the matrix, with a history of some years: set-based, without triggers, the
// same in every run.
import type pg from "pg";
import { newToken, hashOfToken } from "../../server/features/sign-in/links/token.ts";
import { newId } from "../../server/platform/ids.ts";

const history = [
  "set session_replication_role = replica",
  "set synchronous_commit = off",
  // Ten enrollments and three certificates for each person.
  `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, state, source, mandatory, due_date, assigned_at,
     started_at, completed_at, passed, score, progress_percent, attempts_used, attempts_allowed)
   select p.tenant_id, gen_random_uuid(), p.id, c.id, 2026, s.state, 'rule', true, current_date + (p.place % 90)::int - 30,
     now() - (p.place % 300) * interval '1 day',
     case when s.state <> 'assigned' then now() - interval '10 days' end,
     case when s.state = 'completed' then now() - interval '9 days' end,
     case when s.state = 'completed' then true end, case when s.state = 'completed' then 80 end,
     case when s.state = 'completed' then 100 else 0 end, case when s.state = 'completed' then 1 else 0 end, 3
   from (select *, row_number() over (order by employee_no_norm) as place from person where tenant_id = $1) p
   join (select *, row_number() over (order by code_norm) as place from course where tenant_id = $1 and type = 'course') c
     on c.place % 4 = p.place % 4
   cross join lateral (select (array['assigned', 'in_progress', 'completed', 'completed'])[1 + (p.place + c.place) % 4] as state) s
   -- Other scenarios have assigned some before.
   on conflict do nothing`,
  `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, cycle_year, source, issued_at,
     valid_from, valid_until)
   select e.tenant_id, e.id, 'B-' || row_number() over (order by e.id), upper(replace(e.id::text, '-', '')), e.person_id, e.course_id,
     2026, 'course', e.completed_at, e.completed_at::date, e.completed_at::date + 365
   from enrollment e join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
   where e.tenant_id = $1 and e.state = 'completed' and right(c.code, 1) < '7'`,
  // Two changes and one request of a client for each person.
  `insert into audit_log (tenant_id, id, occurred_at, actor_type, actor_name, operation, target_type, target_id, changes, request_id)
   select p.tenant_id, gen_random_uuid(), now() - p.place * interval '10 seconds', 'client', 'Bench', o.operation, 'person', p.id,
     '{"job_title": ["Clerk", "Driver"]}', 'req_' || p.place
   from (select *, row_number() over (order by employee_no_norm) as place from person where tenant_id = $1) p
   cross join (values ('person.create'), ('person.change')) o (operation)`,
  `insert into request_log (tenant_id, id, client_id, at, method, route, path, status, code, request_id, address, duration_us)
   select p.tenant_id, gen_random_uuid(), c.id, now() - p.place * interval '10 seconds', (array['GET', 'POST', 'PATCH'])[1 + p.place % 3],
     '/api/v1/users/:id', '/api/v1/users/' || p.id, case p.place % 20 when 0 then 429 when 1 then 422 else 200 end,
     case p.place % 20 when 0 then 'RATE_LIMITED' when 1 then 'VALIDATION_FAILED' end, 'req_' || p.place, '192.0.2.7', 4000
   from (select *, row_number() over (order by employee_no_norm) as place from person where tenant_id = $1) p
   cross join (select id from client where tenant_id = $1 limit 1) c`,
  "reset session_replication_role",
  "reset synchronous_commit",
  "vacuum (analyze) enrollment, certificate, audit_log, request_log",
  "checkpoint",
];

/** Returns the number of enrollments. */
export async function seedHistory(superuser: pg.Pool, tenant_id: string): Promise<number> {
  const client = await superuser.connect();
  try {
    for (const statement of history) await client.query(statement, statement.includes("$1") ? [tenant_id] : []);
    const { rows } = await client.query<{ count: number }>("select count(*)::int from enrollment where tenant_id = $1", [
      tenant_id,
    ]);
    return rows[0]!.count;
  } finally {
    client.release();
  }
}

/** The session cookie of an IT administrator, who may read everything, as a sign-in would set it. */
export async function signInAdministrator(superuser: pg.Pool, tenant_id: string): Promise<string> {
  const [id, token] = [newId(), newToken()];
  await superuser.query(
    "insert into administrator (tenant_id, id, email, email_norm, name, role) values ($1, $2, $3, $3, 'Bench', 'it_admin')",
    [tenant_id, id, `${id}@bench.example`],
  );
  await superuser.query(
    `insert into panel_session (tenant_id, id, administrator_id, token_hash, idle_us, created_us, seen_us, expires_us, stepped_up_us,
       may_set_password, address, user_agent)
     select $1, $2, $3, $4, 43200000000, n.us, n.us, n.us + 43200000000, n.us, false, '127.0.0.1', 'bench'
     from (select infra.now_us() as us) n`,
    [tenant_id, newId(), id, hashOfToken(token)],
  );
  return `muster_session=${token}`;
}
