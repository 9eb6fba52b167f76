// `npm test` and `npm run test:long`: chooses a database, runs the test files, and lists at the end which tests were skipped and
// why.
//
//   npm test                       every *.test.ts below server, test, bench and scripts
//   npm test -- people scim        only files whose path contains one of the words
//   npm test -- --embedded         on the embedded database
//   npm run test:long              the *.long.ts files instead
//   TEST_PGBOUNCER=1 npm test      through PgBouncer in transaction mode, with the settings of ops/pgbouncer
import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Cluster, clusterUrl, startCluster } from "../test/harness/machine/cluster.ts";
import { needsPgbouncer, startPgbouncer, type Pgbouncer } from "../test/harness/machine/pgbouncer.ts";
import { measureSlowness } from "../test/harness/patience.ts";
import { buildPanel } from "./build-panel.ts";
import { runFiles, type Outcome, type RunLimits } from "./run-test-files.ts";

const { values: options, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: "boolean", default: false },
    embedded: { type: "boolean", default: false },
  },
});

/**
 * Each test file has a server, a database and often a browser. More of them at the same time need more memory than a CI machine
 * has.
 */
const concurrency_max = 6;
/**
 * The number of concurrent processes: one more than the processors, because files also wait for timers and answers. Long suites
 * measure, so fewer of them run at once.
 */
const concurrency = options.long ? 2 : Math.min(availableParallelism() + 1, concurrency_max);
/** How many files one process runs. A larger number saves starts, but leaves processors idle at the end of a run. */
const process_files_max = options.long ? 1 : 24;
/**
 * The size of V8's young generation, in MiB. Tests create much garbage: with the default of 16, a twelfth of their time is
 * garbage collection. Long suites measure, so they run with the program's own setting.
 */
const young_mib = options.long ? 8 : 64;
/** At most this many failed files are run again, alone. More failures are not caused by a busy machine. */
const again_files_max = 3;
/** How many of the slowest files are named at the end. */
const slowest_max = 20;
/** How long one test may take on an idle machine; on a slower one the limit is multiplied by `slowness`. */
const quiet_test_ms_max = options.long ? 600_000 : 120_000;
/** Added to a test's own limit: a file that has run its tests but left something open would otherwise never end. */
const silence_ms_beyond_test = 60_000;

process.exitCode = await main();

async function main(): Promise<number> {
  const files = findFiles();
  if (files.length === 0) {
    console.error(`No test file matches ${filters.join(", ") || "at all"}.`);
    return 1;
  }
  // Processes load nearly the same files, so compiled code is cached beside the packages.
  process.env["NODE_COMPILE_CACHE"] ??= path.resolve("node_modules/.cache/compiled");
  const slowness = Number(process.env["TEST_SLOWNESS"] ?? measureSlowness());
  process.env["TEST_SLOWNESS"] = String(slowness);
  console.log(`Waits are ${slowness.toFixed(1)} times those of a quiet machine.`);
  // Built once, before any test's time limit starts, because the build takes longer than most tests.
  if (files.some(opensPanel)) await buildPanel();
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());
  const cluster = await chooseDatabase();
  const pooler = await putPoolerBetween();
  try {
    const silence_ms_max = Number(process.env["TEST_SILENCE_MS"] ?? quiet_test_ms_max * slowness + silence_ms_beyond_test);
    const limits = { concurrency, process_files_max, young_mib, silence_ms_max, signal: interrupted.signal };
    const outcome = await runFiles(files, limits);
    const unstable = options.long ? [] : await settle(outcome, limits);
    return report({ ...outcome, unstable }, files);
  } finally {
    await pooler?.close();
    await cluster?.stop();
  }
}

/**
 * Runs failed files again, one after the other with nothing beside them. Tests that pass then are taken out of the failures and
 * returned: they depend on how busy the machine is, which is a defect of the test or of the product. The run names them, but does
 * not fail.
 */
