// Reports of all rows: each subject with all its columns, grouped by each column that allows it, and as a file.
import type { Row } from "../../report.ts";
import type { Bench } from "../../scenario.ts";
import { percentile } from "../../statistics.ts";
import { ask, askAgain } from "./ask.ts";
import { openDay, people, type Day } from "./organisation.ts";

const report_ms_max = 2_000;
const requests_count = 3;
/** A file has up to 100,000 rows; a PDF has 2,000 at most. */
const formats = ["csv", "xlsx", "pdf"] as const;

type Subject = { name: string; columns: { name: string; groups: boolean }[] };
type Definition = { subject: string; columns: string[]; filters: object; group_by: string | null; chart: string };

export async function measureReports(bench: Bench): Promise<Row[]> {
  const day = await openDay(bench);
  const { subjects } = (await ask(day, { path: "/reports/subjects" })).body as { subjects: Subject[] };
  const rows: Row[] = [];
  for (const subject of subjects) rows.push(...(await measureSubject(day, subject)));
  return rows;
}

async function measureSubject(day: Day, { name, columns }: Subject): Promise<Row[]> {
  const all = columns.map((column) => column.name);
  const definitionOf = (group_by: string | null): Definition => ({
    subject: name,
    columns: all,
    filters: {},
    group_by,
    chart: "none",
  });
  const questions = [null, ...columns.filter(({ groups }) => groups).map((column) => column.name)];
  const answers: { by: string; p95_ms: number }[] = [];
  for (const by of questions) {
    const asked = { method: "POST" as const, path: "/reports/preview", body: { definition: definitionOf(by) } };
    const p95_ms = percentile(await askAgain(day, asked, requests_count), 95);
    answers.push({ by: by === null ? "all columns" : `by ${by}`, p95_ms });
  }
  const slowest = answers.toSorted((one, other) => other.p95_ms - one.p95_ms);
  const worst_ms = slowest[0]!.p95_ms;
  const named = slowest.slice(0, 4).map(({ by, p95_ms }) => `${by} ${p95_ms.toFixed(0)} ms`);
  const size = people.toLocaleString("en-US");
  return [
    {
      scenario: `${size} people: a report of all ${name}, whatever it is grouped by`,
      floor: "",
      ours: `${worst_ms.toFixed(0)} ms p95`,
      result: `${worst_ms.toFixed(0)} ms p95 of the slowest`,
      target: `≤ ${report_ms_max} ms p95`,
      met: worst_ms <= report_ms_max,
      notes: [`${answers.length} reports; the slowest: ${named.join(", ")}`],
    },
    await fileRow(day, name, definitionOf(null)),
  ];
}

/** A file is sent while it is made, so the time until its first byte is what counts. */
async function fileRow(day: Day, name: string, definition: Definition): Promise<Row> {
  const kept = await ask(day, {
    method: "POST",
    path: "/reports",
    body: { name: `Bench ${name} ${Date.now()}`, is_shared: false, definition },
  });
  const { is_cut } = (await ask(day, { method: "POST", path: "/reports/preview", body: { definition } })).body as {
    is_cut: boolean;
  };
  const took: string[] = [];
  let begins_ms = 0;
  let is_told = true;
  for (const format of formats) {
    const file = await ask(day, { path: `/reports/${kept.body.id}/file?format=${format}` });
    begins_ms = Math.max(begins_ms, file.begins_ms);
    if (format === "csv") is_told = !is_cut || file.tail.includes("Only the first 100,000 rows");
    took.push(`${format} ${(file.took_ms / 1_000).toFixed(1)} s, ${(file.bytes / 1_048_576).toFixed(1)} MiB`);
  }
  return {
    scenario: `${people.toLocaleString("en-US")} people: the same as a file begins to arrive (${name})`,
    floor: "",
    ours: `${begins_ms.toFixed(0)} ms`,
    result: `${begins_ms.toFixed(0)} ms, the slowest of ${formats.join(", ")}`,
    target: `≤ ${report_ms_max} ms, then in the background`,
    met: is_told && begins_ms <= report_ms_max,
    notes: [`whole: ${took.join("; ")}${is_cut ? "; more rows than a file has are said to be left out" : ""}`],
  };
}
