// The compliance matrix of a small and a large organisation: the first and the last page for every combination of filters.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { askSlowestAgain } from "../asker.ts";
import { runCommand } from "../children.ts";
import { seedMatrix } from "./matrix-seed.ts";
import { courseCode, organisationFile } from "../organisation.ts";
import type { Row } from "../report.ts";
import type { Bench, Scenario } from "../scenario.ts";
import { median, percentile } from "../statistics.ts";

const small_people = 10_000;
const page_size = 50;
/**
 * How often each round requests every page. Few requests in many rounds, so that a disturbance of the machine affects only few
 * requests of each page.
 */
const requests_a_round = 2;
const rounds_count = 20;
/**
 * With 40 requests, two slow ones by chance determine a page's p95, and among 72 pages there is always one with two. So the pages
 * that seem slowest are requested in this many more rounds, and all their requests count.
 */
const further_rounds_count = 80;
const further_pages_count = 10;
const page_ms_max = 14;
const last_page_ms_max = 60;
/** The highest ratio of a page's time in the large organisation to that in the small one. */
const growth_max = 1.3;
/** The number of pages in the notes. */
const named_count = 3;

type Place = { people: number; headers: Record<string, string>; filters: string[] };
type Asked = { filters: string; last: boolean; query: string; people: number };
/** `people`: how many rows the page has. */
type Page = { filters: string; last: boolean; people: number; p50_ms: number; p95_ms: number };

export const matrix_scenarios: Scenario[] = [
  {
    name: "GET /compliance/matrix",
    async run(bench) {
      const { people, code } = bench.organisation;
      const small = await placeOf(bench, "BENCH-SMALL", small_people, await applySmall(bench));
      const large = await placeOf(bench, code, people, bench.headers);
      const [few, many] = [await measurePages(bench, small), await measurePages(bench, large)];
      return [
        row(`matrix of ${people.toLocaleString("en-US")} people, page of ${page_size} with summary`, many, false, page_ms_max),
        row(`matrix of ${people.toLocaleString("en-US")} people, the last page`, many, true, last_page_ms_max),
        growthRow(few, many, people),
      ];
    },
  },
];

/** Loads a second organisation, as an operator does. Returns the headers of its client. */
async function applySmall({ dir, env }: Bench): Promise<Record<string, string>> {
  const file = path.join(dir, "small.json");
  const code = "BENCH-SMALL";
  writeFileSync(file, JSON.stringify(organisationFile({ code, people: small_people })));
  const { stdout } = await runCommand(["org", "apply", file, "--json"], env);
  const outcome = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as { clients: { secret: string }[] };
  return { "x-tenant-code": code, "x-api-key": outcome.clients[0]!.secret };
}

async function placeOf(bench: Bench, code: string, people: number, headers: Record<string, string>): Promise<Place> {
  const { superuser } = bench.database;
  console.log(`  filling the matrix of ${people} people …`);
  await seedMatrix(superuser, code);
  const idOf = async (table: string, its_code: string) => {
    const { rows } = await superuser.query<{ id: string }>(
      `select x.id from ${table} x join tenant t on t.id = x.tenant_id where t.code = $1 and x.code = $2`,
      [code, its_code],
    );
    return rows[0]!.id;
  };
  const choices = [
    ["", "compliance_flag=OVERDUE", "compliance_flag=COMPLIANT"],
    ["", `course_code=${courseCode(4)}`],
    ["", `department_id=${await idOf("department", "D11")}`, "department_query=department%201"],
    ["", "worker_type=b2b_contractor"],
    ["", `contractor_id=${await idOf("contractor", "C2")}`],
  ];
  const filters = choices.reduce(
    (all, some) => all.flatMap((one) => some.map((other) => (other ? `${one}&${other}` : one))),
    [""],
  );
  return { people, headers, filters };
}

/** Requests one page after the other to the last byte, round by round. */
async function measurePages({ api }: Bench, { headers, filters }: Place): Promise<Page[]> {
  const urlOf = (query: string) => `${api.url}/api/v1/compliance/matrix?limit=${page_size}${query}`;
  const pages: Asked[] = [];
  for (const filter of filters) {
    const answer = await fetch(urlOf(filter), { headers });
    if (answer.status !== 200) throw new Error(`the matrix answered ${answer.status} to ${filter}: ${await answer.text()}`);
    const { total } = ((await answer.json()) as { pagination: { total: number } }).pagination;
    const shown = filter || "&no filter";
    const page = { filters: shown, people: Math.min(total, page_size) };
    pages.push({ ...page, last: false, query: filter });
    pages.push({ ...page, last: true, query: `${filter}&offset=${Math.max(0, total - page_size)}` });
  }
  const durations_ms = await askSlowestAgain(
    pages.map(({ query, last }) => ({ url: urlOf(query), group: last ? "last" : "first" })),
    headers,
    { rounds: rounds_count, requests_a_round, further: { pages: further_pages_count, rounds: further_rounds_count } },
  );
  return pages.map((page, place) => ({
    filters: page.filters,
    last: page.last,
    people: page.people,
    p50_ms: median(durations_ms[place]!),
    p95_ms: percentile(durations_ms[place]!, 95),
  }));
}

function row(scenario: string, all: readonly Page[], last: boolean, target_ms: number): Row {
  const pages = all.filter((page) => page.last === last).toSorted((one, other) => other.p95_ms - one.p95_ms);
  const worst = pages[0]!;
  const named = pages.slice(0, named_count).map((page) => `${page.filters.slice(1)} ${page.p95_ms.toFixed(1)} ms`);
  return {
    scenario,
    floor: "",
    ours: `${worst.p95_ms.toFixed(1)} ms p95`,
    result: `${worst.p95_ms.toFixed(1)} ms p95 of the slowest, ${median(pages.map((page) => page.p95_ms)).toFixed(1)} ms of the median page`,
    target: `≤ ${target_ms} ms p95`,
    met: worst.p95_ms <= target_ms,
    notes: [
      `the slowest of ${pages.length} combinations of filters: ${named.join(", ")}`,
      `each asked ${rounds_count * requests_a_round} times, and the ${further_pages_count} slowest ${further_rounds_count * requests_a_round} times more`,
    ],
  };
}

function growthRow(few: readonly Page[], many: readonly Page[], people: number): Row {
  const ratios = many.map((page, place) => page.p50_ms / few[place]!.p50_ms);
  const growth = median(ratios);
  const alike = ratios.filter((_, place) => many[place]!.people === few[place]!.people);
  return {
    scenario: `matrix, ${people.toLocaleString("en-US")} people beside ${small_people.toLocaleString("en-US")}`,
    floor: `${median(few.map((page) => page.p50_ms)).toFixed(1)} ms median`,
    ours: `${median(many.map((page) => page.p50_ms)).toFixed(1)} ms median`,
    result: `${growth.toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`,
    target: `≤ ${growth_max}`,
    met: growth <= growth_max,
    notes: [
      "the median over all pages of how much dearer the same page is in the large organisation",
      `${alike.length} of the ${many.length} pages have as many rows in both, and their median is ${median(alike).toFixed(2)}; the others have fewer in the small one`,
    ],
  };
}
