// Every list of the panel and the matrix with each of their filters: the time that a user waits after changing a filter. The
// lists are taken from the panel's contract.
import { readFileSync } from "node:fs";
import path from "node:path";
import { askSlowestAgain } from "../asker.ts";
import { fillMatrix } from "./matrix-seed.ts";
import { courseCode, employeeNo } from "../organisation.ts";
import { seedHistory, signInAdministrator } from "./panel-seed.ts";
import type { Row } from "../report.ts";
import type { Bench, Scenario } from "../scenario.ts";
import { median, percentile } from "../statistics.ts";

const filtered_ms_max = 300;
/** How many requests for each list; the slowest lists and the slowest charts are requested in further rounds (asker.ts). */
const rounds_count = 5;
const further_rounds_count = 35;
const further_lists_count = 10;
const page_size = 50;
/** The minimum number of answers in the notes; all that are too slow are named. */
const named_count = 5;
const contract = path.join(import.meta.dirname, "..", "..", "panel", "openapi.json");

type Choice = { enum?: string[] };
type Parameter = { name: string; required?: boolean; schema: Choice & { $ref?: string } };
type Contract = { paths: Record<string, { get?: Operation }>; components: { schemas: Record<string, Choice> } };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  responses: Record<string, { content?: Record<string, unknown> }>;
  "x-roles": string[];
};
type Question = { list: string; query: string };
type Answer = Question & { p50_ms: number; p95_ms: number };

export const panel_scenarios: Scenario[] = [
  {
    name: "panel: every list after every filter",
    async run(bench) {
      const { superuser } = bench.database;
      const { code, people } = bench.organisation;
      const { rows } = await superuser.query<{ id: string }>("select id from tenant where code = $1", [code]);
      const tenant_id = rows[0]!.id;
      console.log("  filling the matrix and the history …");
      await fillMatrix(superuser, code);
      const enrollments = await seedHistory(superuser, tenant_id);
      const cookie = await signInAdministrator(superuser, tenant_id);
      const values = await valuesOf(bench, tenant_id);
      const { questions: asked, unasked } = questionsOf(values, Math.floor(people * 0.9));
      const { questions, refused } = await tryAll(bench, cookie, asked);
      const answers = await askAll(bench, cookie, questions);
      const [charts, lists] = [answers.filter(isChart), answers.filter((answer) => !isChart(answer))];
      return [rowOf(lists, [...unasked, ...refused], people, enrollments), chartsRow(charts, people)];
    },
  },
];

/** A value for each parameter that has no fixed choices. */
async function valuesOf({ database, organisation }: Bench, tenant_id: string): Promise<Record<string, string>> {
  const idOf = async (table: string, condition: string) =>
    (
      await database.superuser.query<{ id: string }>(`select id from ${table} where tenant_id = $1 and ${condition} limit 1`, [
        tenant_id,
      ])
    ).rows[0]!.id;
  const employee_no = employeeNo(Math.floor(organisation.people / 2));
  const person_id = await idOf("person", `employee_no = '${employee_no}'`);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  return {
    q: "kowalska",
    employee_no,
    email: "person.7@bench.example",
    user_id: person_id,
    target_id: person_id,
    resource_id: person_id,
    department_id: await idOf("department", "code = 'D11'"),
    contractor_id: await idOf("contractor", "code = 'C2'"),
    client_id: await idOf("client", "true"),
    actor_id: await idOf("client", "true"),
    course_id: await idOf("course", `code = '${courseCode(4)}'`),
    course_code: courseCode(4),
    department_query: "department 1",
    updated_since: day(-1),
    from: day(-7),
    to: day(-3),
    until: day(-3),
    active: "true",
    assignable: "true",
    include_subdepartments: "true",
    method: "PATCH",
    path: "/users",
    status: "4xx",
    code: "RATE_LIMITED",
    request_id: "req_77",
    operation: "person.change",
    resource_name: "anna",
    weeks: "12",
  };
}

/**
 * Every list without a filter, with each value of each filter, and on a deep page; and the parameters for which no value is
 * known.
 */
