// Measures GET /api/v1/gate with one request at a time and with four concurrent ones, compared with a bare handler that sends the
// same statements. Every person has ten required courses with an enrollment and a certificate each. A work is a learning path of
// ten courses.
import type pg from "pg";
import { beside, floorRoute, heardFor, pathsOf, statementsNote } from "../../beside.ts";
import { allFaults, middle, ratioOf } from "../../measure.ts";
import { createPool } from "../../../server/platform/db/pool.ts";
import { courseCode, employeeNo } from "../../organisation.ts";
import type { Row } from "../../report.ts";
import { pages, type Bench, type Scenario } from "../../scenario.ts";
import { takeListOnce } from "./shift-list.ts";

const courses_held = 10;
const ms_max = 5;
/** The guard waits for the list when a shift begins, and the page gives up after 30 s. */
const list_ms_max = 10_000;
/** The number of people in a load. */
const people_asked = 2_000;

export const gate_scenarios: Scenario[] = [{ name: "gate", page: pages.gate, run: measureGate }];

async function measureGate(bench: Bench): Promise<Row[]> {
  console.log("  filling enrollments, certificates and flags …");
  const tenant_id = await seedGate(bench.database.superuser, bench.organisation.code);
  const rows: Row[] = [await measureList(bench, tenant_id)];
  for (const [what, work] of [
    ["whatever is required", ""],
    [`a work of ${courses_held} courses`, "&course_code=WORK"],
    ["one course", `&course_code=${courseCode(0)}`],
  ] as const) {
    for (const connections of [1, 4]) rows.push(await measureOne(bench, what, work, connections));
  }
  return rows;
}

async function measureOne(bench: Bench, what: string, work: string, connections: number): Promise<Row> {
  const path = (number: string) => `/api/v1/gate?employee_no=${number}${work}`;
  const probe = employeeNo(7);
  const heard = await heardFor(bench, path(probe));
  const numbers = Array.from({ length: people_asked }, () => employeeNo(Math.floor(Math.random() * bench.organisation.people)));
  const samples = await beside(
    bench,
    floorRoute("/floor", heard, probe),
    pathsOf(numbers.map((number) => `/floor?key=${number}`)),
    pathsOf(numbers.map(path)),
    connections,
  );
  const { floor, ours } = samples;
  const p95_ms = middle(ours, "p95_ms");
  const faults = allFaults(samples);
  const people = bench.organisation.people.toLocaleString("en-US");
  return {
    scenario: `GET /gate, ${people} people, ${what}, concurrency ${connections}`,
    floor: `${middle(floor, "p95_ms").toFixed(1)} ms p95, ${middle(floor, "per_second").toFixed(0)}/s`,
    ours: `${p95_ms.toFixed(1)} ms p95, ${middle(ours, "p50_ms").toFixed(1)} ms median, ${middle(ours, "per_second").toFixed(0)}/s`,
    result: `${p95_ms.toFixed(1)} ms p95, ${ratioOf(samples).ratio.toFixed(2)} of the floor's rate`,
    // There is no target for four concurrent requests, because they share the processors with the load and the floor.
    target: connections === 1 ? `≤ ${ms_max} ms p95` : "",
    met: faults.length > 0 ? false : connections === 1 ? p95_ms <= ms_max : null,
    notes: [...faults, statementsNote(heard)],
  };
}

async function measureList({ database, organisation, options }: Bench, tenant_id: string): Promise<Row> {
  const pool = createPool({
    connection: { kind: "server", url: database.url },
    role: "muster_app",
    connections_max: 1,
    statement_timeout_ms: list_ms_max,
    onIdleError: () => undefined,
  });
  try {
    const taken = [];
    for (let round = 0; round < options.rounds; round += 1) taken.push(await takeListOnce(pool, tenant_id, "work"));
    const middle_ms = taken.map(({ ms }) => ms).toSorted((one, other) => one - other)[Math.floor(taken.length / 2)]!;
    const people = Math.max(...taken.map((one) => one.people));
    return {
      scenario: `A guard's list of ${people.toLocaleString("en-US")} of ${organisation.people.toLocaleString("en-US")} people, a work of ${courses_held} courses`,
      floor: "",
      ours: `${(middle_ms / 1_000).toFixed(1)} s`,
      result: `${(middle_ms / 1_000).toFixed(1)} s, ${((middle_ms * 1_000) / people).toFixed(0)} µs a person`,
      target: `≤ ${list_ms_max / 1_000} s`,
      met: middle_ms <= list_ms_max,
      notes: ["its statements alone, in parts of 250 people; requests come in between"],
    };
  } finally {
    await pool.close();
  }
}

