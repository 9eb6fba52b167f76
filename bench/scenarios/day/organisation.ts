// The organisation of the `day` scenarios: 100,000 active people with managers, flags, enrollments and certificates, in a
// database of its own. On a server that BENCH_DATABASE_URL names, the database stays and the next run uses it again.
import { writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { hashOfToken, newToken } from "../../../server/features/sign-in/links/token.ts";
import { newId } from "../../../server/platform/ids.ts";
import { runCommand, startApi, type Server } from "../../children.ts";
import type { Bench } from "../../scenario.ts";
import { largeFile, seedLarge } from "../large-seed.ts";

const code = "DAY";
/** The number of people including the one in twenty who has left. */
const seeded_people = 105_264;
export const people = 100_000;
/** The number of people in department D200, including some who have left. */
export const department_people = 10_000;
/** The number of people directly below each manager. */
const reports_count = 20;

export type Day = {
  superuser: pg.Pool;
  api: Server;
  env: Record<string, string>;
  tenant_id: string;
  /** Headers of a client that looks people up. */
  client: Record<string, string>;
  /** Headers of a browser with the session of a training administrator, and of an IT administrator. */
  training: Record<string, string>;
  it: Record<string, string>;
};

const opened = new WeakMap<Bench, Promise<Day>>();

/** Returns the same organisation for all scenarios of a run. */
export function openDay(bench: Bench): Promise<Day> {
  const day = opened.get(bench) ?? open(bench);
  opened.set(bench, day);
  return day;
}

async function open(bench: Bench): Promise<Day> {
  const url = new URL(bench.database.url);
  url.pathname = "/muster_day";
  const { rows } = await bench.database.superuser.query("select from pg_database where datname = 'muster_day'");
  if (rows.length === 0) await bench.database.superuser.query("create database muster_day");
  const env = { ...bench.env, DATABASE_URL: url.href };
  await runCommand(["migrate"], env);
  const superuser = new pg.Pool({ connectionString: url.href, max: 2 });
  superuser.on("error", () => undefined);
  bench.closing.add(() => superuser.end());
  await apply(bench, env, largeFile(code));
  await apply(bench, env, {
    courses: further_courses,
    groups: [{ code: "AIDERS", name: "First aiders", courses: ["AID"], members: [] }],
  });
  // Each run makes a client, because secrets are known only when they are made.
  const { clients } = await apply(bench, env, { clients: [{ name: `Bench ${Date.now()}`, scopes: ["users:read"] }] });
  const tenant_id = (await superuser.query<{ id: string }>("select id from tenant where code = $1", [code])).rows[0]!.id;
  const seeded = await superuser.query("select from person where tenant_id = $1 limit 1", [tenant_id]);
  if (seeded.rowCount === 0) await seed(superuser, tenant_id);
  const api = await startApi({ env, dir: bench.dir, profile: bench.options.profile });
  bench.closing.add(api.stop);
  const browser = async (role: "training_admin" | "it_admin") => ({
    cookie: await signIn(superuser, tenant_id, role),
    origin: `http://localhost:${new URL(api.url).port}`,
    "sec-fetch-site": "same-origin",
  });
  return {
    superuser,
    api,
    env,
    tenant_id,
    client: { "x-tenant-code": code, "x-api-key": clients[0]!.secret },
    training: await browser("training_admin"),
    it: await browser("it_admin"),
  };
}

/** Courses without enrollments. */
const further_courses = ["LIFT", "AID", "YEAR"].map((one) => ({ code: one, title: `Course ${one}`, default_due_days: 30 }));

async function apply({ dir }: Bench, env: Record<string, string>, parts: object): Promise<{ clients: { secret: string }[] }> {
  const file = path.join(dir, "day.json");
  writeFileSync(file, JSON.stringify({ organisation: { code }, ...parts }));
  const { stdout } = await runCommand(["org", "apply", file, "--json"], env);
  return JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as { clients: { secret: string }[] };
}

async function signIn(superuser: pg.Pool, tenant_id: string, role: string): Promise<string> {
  const [id, token] = [newId(), newToken()];
  await superuser.query(
    "insert into administrator (tenant_id, id, email, email_norm, name, role) values ($1, $2, $3, $3, 'Bench', $4)",
    [tenant_id, id, `${id}@bench.example`, role],
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

/**
 * The certificates and enrollments behind the flags, and the managers. Triggers are off, because the seed of flags has already
 * computed what they derive.
 */
const behind_flags = [
  "set session_replication_role = replica",
  "set synchronous_commit = off",
  `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, state, source, mandatory, due_date, assigned_at, started_at,
     completed_at, passed, score, progress_percent, attempts_used, attempts_allowed, created_at)
   select tenant_id, md5(person_id::text || course_id)::uuid, person_id, course_id, cycle_year, enrollment_status, 'rule', true, due_date, a.at,
     case when enrollment_status <> 'assigned' then a.at + interval '1 day' end, completed_at, passed, case when passed then 80 end,
     case when passed then 100 else 0 end, case when passed then 1 else 0 end, 3, a.at
   from compliance_status
   cross join lateral (select coalesce(completed_at, now() - interval '20 days') - interval '10 days' as at,
     case when completed_at is not null then true end as passed) a
   where tenant_id = $1`,
  `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, enrollment_id, cycle_year, source, issued_at,
     valid_from, valid_until, created_at)
   select tenant_id, md5(person_id::text || course_id)::uuid,
     (select code from course where id = course_id) || '-' || to_char(completed_at, 'YYYY') || '-' || lpad((row_number() over ())::text, 6, '0'), upper(md5(person_id::text || course_id)), person_id,
     course_id, md5(person_id::text || course_id)::uuid, cycle_year, 'course', completed_at, completed_at::date, valid_until, completed_at
   from compliance_status where tenant_id = $1 and basis = 'certificate'`,
  "insert into certificate_number (tenant_id, last) select $1::uuid, count(*) from certificate where tenant_id = $1",
  `update compliance_status set enrollment_id = md5(person_id::text || course_id)::uuid,
     certificate_id = case when basis = 'certificate' then md5(person_id::text || course_id)::uuid end
   where tenant_id = $1`,
  `update person p set manager_id = m.id
   from (select id, row_number() over (order by id) as place from person where tenant_id = $1) o
   join (select id, row_number() over (order by id) as place from person where tenant_id = $1) m on m.place = o.place / ${reports_count}
   where p.tenant_id = $1 and p.id = o.id`,
  "reset all",
  // The table was written twice, so it has twice its size.
  "vacuum full compliance_status",
  "vacuum analyze",
  // Otherwise the server would write these changes to disk during the measurements.
  "checkpoint",
];

async function seed(superuser: pg.Pool, tenant_id: string): Promise<void> {
  console.log(`  filling ${people} people …`);
  await seedLarge(superuser, tenant_id, seeded_people, department_people);
  const client = await superuser.connect();
  try {
    for (const statement of behind_flags) await client.query(statement, statement.includes("$1") ? [tenant_id] : []);
  } finally {
    client.release();
  }
}
