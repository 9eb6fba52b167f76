// `npm run bench`: measures every scenario and its floor in one run, on a real PostgreSQL and with the real `muster api`.
//
// 1. A new database is migrated, and `muster org apply` loads one organisation of 100,000 people: the first scenario.
// 2. `muster api` runs as a child process. Each scenario starts its floor beside it, and a third process puts load on both in
//    turn.
// 3. The last scenario is the peak memory of the API's process. Then everything is removed.
//
// A missed target is reported, but the exit code is 0 if everything could be measured. A scenario that fails has a row too; the
// others continue, and the exit code is 1.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { noteMemory, peakMemoryOf, runCommand, startApi, startHelper } from "./children.ts";
import { Closing } from "./closing.ts";
import { type BenchDatabase, openBenchDatabase } from "./database.ts";
import { capacity_scenarios } from "./scenarios/nodes/capacity-scenario.ts";
import { day_scenarios } from "./scenarios/day/day-scenario.ts";
import { enroll_scenarios } from "./scenarios/enroll-scenario.ts";
import { gate_scenarios } from "./scenarios/gate/gate-scenario.ts";
import { growth_scenarios } from "./scenarios/growth-scenario.ts";
import { http_scenarios } from "./scenarios/http-scenarios.ts";
import { import_scenarios } from "./scenarios/import-scenario.ts";
import type { LoadJob, LoadResult } from "./load.ts";
import { matrix_scenarios } from "./scenarios/matrix-scenario.ts";
import { midnight_scenarios } from "./scenarios/midnight-scenario.ts";
import { linear_scenarios } from "./scenarios/nodes/linear-scenario.ts";
import { nodes_scenarios } from "./scenarios/nodes/nodes-scenario.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { large_scenarios } from "./scenarios/large-scenario.ts";
import { organisationFile, type Organisation } from "./organisation.ts";
import { package_scenarios } from "./scenarios/packages/packages-scenario.ts";
import { panel_scenarios } from "./scenarios/panel-scenario.ts";
import { bare_scenarios } from "./scenarios/peers/bare-scenario.ts";
import { far_scenarios } from "./scenarios/peers/far-scenario.ts";
import { jackson_scenarios } from "./scenarios/peers/jackson-scenario.ts";
import { pg_boss_scenarios } from "./scenarios/peers/pg-boss-scenario.ts";
import { start_scenarios } from "./scenarios/peers/start-scenario.ts";
import { ten_writers_scenarios } from "./scenarios/peers/ten-writers-scenario.ts";
import { writes_scenarios } from "./scenarios/peers/writes-scenario.ts";
import { memoryOf } from "./process.ts";
import { buildPanel } from "../scripts/build-panel.ts";
import { renderProfiles } from "./profiles/functions.ts";
import { openRecorder } from "./record.ts";
import { failedRow, renderTable, type Row } from "./report.ts";
import { rule_scenarios } from "./scenarios/rule-scenario.ts";
import { type Bench, pages, type Scenario } from "./scenario.ts";
import { scim_scenarios } from "./scenarios/scim-scenario.ts";
import { sign_in_scenarios } from "./scenarios/sign-ins/sign-ins-scenario.ts";
import { forgetStatements, renderStatements } from "./profiles/statements.ts";
import { webhook_one_scenarios } from "./scenarios/webhook-one-scenario.ts";
import { webhook_scenarios } from "./scenarios/webhook-scenario.ts";
import { writeBenchmarks } from "./write.ts";

const apply_seconds_max = 60;
const profile_lines = 15;
const secret_key = "v1:only-a-bench-knows-this-secret-key";

const scenarios: Scenario[] = [
  ...http_scenarios,
  ...bare_scenarios,
  ...enroll_scenarios,
  ...writes_scenarios,
  // These come before the scenarios that leave millions of rows, because the server then vacuums in the background.
  ...webhook_scenarios,
  ...webhook_one_scenarios,
  ...pg_boss_scenarios,
  ...scim_scenarios,
  ...ten_writers_scenarios,
  ...jackson_scenarios,
  ...far_scenarios,
  ...import_scenarios,
  ...matrix_scenarios,
  ...panel_scenarios,
  ...rule_scenarios,
  ...midnight_scenarios,
  ...start_scenarios,
  ...nodes_scenarios,
  ...linear_scenarios,
  ...growth_scenarios,
  ...large_scenarios,
  ...gate_scenarios,
  ...sign_in_scenarios,
  ...package_scenarios,
  ...day_scenarios,
  ...capacity_scenarios,
];

process.exitCode = await main();

async function main(): Promise<number> {
  let options: Options;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  const wanted = scenarios.filter(({ name, page }) =>
    options.filters.length === 0 ? page === undefined : options.filters.some((word) => name.includes(word)),
  );
  if (wanted.length === 0) {
    console.error(`No scenario matches. There are:\n${scenarios.map(({ name }) => `  ${name}`).join("\n")}`);
    return 2;
  }
  const written = scenarios.filter(({ page }) => page === wanted[0]!.page);
  if (options.write && !isDeepStrictEqual(wanted, written)) {
    console.error(`--write needs all scenarios of one page, here: ${written.map(({ name }) => name).join("; ")}.`);
    return 2;
  }
  const closing = new Closing();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void closing.close().then(() => process.exit(1)));
  try {
    const failed = await run(options, wanted, closing);
    return failed === 0 ? 0 : 1;
  } finally {
    await closing.close();
  }
}

