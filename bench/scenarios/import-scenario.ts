// Imports a file of all people of a company, of whom 5 % have changed: uploaded to the API, and carried out by `muster worker`.
import { setTimeout as sleep } from "node:timers/promises";
import { startWorker } from "../children.ts";
import { organisationFile } from "../organisation.ts";
import { memoryOf } from "../process.ts";
import type { Row } from "../report.ts";
import type { Bench, Scenario } from "../scenario.ts";

const seconds_max = 60;
const memory_mb_max = 300;
const changed_every = 20;
const poll_ms = 250;

type Imported = { id: string; status: string; failure: unknown; counts: Record<string, number>; rows_preview: unknown[] };

export const import_scenarios: Scenario[] = [{ name: "POST /imports/users", run: importEverybody }];

async function importEverybody(bench: Bench): Promise<Row[]> {
  const file = fileOf(bench);
  const worker = startWorker({ env: bench.env, dir: bench.dir, profile: bench.options.profile });
  try {
    const dry = await importFile(bench, file, "?dry_run=true");
    const real = await importFile(bench, file, "");
    const memory_mb = Math.round(peakOf(worker.pid) * 1.048_576);
    const { counts } = real.record;
    const expected = Math.ceil(bench.organisation.people / changed_every);
    const is_right = counts["update"] === expected && counts["unchanged"] === bench.organisation.people - expected;
    return [
      {
        scenario: `import of ${bench.organisation.people.toLocaleString("en-US")} people, 95 % unchanged`,
        floor: "",
        ours: `${real.seconds.toFixed(1)} s`,
        result: `${real.seconds.toFixed(1)} s, worker at most ${memory_mb} MB`,
        target: `≤ ${seconds_max} s, ≤ ${memory_mb_max} MB`,
        met: is_right && real.seconds <= seconds_max && memory_mb <= memory_mb_max,
        notes: [
          ...(is_right ? [] : [`not as expected: ${JSON.stringify(real.record.rows_preview[0])}`]),
          `a CSV of ${(file.length / 1e6).toFixed(1)} MB; its dry run before took ${dry.seconds.toFixed(1)} s; ${JSON.stringify(counts)}`,
        ],
      },
    ];
  } finally {
    await worker.stop();
  }
}

async function importFile(
  bench: Bench,
  file: Buffer<ArrayBuffer>,
  query: string,
): Promise<{ seconds: number; record: Imported }> {
  const started = performance.now();
  const headers = { ...bench.headers, "content-type": "text/csv" };
  const answer = await fetch(`${bench.api.url}/api/v1/imports/users${query}`, { method: "POST", headers, body: file });
  let record = (await answer.json()) as Imported;
  if (answer.status !== 202) throw new Error(`the upload was answered ${answer.status}: ${JSON.stringify(record)}`);
  while (record.status === "queued" || record.status === "running") {
    await sleep(poll_ms);
    record = (await (await fetch(`${bench.api.url}/api/v1/imports/${record.id}`, { headers: bench.headers })).json()) as Imported;
  }
  if (record.status !== "finished") throw new Error(`the import failed: ${JSON.stringify(record.failure)}`);
  return { seconds: (performance.now() - started) / 1_000, record };
}

/** The people of the organisation's file, with names in place of codes, and a changed job title for every twentieth person. */
function fileOf({ organisation }: Bench): Buffer<ArrayBuffer> {
  const { departments, contractors, people } = organisationFile(organisation);
  const nameOf = new Map([...departments, ...contractors].map(({ code, name }) => [code, name]));
  const lines = people.map((person, place) =>
    [
      person.employee_no,
      person.first_name,
      person.last_name,
      person.email,
      nameOf.get(person.department)!,
      person.worker_type,
      person.contractor === null ? "" : nameOf.get(person.contractor)!,
      place % changed_every === 0 ? `Changed ${person.job_title}` : person.job_title,
      person.language,
      person.employment_start_date,
      person.attributes.cost_center,
      person.attributes.shift,
      String(person.attributes.permit),
      person.attributes.languages.join("|"),
    ].join(","),
  );
  const header =
    "employee_no,first_name,last_name,email,department_name,worker_type,contractor_name,job_title,language,employment_start_date,attributes.cost_center,attributes.shift,attributes.permit,attributes.languages";
  return Buffer.from(`${[header, ...lines].join("\n")}\n`);
}

function peakOf(pid: number): number {
  const { now_mib, peak_mib } = memoryOf(pid);
  return peak_mib ?? now_mib;
}