/** Set-based and without triggers. All values follow from the place in the list. */
const statements = [
  "set session_replication_role = replica",
  "set synchronous_commit = off",
  `insert into course (tenant_id, id, code, code_norm, title, title_norm, type)
   values ($1, gen_random_uuid(), 'WORK', 'work', 'Work', 'work', 'learning_path')`,
  `insert into path_item (tenant_id, path_id, course_id, position)
   select w.tenant_id, w.id, c.id, c.place
   from course w
   cross join (select id, row_number() over (order by code_norm) as place from course where tenant_id = $1 and type = 'course') c
   where w.tenant_id = $1 and w.code = 'WORK' and c.place <= ${courses_held}`,
  `create temporary table held as
   select p.id as person_id, c.id as course_id, gen_random_uuid() as enrollment_id, gen_random_uuid() as certificate_id,
     current_date - 300 - (p.place % 200)::int as completed_on, p.department_id, p.worker_type, p.contractor_id
   from (select *, row_number() over (order by employee_no_norm) as place from person where tenant_id = $1) p
   cross join (select i.course_id as id from path_item i join course w on w.tenant_id = i.tenant_id and w.id = i.path_id
     where w.tenant_id = $1 and w.code = 'WORK') c
   order by p.place`,
  `insert into enrollment (tenant_id, id, person_id, course_id, cycle_year, state, source, mandatory, assigned_at, started_at, completed_at, due_date,
     attempts_allowed, attempts_used, passed, progress_percent)
   select $1, enrollment_id, person_id, course_id, extract(year from completed_on)::int, 'completed', 'api', true, completed_on - 20, completed_on,
     completed_on, completed_on + 10, 3, 1, true, 100
   from held`,
  `insert into certificate (tenant_id, id, number, verification_code, person_id, course_id, enrollment_id, cycle_year, source, issued_at, valid_from,
     valid_until)
   select $1, certificate_id, certificate_id::text, upper(replace(certificate_id::text, '-', '')), person_id, course_id, enrollment_id,
     extract(year from completed_on)::int, 'course', completed_on, completed_on, completed_on + 729
   from held`,
  `insert into compliance_status (tenant_id, person_id, course_id, status, basis, in_grace, next_status, next_change_on, look_on, department_id,
     worker_type, contractor_id, enrollment_id, enrollment_status, cycle_year, due_date, completed_at, certificate_id, valid_until)
   select $1, person_id, course_id, 'COMPLIANT', 'certificate', false, 'EXPIRING_SOON', completed_on + 669, completed_on + 669, department_id,
     worker_type, contractor_id, enrollment_id, 'completed', extract(year from completed_on)::int, completed_on + 10, completed_on,
     certificate_id, completed_on + 729
   from held`,
  "reset session_replication_role",
  "reset synchronous_commit",
  "drop table held",
  "vacuum (analyze) enrollment, certificate, compliance_status, course, path_item",
  // Otherwise the server would write these changes to disk during the measurements.
  "checkpoint",
];

async function seedGate(superuser: pg.Pool, code: string): Promise<string> {
  const client = await superuser.connect();
  try {
    const { rows } = await client.query<{ id: string }>("select id from tenant where code = $1", [code]);
    for (const statement of statements) {
      if (statement.startsWith("create temporary")) await client.query(statement.replaceAll("$1", `'${rows[0]!.id}'`));
      else await client.query(statement, statement.includes("$1") ? [rows[0]!.id] : []);
    }
    return rows[0]!.id;
  } finally {
    client.release();
  }
}
