// What users read all day: search, lists, and the figures of the overview.
import type { Row } from "../../report.ts";
import type { Bench } from "../../scenario.ts";
import { median, percentile } from "../../statistics.ts";
import { askAgain } from "./ask.ts";
import { openDay, people, type Day } from "./organisation.ts";

const search_ms_max = 300;
const figures_ms_max = 2_000;
const requests_count = 10;
const weeks = 52;
const size = people.toLocaleString("en-US");

type Question = { name: string; path: string };

/** Searches as the command palette sends them, and lists with each sorting. */
export async function measureSearch(bench: Bench): Promise<Row[]> {
  const day = await openDay(bench);
  const typed = ["kowalska", "anna kow", "10500", "p7@large", "course 3", "zzz"];
  const palette = typed.flatMap((q) =>
    ["people", "courses"].map((list) => ({ name: q, path: `/${list}?q=${encodeURIComponent(q)}&limit=5` })),
  );
  const lists = ["people", "enrollments", "certificates", "groups", "departments", "contractors", "courses", "reports"];
  const found = await findOne(day);
  const counted = await day.superuser.query<{ count: number }>(
    "select count(*)::int as count from certificate where tenant_id = $1",
    [day.tenant_id],
  );
  const certificates = counted.rows[0]!.count;
  const filtered = [
    "/people?limit=50&q=kowalska",
    `/people?limit=50&department_id=${found.department_id}`,
    `/people?limit=50&manager_id=${found.manager_id}&include_indirect_reports=true`,
    "/people?limit=50&offset=90000",
    "/enrollments?limit=50&status=in_progress",
    `/enrollments?limit=50&user_id=${found.manager_id}`,
    "/compliance/matrix?limit=50",
    `/compliance/matrix?limit=50&compliance_flag=OVERDUE&department_id=${found.department_id}`,
  ];
  const asked = [...lists.map((list) => `/${list}${list === "reports" ? "" : "?limit=50"}`), ...filtered];
  return [
    await slowestRow(day, `${size} people: Ctrl-K, what is typed`, search_ms_max, palette),
    await slowestRow(
      day,
      `${size} people: lists and their filters`,
      search_ms_max,
      asked.map((path) => ({ name: path, path })),
    ),
    await slowestRow(
      day,
      `${size} people: search in ${certificates.toLocaleString("en-US")} certificates`,
      search_ms_max,
      ["kowalska", "a", "p10500", "q12-2026", "q12-2026-123456", "123456", "4711", "47", "2026-0"].map((q) => ({
        name: q,
        path: `/certificates?limit=50&q=${q}`,
      })),
    ),
  ];
}

/** The figures of the overview: compliance by department, company, manager and course, its past year, and the forecast. */
export async function measureFigures(bench: Bench): Promise<Row[]> {
  const day = await openDay(bench);
  const { department_id, contractor_id, manager_id } = await findOne(day);
  const trend = (more = "") => `/compliance/trend?weeks=${weeks}${more}`;
  const questions: Question[] = [
    ...["department", "course", "company", "manager"].map((by) => ({
      name: `covered now, and due in 4, 8 and 12 weeks, by ${by}`,
      path: `/compliance/standing?by=${by}`,
    })),
    { name: `covered over ${weeks} weeks`, path: trend() },
    { name: `covered over ${weeks} weeks, a course`, path: trend("&course_code=Q12") },
    { name: `covered over ${weeks} weeks, a department of 10,000`, path: trend(`&department_id=${department_id}`) },
    { name: `covered over ${weeks} weeks, a company`, path: trend(`&contractor_id=${contractor_id}`) },
    { name: `covered over ${weeks} weeks, a manager`, path: trend(`&manager_id=${manager_id}`) },
    { name: "forecast of 12 weeks, with seats", path: "/compliance/forecast?weeks=12" },
  ];
  const rows: Row[] = [];
  for (const { name, path } of questions) rows.push(await rowOf(day, `${size} people: ${name}`, figures_ms_max, path));
  return rows;
}

/** The largest department, a company, and a manager of twenty people. */
async function findOne({ superuser, tenant_id }: Day) {
  const { rows } = await superuser.query<{ department_id: string; contractor_id: string; manager_id: string }>(
    `select (select id from department where tenant_id = $1 and code = 'D200') as department_id,
       (select id from contractor where tenant_id = $1 and code = 'C7') as contractor_id,
       (select manager_id from person where tenant_id = $1 and manager_id is not null order by id desc limit 1) as manager_id`,
    [tenant_id],
  );
  return rows[0]!;
}

async function rowOf(day: Day, scenario: string, ms_max: number, path: string): Promise<Row> {
  const took = await askAgain(day, { path }, requests_count);
  const p95_ms = percentile(took, 95);
  return {
    scenario,
    floor: "",
    ours: `${p95_ms.toFixed(0)} ms p95`,
    result: `${p95_ms.toFixed(0)} ms p95, ${median(took).toFixed(0)} ms median`,
    target: `≤ ${ms_max} ms p95`,
    met: p95_ms <= ms_max,
    notes: [],
  };
}

async function slowestRow(day: Day, scenario: string, ms_max: number, questions: readonly Question[]): Promise<Row> {
  const answers: { name: string; p95_ms: number }[] = [];
  for (const { name, path } of questions)
    answers.push({ name, p95_ms: percentile(await askAgain(day, { path }, requests_count), 95) });
  const slowest = answers.toSorted((one, other) => other.p95_ms - one.p95_ms);
  const worst_ms = slowest[0]!.p95_ms;
  const middle_ms = median(answers.map(({ p95_ms }) => p95_ms));
  const named = slowest.slice(0, 3).map(({ name, p95_ms }) => `${name} ${p95_ms.toFixed(0)} ms`);
  return {
    scenario,
    floor: "",
    ours: `${worst_ms.toFixed(0)} ms p95`,
    result: `${worst_ms.toFixed(0)} ms p95 of the slowest, ${middle_ms.toFixed(0)} ms of the median one`,
    target: `≤ ${ms_max} ms p95`,
    met: worst_ms <= ms_max,
    notes: [`${answers.length} questions, ${requests_count} requests each; the slowest: ${named.join(", ")}`],
  };
}