async function settle(outcome: Outcome, limits: RunLimits): Promise<Outcome["failed"]> {
  const files = [...new Set(outcome.failed.map(({ file }) => file))];
  if (files.length === 0 || files.length > again_files_max || limits.signal.aborted) return [];
  console.log(`\nOnce more, alone: ${files.join(", ")}`);
  const again = await runFiles(files, { ...limits, concurrency: 1, process_files_max: 1 });
  const bad = new Set([...again.failed, ...again.silent].map(({ file }) => file).concat(again.empty));
  const unstable = outcome.failed.filter(({ file }) => !bad.has(file));
  outcome.failed = outcome.failed.filter(({ file }) => bad.has(file));
  outcome.passed += unstable.length;
  return unstable;
}

function findFiles(): string[] {
  const kind = options.long ? "long" : "test";
  const files = ["server", "test", "bench", "scripts"].flatMap((root) => globSync(`${root}/**/*.${kind}.ts`));
  const wanted = filters.map((filter) => path.normalize(filter));
  return files.filter((file) => wanted.length === 0 || wanted.some((filter) => path.resolve(file).includes(filter))).toSorted();
}

function opensPanel(file: string): boolean {
  return readFileSync(file, "utf8").includes("harness/panel/browser.ts");
}

/** Passes the database for the test files in their environment. */
async function chooseDatabase(): Promise<Cluster | null> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given && !options.embedded) {
    console.log("Database: the one that TEST_DATABASE_URL names.");
    return null;
  }
  const cluster = options.embedded ? "--embedded was given" : await startCluster();
  if (typeof cluster === "string") {
    console.log(`Database: the embedded one, because ${cluster}.`);
    delete process.env["TEST_DATABASE_URL"];
    process.env["TEST_EMBEDDED"] = "1";
    return null;
  }
  console.log("Database: a throwaway PostgreSQL from the binaries on this machine, because TEST_DATABASE_URL is not set.");
  process.env["TEST_DATABASE_URL"] = clusterUrl(cluster);
  delete process.env["TEST_EMBEDDED"];
  return cluster;
}

/** With TEST_PGBOUNCER, all database access of tests goes through PgBouncer in transaction mode. */
async function putPoolerBetween(): Promise<Pgbouncer | null> {
  const server_url = process.env["TEST_DATABASE_URL"];
  if (!process.env["TEST_PGBOUNCER"] || server_url === undefined) return null;
  const missing = needsPgbouncer();
  if (missing) throw new Error(missing);
  // Each test file has a database of its own, so the pool size limits the sessions of each to what the server allows.
  const pooler = await startPgbouncer(server_url, { default_pool_size: 8 });
  process.env["TEST_POOLER_URL"] = pooler.url("postgres");
  process.env["TEST_POOLED_URL"] = server_url;
  console.log("Tests reach it through PgBouncer, because TEST_PGBOUNCER is set.");
  return pooler;
}

function report(
  { passed, failed, skipped, empty, silent, took, unstable }: Outcome & { unstable: Outcome["failed"] },
  files: string[],
): number {
  const failures = failed.length + empty.length + silent.length;
  for (const file of empty) console.log(`No test was found in ${file}.`);
  if (passed + failures === 0) console.log(`No test was run in ${files.length} files.`);
  console.log("\nSlowest files:");
  for (const { file, seconds } of took.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowest_max)) {
    console.log(`  ${seconds.toFixed(1)} s  ${file}`);
  }
  if (skipped.length > 0) console.log("\nSkipped:");
  for (const { name, file, reason } of skipped) console.log(`  ${file}: ${name} (${reason})`);
  for (const [heading, results] of [
    ["Unstable, a defect each: failed beside others, passed alone", unstable],
    ["Failed", failed],
  ] as const) {
    if (results.length > 0) console.log(`\n${heading}:`);
    for (const { name, file, error } of results) {
      console.log(`  ${file}: ${name}`);
      for (const line of error) console.log(`      ${line}`);
    }
  }
  if (silent.length > 0) console.log("\nEnded, because nothing was heard of them:");
  for (const { file, seconds, test } of silent) {
    console.log(`  ${file} (silent for ${seconds.toFixed(0)} s${test === undefined ? "" : `, after "${test}" began`})`);
  }
  const also = unstable.length > 0 ? `, ${unstable.length} unstable` : "";
  console.log(`\n${passed} passed, ${failures} failed, ${skipped.length} skipped${also}`);
  return failures > 0 || passed === 0 ? 1 : 0;
}
