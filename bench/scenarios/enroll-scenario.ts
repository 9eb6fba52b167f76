// Assigning courses, compared with pgbench, which runs the transaction that the API was recorded to run.
import { alternate, measure, type Sample } from "../measure.ts";
import { courseCode, courses_count, employeeNo, unlicensed_count } from "../organisation.ts";
import { pairOf, type Courses } from "../pairs.ts";
import { findPgbench, runPgbench, scriptOf, type Recorded, type Script } from "../pgbench.ts";
import type { Row } from "../report.ts";
import { concurrency, ratioRow, type Bench, type Scenario } from "../scenario.ts";

const path = "/api/v1/enrollments";
const least_ratio = 0.5;

export const enroll_scenarios: Scenario[] = [
  enrollScenario("POST /enrollments", { first: 0, count: unlicensed_count }),
  enrollScenario("POST /enrollments, taking a seat of one licence", {
    first: unlicensed_count,
    count: courses_count - unlicensed_count,
  }),
];

function enrollScenario(name: string, courses: Courses): Scenario {
  return {
    name,
    async run(bench) {
      const pgbench = await findPgbench();
      if (pgbench === null) return [skipped(name, "pgbench was not found beside PostgreSQL or on the path")];
      const other = unlikeFirst(bench.organisation.people, courses);
      const recorded = await recordPair(bench, 0, courses);
      const script = scriptOf(recorded, await recordPair(bench, other, courses));
      const samples = await besidePgbench(bench, pgbench, script, courses, other + 1);
      return [ratioRow(name, least_ratio, samples, [statementsNote(recorded)])];
    },
  };
}

/** The number of a pair that differs from pair 0 in both person and course. What is equal in both recordings is then constant. */
function unlikeFirst(people: number, courses: Courses): number {
  const first = pairOf(0, people, courses);
  for (let k = 1; ; k += 1) {
    const { person, course } = pairOf(k, people, courses);
    if (person !== first.person && course !== first.course) return k;
  }
}

async function recordPair({ recorder, headers, organisation }: Bench, k: number, courses: Courses): Promise<Recorded> {
  const { person, course } = pairOf(k, organisation.people, courses);
  const body = { employee_no: employeeNo(person), course_code: courseCode(course) };
  const exchanges = await recorder.record({ method: "POST", path, headers, body, status: 201 });
  return { exchanges, ...body };
}

/** Every measurement gets pairs of its own: each side begins behind the last pair that the other one can have used. */
async function besidePgbench(bench: Bench, pgbench: string, script: Script, courses: Courses, first_pair: number) {
  const { options, organisation, headers, api, load, database, dir } = bench;
  const { people } = organisation;
  const { seconds } = options;
  const share = Math.floor((people * courses.count - first_pair) / (2 * (options.rounds + 1)));
  let begun = 0;
  const nextFirst = () => first_pair + share * begun++;
  const floor = async (): Promise<Sample> => {
    const first = nextFirst();
    const { per_second, processed } = await runPgbench(pgbench, {
      script,
      database_url: database.url,
      dir,
      clients: concurrency,
      seconds,
      first,
      people,
      courses,
    });
    return { ...no_latencies, per_second, faults: beyond(processed, share) };
  };
  const ours = async (): Promise<Sample> => {
    const first = nextFirst();
    const traffic = { kind: "pairs", first, people, courses } as const;
    const sample = await measure(load, api, { headers, connections: concurrency, seconds, traffic }, 201);
    return { ...sample, faults: [...sample.faults, ...beyond(sample.next_pair - first, share)] };
  };
  return alternate(options.rounds, floor, ours);
}

const no_latencies = { p50_ms: Number.NaN, p95_ms: Number.NaN, p99_ms: Number.NaN, cpu_us: null };

function beyond(used: number, share: number): string[] {
  return used > share ? ["there were not enough people for so many enrollments; take more people or fewer seconds"] : [];
}

function statementsNote({ exchanges }: Recorded): string {
  const prepared = exchanges.filter(({ name }) => name !== null);
  const admission = prepared.filter(({ text }) => text.includes("infra.admit_together(")).length;
  return `statements per request: ${admission} for admission, ${prepared.length - admission} in the transaction beside begin, the tenant and commit`;
}

function skipped(scenario: string, reason: string): Row {
  return { scenario, floor: "", ours: "", result: "not measured", target: `≥ ${least_ratio}`, met: null, notes: [reason] };
}