function questionsOf(values: Record<string, string>, deep: number): { questions: Question[]; unasked: string[] } {
  const { paths, components } = JSON.parse(readFileSync(contract, "utf8")) as Contract;
  const choicesOf = ({ schema }: Parameter) => (schema.$ref ? components.schemas[schema.$ref.split("/").at(-1)!]! : schema).enum;
  const unasked: string[] = [];
  const questions = Object.entries(paths).flatMap(([list, { get }]) => {
    // Downloads and the verification of the whole audit log are left out, because no user waits for them after changing a filter.
    if (!get || list.includes("{") || list.endsWith("/verification") || !get["x-roles"].includes("it_admin")) return [];
    if (get.responses["200"]?.content?.["application/json"] === undefined) return [];
    const parameters = get.parameters ?? [];
    const names = parameters.map(({ name }) => name);
    const base = new URLSearchParams(names.includes("limit") ? { limit: String(page_size) } : {});
    for (const parameter of parameters)
      if (parameter.required) base.set(parameter.name, choicesOf(parameter)?.[0] ?? values[parameter.name] ?? "");
    if (list.endsWith("/explain")) for (const name of ["user_id", "course_id"]) base.set(name, values[name]!);
    const asked = parameters.flatMap((parameter) => {
      const { name, required } = parameter;
      if (["limit", "cursor"].includes(name) || required || base.has(name) || list.endsWith("/explain")) return [];
      if (name === "offset")
        return [[name, String(list.endsWith("/people") || list.endsWith("/matrix") ? deep : page_size)] as const];
      const choices = choicesOf(parameter) ?? (values[name] === undefined ? [] : [values[name]]);
      if (choices.length === 0) unasked.push(`${get.operationId}?${name}`);
      return choices.map((value) => [name, value] as const);
    });
    const all = [base, ...asked.map(([name, value]) => new URLSearchParams([...base, [name, value], ...besideOf(name, values)]))];
    return all.map((query) => ({ list, query: query.toString() }));
  });
  return { questions, unasked };
}

/** The other filter that a filter needs in order to have a meaning. */
function besideOf(name: string, values: Record<string, string>): [string, string][] {
  return name === "include_subdepartments" ? [["department_id", values["department_id"]!]] : [];
}

/**
 * The questions that are answered with success. Some operations need more than filters, and others are for visitors with a link.
 */
async function tryAll({ api }: Bench, cookie: string, asked: readonly Question[]) {
  const questions: Question[] = [];
  const refused: string[] = [];
  for (const question of asked) {
    const { list, query } = question;
    const reply = await fetch(`${api.url}${list}?${query}`, { headers: { cookie } });
    await reply.arrayBuffer();
    const { status } = reply;
    if (status < 400 || status >= 500) questions.push(question);
    else refused.push(`${list.replace("/panel/api", "")}?${query} (${status})`);
  }
  return { questions, refused };
}

/** Asks one question after the other, once in a round. */
async function askAll({ api }: Bench, cookie: string, questions: readonly Question[]): Promise<Answer[]> {
  const durations_ms = await askSlowestAgain(
    questions.map((question) => ({
      url: `${api.url}${question.list}?${question.query}`,
      group: isChart(question) ? "charts" : "lists",
    })),
    { cookie },
    {
      rounds: rounds_count,
      requests_a_round: 1,
      further: { pages: further_lists_count, rounds: further_rounds_count },
    },
  );
  return questions.map((question, place) => {
    const its_ms = durations_ms[place]!;
    return { ...question, p50_ms: median(its_ms), p95_ms: percentile(its_ms, 95) };
  });
}

/** Sums of weeks or hours are drawn as a chart and have no pages. */
function isChart({ list }: Question): boolean {
  return /forecast|trend|overview/.test(list);
}

function chartsRow(answers: readonly Answer[], people: number): Row {
  const { ours, result, notes } = rowOf(answers, [], people, 0);
  const scenario = `panel: figures and charts of ${people.toLocaleString("en-US")} people`;
  return { scenario, floor: "", ours, result, target: "", met: null, notes };
}

function rowOf(answers: readonly Answer[], unasked: readonly string[], people: number, enrollments: number): Row {
  const slowest = answers.toSorted((one, other) => other.p95_ms - one.p95_ms);
  const worst = slowest[0]!;
  const late_count = slowest.filter(({ p95_ms }) => p95_ms > filtered_ms_max).length;
  const named = slowest
    .slice(0, Math.max(late_count, named_count))
    .map(({ list, query, p95_ms }) => `${list.replace("/panel/api", "")}?${query} ${p95_ms.toFixed(1)} ms`);
  const lists = new Set(answers.map(({ list }) => list)).size;
  const number = (count: number) => count.toLocaleString("en-US");
  return {
    scenario: `panel: ${lists} lists of ${number(people)} people and ${number(enrollments)} enrollments, after each filter`,
    floor: "",
    ours: `${worst.p95_ms.toFixed(1)} ms p95`,
    result: `${worst.p95_ms.toFixed(1)} ms p95 of the slowest, ${median(answers.map(({ p95_ms }) => p95_ms)).toFixed(1)} ms of the median one`,
    target: `≤ ${filtered_ms_max} ms p95`,
    met: worst.p95_ms <= filtered_ms_max,
    notes: [
      `${answers.length} lists and filters, ${rounds_count} requests each, and the ${further_lists_count} slowest ${further_rounds_count} more; the slowest: ${named.join(", ")}`,
      ...(unasked.length > 0 ? [`without a value to ask with: ${unasked.join(", ")}`] : []),
    ],
  };
}
