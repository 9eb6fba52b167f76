// Decision 0076: a pack of 1,000 people × 40 courses, each with an enrollment, an attempt, a certificate and audit entries, is
// made within 60 s, and the process grows by at most 200 MB. It needs a machine without other load.
import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { after, before, test } from "node:test";
import { makePack } from "../../../server/features/evidence-packs/make.job.ts";
import { openDatabase, type TestDatabase } from "../../harness/database.ts";
import { createOrganisation, type TestOrganisation } from "../../harness/organisation/organisation.ts";
import { createAccount, sessionOf, type Panel } from "../../harness/panel/panel.ts";
import { slowness } from "../../harness/patience.ts";
import { startServer, test_mailing, type TestServer } from "../../harness/server.ts";

const people = 1_000;
const courses = 40;
const make_ms_max = 60_000 * slowness;
const growth_bytes_max = 200_000_000;

let database: TestDatabase;
let server: TestServer;
let acme: TestOrganisation;
let officer: Panel;

before(async () => {
  // The setting with which `muster worker` runs.
  setFlagsFromString("--heap-growing-percent=50");
  database = await openDatabase();
  server = await startServer(database);
  acme = await createOrganisation(database, {
    courses: Array.from({ length: courses }, (_, place) => ({ code: `C-${place}`, title: `Safety course number ${place}` })),
  });
  // Triggers are off, because what they derive is not part of a pack.
  const client = await database.superuser.connect();
  await client.query("set session_replication_role = replica");
  for (const statement of seeds) await client.query(statement, [acme.tenant_id]);
  await client.query("reset session_replication_role");
  client.release();
  await database.superuser.query("vacuum analyze");
  const account = await createAccount(database, acme.tenant_id, "compliance_officer");
  officer = await sessionOf(server, database, acme.tenant_id, account);
});
after(async () => {
  await server.close();
  await database.close();
});

const seeds = [
  `insert into person (tenant_id, id, login, login_norm, employee_no, employee_no_norm, state, worker_type, first_name, last_name, full_name_norm)
   select $1, infra.new_id(), 'n' || n, 'n' || n, 'N' || n, 'n' || n, 'active', 'internal_payroll', 'Łucja', 'Żak ' || n, 'lucja zak ' || n
   from generate_series(1, ${people}) n`,
  `insert into compliance_person_history (tenant_id, person_id, changed_at, in_scope, worker_type)
   select tenant_id, id, now() - interval '400 days', true, worker_type from person where tenant_id = $1`,
  `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, state, source, mandatory, assigned_at, started_at, completed_at,
     attempts_used, attempts_allowed, score, passed, progress_percent)
   select p.tenant_id, infra.new_id(), p.id, c.id, 2026, 'completed', 'admin', true, now() - interval '90 days', now() - interval '80 days',
     now() - interval '80 days', 1, 3, 90, true, 100
   from person p join course c on c.tenant_id = p.tenant_id where p.tenant_id = $1`,
  `insert into attempt (tenant_id, enrollment_id, number, score, passed, started_at, finished_at)
   select tenant_id, id, 1, 90, true, started_at, completed_at from enrollment where tenant_id = $1`,
  `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, enrollment_id, cycle_year, source, issued_at,
     valid_from, valid_until)
   select e.tenant_id, infra.new_id(), c.code || '-2026-' || n, '0000-' || lpad(n::text, 4, '0') || '-' || lpad((n % 9973)::text, 4, '0') || '-' || n,
     e.person_id, e.course_id, e.id, 2026, 'course', e.completed_at, current_date - 80, current_date + 200
   from (select *, row_number() over (order by id) as n from enrollment where tenant_id = $1) e
   join course c on c.tenant_id = e.tenant_id and c.id = e.course_id`,
  `insert into compliance_history (tenant_id, person_id, course_id, changed_at, status, basis, in_grace, enrollment_id, enrollment_status,
     cycle_year, completed_at, certificate_id, valid_until, next_status, next_change_on)
   select tenant_id, person_id, course_id, issued_at, 'COMPLIANT', 'certificate', false, enrollment_id, 'completed', 2026, issued_at, id,
     valid_until, 'EXPIRING_SOON', valid_until - 60
   from certificate where tenant_id = $1`,
  `insert into audit_log (tenant_id, id, occurred_at, actor_type, actor_name, operation, target_type, target_id)
   select tenant_id, infra.new_id(), now() - interval '90 days', 'system', 'seed', 'enrollment.assign', 'enrollment', id
   from enrollment where tenant_id = $1`,
];

test(`a pack of ${people} people × ${courses} courses is made in time and in little memory`, async () => {
  const ordered = await officer.post("/evidence-packs", { selection: { filter: { status: "active" } } });
  assert.equal(ordered.status, 202, ordered.text);
  assert.deepEqual([ordered.body.people_total, ordered.body.courses], [people, courses]);
  const before_bytes = process.memoryUsage.rss();
  let most_bytes = before_bytes;
  const watch = setInterval(() => (most_bytes = Math.max(most_bytes, process.memoryUsage.rss())), 50);
  const began_ms = performance.now();
  const began = process.cpuUsage();
  try {
    const making = { tenant_id: acme.tenant_id, pack_id: ordered.body.id as string };
    await makePack(
      { pool: database.pool("muster_worker", 2), ...test_mailing, node: null },
      making,
      AbortSignal.timeout(600_000),
    );
  } finally {
    clearInterval(watch);
  }
  const took_ms = performance.now() - began_ms;
  const { user, system } = process.cpuUsage(began);
  const [pack] = (await officer.get("/evidence-packs")).body.packs;
  const growth_bytes = most_bytes - before_bytes;
  console.log(
    `${(took_ms / 1_000).toFixed(1)} s, of them ${((user + system) / 1e6).toFixed(1)} s of this process, ${(pack.size_bytes / 1e6).toFixed(1)} MB, grown by ${(growth_bytes / 1e6).toFixed(0)} MB`,
  );
  assert.deepEqual([pack.status, pack.people_done], ["ready", people]);
  assert.ok(took_ms <= make_ms_max, `took ${Math.round(took_ms)} ms`);
  assert.ok(growth_bytes <= growth_bytes_max, `grew by ${growth_bytes} bytes`);
});