/** Runs the scenarios. Returns how many of them failed. */
async function run(options: Options, wanted: readonly Scenario[], closing: Closing): Promise<number> {
  const others = `load average ${loadavg()[0]!.toFixed(1)} on ${cpus().length} processors before the run`;
  const dir = mkdtempSync(path.join(tmpdir(), "muster-bench-"));
  closing.add(() => options.profile || rmSync(dir, { recursive: true, force: true }));
  const database = await openBenchDatabase(process.env["BENCH_DATABASE_URL"], options.profile);
  closing.add(() => database.close());
  const { rows, failed } = await measureAll(options, database, dir, wanted, closing);
  // The servers write their profiles when they stop.
  await closing.close();
  console.log(`\n${renderTable(rows)}\n\nThe machine: ${others}.\n`);
  if (options.write && failed > 0) console.log(`The page stays as it is: ${failed} scenarios failed.`);
  else if (options.write) writeBenchmarks(rows, { page: wanted[0]!.page ?? null, options, database, others });
  if (options.profile) console.log(renderProfiles(dir, profile_lines));
  return failed;
}

async function measureAll(
  options: Options,
  database: BenchDatabase,
  dir: string,
  wanted: readonly Scenario[],
  closing: Closing,
): Promise<{ rows: Row[]; failed: number }> {
  // Built first: the API would build a missing panel itself, which takes longer than its start may take.
  await buildPanel();
  const env = { DATABASE_URL: database.url, SECRET_KEY: secret_key, LOG_LEVEL: "info", DATA_DIR: dir };
  const organisation = { code: "BENCH", people: options.people };
  console.log(`PostgreSQL ${database.version} (${database.durability}); loading ${options.people} people …`);
  await runCommand(["migrate"], env);
  const { row, secret } = await applyOrganisation(organisation, env, dir);
  const rows = [row];
  await database.superuser.query("vacuum analyze");

  const api = await startApi({ env, dir, profile: options.profile });
  closing.add(api.stop);
  const loader = startHelper<LoadJob, LoadResult>("load.ts");
  closing.add(loader.stop);
  const recorder = await openRecorder(database.url, secret_key);
  closing.add(() => recorder.close());
  const headers = { "x-tenant-code": organisation.code, "x-api-key": secret };
  const bench: Bench = { options, database, dir, env, organisation, headers, api, load: loader.ask, recorder, closing };
  let failed = 0;
  for (const scenario of wanted) {
    console.log(`${scenario.name} …`);
    const uncounted = options.profile ? await forgetStatements(database.superuser) : null;
    const measured = await scenario.run(bench).catch((error: unknown) => {
      failed += 1;
      console.error(error);
      return [failedRow(scenario.name, error as Error)];
    });
    // Results are printed at once, because the other scenarios take minutes and may fail.
    for (const row of measured) console.log(`  ${row.scenario}: ${row.result}`);
    if (options.profile) console.log(uncounted ?? (await renderStatements(database.superuser)));
    rows.push(...measured);
  }
  // The first row and the memory rows say nothing about scenarios that have a database and an API of their own.
  const told = wanted.every(({ page }) => page !== undefined) ? rows.slice(1) : rows;
  const tells_memory = wanted.some(({ page }) => page === undefined || page === pages.peers);
  return { rows: tells_memory ? [...told, ...memoryRows(api.pid)] : told, failed };
}

/** Loads the organisation as an operator does. */
async function applyOrganisation(
  organisation: Organisation,
  env: Record<string, string>,
  dir: string,
): Promise<{ row: Row; secret: string }> {
  const file = path.join(dir, "organisation.json");
  writeFileSync(file, JSON.stringify(organisationFile(organisation)));
  const { seconds, peak_mib, stdout } = await runCommand(["org", "apply", file, "--json"], env);
  const outcome = JSON.parse(stdout.trimEnd().split("\n").at(-1)!) as { clients: { secret: string }[] };
  const row = {
    scenario: `org apply of ${organisation.people.toLocaleString("en-US")} people`,
    floor: "",
    ours: `${seconds.toFixed(1)} s`,
    result: `${seconds.toFixed(1)} s`,
    target: `≤ ${apply_seconds_max} s`,
    met: seconds <= apply_seconds_max,
    notes: [`the process held at most ${Math.round(peak_mib)} MiB`],
  };
  return { row, secret: outcome.clients[0]!.secret };
}

/** The highest memory of each kind of process in the whole run, without kinds that did not run. */
function memoryRows(api_pid: number): Row[] {
  noteMemory("api", api_pid);
  const kinds = [
    { what: "the API processes", command: "api", mib_max: 280 },
    { what: "the worker processes", command: "worker", mib_max: 220 },
    { what: "muster serve on the embedded database", command: "serve", mib_max: 420 },
  ] as const;
  return kinds.flatMap(({ what, command, mib_max }) => {
    const most_mib = peakMemoryOf(command);
    if (most_mib === null) return [];
    const shown = `${Math.round(most_mib)} MiB`;
    return {
      scenario: `Resident memory of ${what} under all of the above`,
      floor: "",
      ours: shown,
      result: `${shown} at the peak`,
      target: `≤ ${mib_max} MiB`,
      met: most_mib <= mib_max,
      notes: command === "api" ? [memoryNote(api_pid)] : [],
    };
  });
}

function memoryNote(api_pid: number): string {
  const { now_mib, peak_mib } = memoryOf(api_pid);
  const peak = peak_mib === null ? "" : `${Math.round(peak_mib)} MiB at its peak, `;
  return `of all that ran, those of SCIM included; the one of the large organisation held ${peak}${Math.round(now_mib)} MiB after`;
}
