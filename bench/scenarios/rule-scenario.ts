// A rule that applies to half of the organisation, evaluated by `muster worker` while clients go on looking people up: first the
// rule is created, then it asks for another course.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runCommand, startWorker } from "../children.ts";
import { fillMatrix } from "./matrix-seed.ts";
import { employeeNo } from "../organisation.ts";
import type { Row } from "../report.ts";
import type { Bench, Scenario } from "../scenario.ts";
import { p95Of, sendSteadily, type Steady, type Timed } from "../steady.ts";

const seconds_max = 40;
const growth_max = 1.3;
const requests_per_second = 40;
/** One request of this many asks for a page, the others for a person. */
const page_every = 4;
const page_size = 100;
const pages_count = 20;
const quiet_ms = 10_000;
const warm_up_ms = 3_000;
const poll_ms = 100;

const course_codes = ["RULE-1", "RULE-2"] as const;
/** Each of the ten root departments has a tenth of the organisation. */
const roots = ["D1", "D2", "D3", "D4", "D5"];

type Phase = { timed: Timed[]; p95_ms: number };

export const rule_scenarios: Scenario[] = [{ name: "a rule changes while GET /users goes on", run: changeRule }];

async function changeRule(bench: Bench): Promise<Row[]> {
  await fillMatrix(bench.database.superuser, bench.organisation.code);
  await apply(bench, { courses: course_codes.map((code) => ({ code, title: `Course ${code}`, default_due_days: 30 })) });
  const worker = startWorker({ env: bench.env, dir: bench.dir, profile: bench.options.profile });
  const steady = sendSteadily(requests_per_second, bench.headers, requestsOf(bench));
  try {
    await sleep(warm_up_ms);
    const quiet = [await during(steady, () => sleep(quiet_ms))];
    const rows: Row[] = [];
    for (const [place, code] of course_codes.entries()) {
      await apply(bench, { rules: [{ name: "Half of us", when: { departments: roots }, assign: [code], due_days: 30 }] });
      const began_ms = performance.now();
      let vacuum_share = 0;
      const busy = await during(steady, async () => (vacuum_share = await untilEvaluated(bench)));
      const seconds = (performance.now() - began_ms) / 1_000;
      quiet.push(await during(steady, () => sleep(quiet_ms)));
      const beside = quiet.slice(-2).flatMap(({ timed }) => timed);
      rows.push(await rowOf(bench, place, { seconds, busy, vacuum_share, quiet: { timed: beside, p95_ms: p95Of(beside) } }));
    }
    await steady.stop();
    return rows;
  } finally {
    await worker.stop();
  }
}

/** Changes the organisation as an operator does. */
async function apply({ dir, env, organisation }: Bench, parts: object): Promise<void> {
  const file = path.join(dir, "rules.json");
  writeFileSync(file, JSON.stringify({ organisation: { code: organisation.code }, ...parts }));
  await runCommand(["org", "apply", file], env);
}

function requestsOf({ api, organisation }: Bench) {
  let sent = 0;
  return () => {
    const is_page = sent++ % page_every === 0;
    const query = is_page
      ? `limit=${page_size}&offset=${Math.floor(Math.random() * pages_count) * page_size}`
      : `employee_no=${employeeNo(Math.floor(Math.random() * organisation.people))}`;
    return { kind: is_page ? "page" : "look-up", url: `${api.url}/api/v1/users?${query}` };
  };
}

/** The requests that were answered while `something` ran. */
async function during(steady: Steady, something: () => Promise<unknown>): Promise<Phase> {
  const [from_ms] = [performance.now()];
  await something();
  const timed = steady.answered.filter(({ began_ms }) => began_ms >= from_ms);
  return { timed, p95_ms: p95Of(timed) };
}

/** Waits until no evaluation job is left. Returns the share of the time in which PostgreSQL's autovacuum worked. */
async function untilEvaluated({ database: { superuser } }: Bench): Promise<number> {
  let vacuums = 0;
  for (let looks = 1; ; looks += 1) {
    const { rows } = await superuser.query<{ state: string | null; is_vacuuming: boolean }>(
      `select (select state::text from pgboss.job where name = 'rules.evaluate' and state <> 'completed' limit 1) as state,
         exists (select from pg_stat_activity where backend_type = 'autovacuum worker') as is_vacuuming`,
    );
    const { state, is_vacuuming } = rows[0]!;
    if (is_vacuuming) vacuums += 1;
    if (state === null) return vacuums / looks;
    if (state === "failed") throw new Error("the evaluation failed");
    await sleep(poll_ms);
  }
}

/** `vacuum_share`: in which share of the busy time autovacuum worked. */
type Measured = { seconds: number; busy: Phase; quiet: Phase; vacuum_share: number };

async function rowOf(bench: Bench, place: number, { seconds, busy, quiet, vacuum_share }: Measured): Promise<Row> {
  const touched = bench.organisation.people / 2;
  const [open, cancelled] = await Promise.all([countOf(bench, place, "assigned"), countOf(bench, place - 1, "cancelled")]);
  const is_right = open === touched && cancelled === (place === 0 ? 0 : touched);
  const growth = busy.p95_ms / quiet.p95_ms;
  const people = touched.toLocaleString("en-US");
  const what = place === 0 ? `a new rule for ${people} people` : `a rule for ${people} people asks for another course`;
  return {
    scenario: `${what}, while GET /users goes on`,
    floor: `${quiet.p95_ms.toFixed(1)} ms p95 when quiet`,
    ours: `${seconds.toFixed(1)} s, ${busy.p95_ms.toFixed(1)} ms p95`,
    result: `${seconds.toFixed(1)} s, p95 ${growth.toFixed(2)} of quiet`,
    target: `≤ ${seconds_max} s, ≤ ${growth_max}`,
    met: is_right && seconds <= seconds_max && growth <= growth_max,
    notes: [
      ...(is_right ? [] : [`not as expected: ${open} are assigned, ${cancelled} cancelled`]),
      `${requests_per_second} requests per second, every ${page_every}th a page of ${page_size}: ${["look-up", "page"].map((kind) => kindNote(kind, busy, quiet)).join(", ")}`,
      `PostgreSQL's autovacuum worked in ${Math.round(100 * vacuum_share)} % of that time`,
    ],
  };
}

function kindNote(kind: string, busy: Phase, quiet: Phase): string {
  const [one, other] = [quiet, busy].map(({ timed }) => p95Of(timed.filter((each) => each.kind === kind)).toFixed(1));
  return `${kind} p95 ${one} ms, then ${other} ms`;
}

async function countOf({ database: { superuser }, organisation }: Bench, place: number, state: string): Promise<number> {
  const { rows } = await superuser.query<{ count: number }>(
    `select count(*)::int as count
     from enrollment e
     join course c on c.tenant_id = e.tenant_id and c.id = e.course_id
     join tenant t on t.id = e.tenant_id
     where t.code = $1 and c.code = $2 and e.state = $3`,
    [organisation.code, course_codes[place] ?? "", state],
  );
  return rows[0]!.count;
}
