// `npm test` and `npm run test:long`: chooses a database, runs the test files, and says at the end what was skipped and why.
//
//   npm test                       every *.test.ts below server, test, bench and scripts
//   npm test -- people scim        only files whose path contains one of the words
//   npm test -- --embedded         on the embedded database
//   npm run test:long              the *.long.ts files instead
import { globSync } from "node:fs";
import path from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { parseArgs } from "node:util";
import { type Cluster, clusterUrl, startCluster } from "../test/harness/cluster.ts";

const { values: options, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: "boolean", default: false },
    embedded: { type: "boolean", default: false },
  },
});

/** Files of tests that run at the same time. */
const concurrency = 2;
/** Files that are named at the end, for whoever wants a shorter run. */
const slowest_max = 20;
const test_timeout_ms = options.long ? 600_000 : 120_000;

/** A file that has run its tests and does not end, because it left something open, would hold us for ever. */
const silence_ms_max = test_timeout_ms + 60_000;

process.exitCode = await main();

async function main(): Promise<number> {
  const files = findFiles();
  if (files.length === 0) {
    console.error(`No test file matches ${filters.join(", ") || "at all"}.`);
    return 1;
  }
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());
  const cluster = await chooseDatabase();
  try {
    return report(await runFiles(files, interrupted), files);
  } finally {
    await cluster?.stop();
  }
}

function findFiles(): string[] {
  const kind = options.long ? "long" : "test";
  const files = ["server", "test", "bench", "scripts"].flatMap((root) => globSync(`${root}/**/*.${kind}.ts`));
  const wanted = filters.map((filter) => path.normalize(filter));
  return files.filter((file) => wanted.length === 0 || wanted.some((filter) => path.resolve(file).includes(filter))).toSorted();
}

/** Tells the test files, through their environment, which database to use. */
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

type Outcome = {
  passed: number;
  failed: number;
  skipped: { name: string; file: string; reason: string }[];
  empty: string[];
  /** How long each file took, from the start of its process to its end. */
  took: { file: string; seconds: number }[];
};

async function runFiles(files: string[], interrupted: AbortController): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0, skipped: [], empty: [], took: [] };
  const unfinished = new Set(files.map((file) => path.resolve(file)));
  const events = run({ files, concurrency, timeout: test_timeout_ms, signal: interrupted.signal });
  const silence = setTimeout(() => {
    console.error(`Nothing was heard for ${silence_ms_max / 1_000} s. Not finished: ${[...unfinished].map(relative).join(", ")}`);
    interrupted.abort();
  }, silence_ms_max);

  const count = (result: TestResult, passed: boolean) => {
    silence.refresh();
    const { name, file = "", details } = result;
    const reason = result.skip ?? result.todo;
    const is_suite = details.type === "suite";
    if (reason !== undefined) outcome.skipped.push({ name, file: relative(file), reason: reasonOf(reason) });
    // The tests within have been counted; what is left is a suite whose own code threw.
    else if (is_suite && (passed || details.error?.failureType === "subtestsFailed")) return;
    else if (!passed) outcome.failed += 1;
    // A file in which no test was declared is reported as one test that passed, under its own path.
    else if (path.resolve(name) === path.resolve(file)) outcome.empty.push(relative(file));
    else outcome.passed += 1;
  };
  events.on("test:pass", (result) => count(result as TestResult, true));
  events.on("test:fail", (result) => count(result as TestResult, false));
  events.on("test:summary", ({ file, duration_ms }) => {
    if (file === undefined) return;
    unfinished.delete(file);
    outcome.took.push({ file: relative(file), seconds: duration_ms / 1_000 });
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  clearTimeout(silence);
  return outcome;
}

/** What the runner says of a test; its declared types leave out half of it. */
type TestResult = {
  name: string;
  file?: string;
  skip?: string | boolean;
  todo?: string | boolean;
  details: { type?: string; error?: { failureType?: string } };
};

function report({ passed, failed, skipped, empty, took }: Outcome, files: string[]): number {
  for (const file of empty) console.log(`No test was found in ${file}.`);
  if (passed + failed === 0) console.log(`No test was run in ${files.length} files.`);
  console.log("\nSlowest files:");
  for (const { file, seconds } of took.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowest_max)) {
    console.log(`  ${seconds.toFixed(1)} s  ${file}`);
  }
  if (skipped.length > 0) console.log("\nSkipped:");
  for (const { name, file, reason } of skipped) console.log(`  ${file}: ${name} (${reason})`);
  console.log(`\n${passed} passed, ${failed + empty.length} failed, ${skipped.length} skipped`);
  return failed + empty.length > 0 || passed === 0 ? 1 : 0;
}

function reasonOf(reason: string | boolean): string {
  return typeof reason === "string" && reason !== "" ? reason : "no reason given";
}

function relative(file: string): string {
  return path.relative(process.cwd(), file);
}
