// Runs test files, some at a time, each in a process of its own, and counts what they say. A file that falls silent is ended and
// named; the others go on.
import path from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { finished } from "node:stream/promises";

export type Outcome = {
  passed: number;
  failed: { name: string; file: string }[];
  skipped: { name: string; file: string; reason: string }[];
  /** Files in which no test was declared. */
  empty: string[];
  /** Files that were ended because nothing was heard of them for so long. */
  silent: { file: string; seconds: number }[];
  /** How long each file took, from the start of its process to its end. */
  took: { file: string; seconds: number }[];
};

export type RunLimits = {
  /** Files that run at the same time. */
  concurrency: number;
  /** How long one test may take. */
  test_ms_max: number;
  /** Ends the run. */
  signal: AbortSignal;
};

/** Beyond a test's own limit: a file that has run its tests and left something open would hold us for ever. */
const silence_ms_beyond_test = 60_000;

export async function runFiles(files: readonly string[], limits: RunLimits): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: [], skipped: [], empty: [], silent: [], took: [] };
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined && !limits.signal.aborted; file = waiting.shift())
      await runFile(file, limits, outcome);
  };
  await Promise.all(Array.from({ length: limits.concurrency }, work));
  for (const file of waiting) outcome.failed.push({ name: "not run: the run was interrupted", file });
  return outcome;
}

async function runFile(file: string, { test_ms_max, signal }: RunLimits, outcome: Outcome): Promise<void> {
  const started_ms = performance.now();
  const silence_ms_max = Number(process.env["TEST_SILENCE_MS"] ?? test_ms_max + silence_ms_beyond_test);
  const silenced = new AbortController();
  const events = run({ files: [file], timeout: test_ms_max, signal: AbortSignal.any([signal, silenced.signal]) });
  const silence = setTimeout(() => {
    outcome.silent.push({ file, seconds: silence_ms_max / 1_000 });
    silenced.abort();
  }, silence_ms_max);
  const hear = (result: TestResult, passed: boolean) => {
    silence.refresh();
    // What the runner says of a file that we have ended.
    if (!silenced.signal.aborted) count(result, passed, file, outcome);
  };
  events.on("test:pass", (result) => hear(result as TestResult, true));
  events.on("test:fail", (result) => hear(result as TestResult, false));
  // Whole files one after the other: two at once would mix their lines.
  let text = "";
  const lines = events.compose(spec).on("data", (part: string | Buffer) => (text += part.toString()));
  await finished(lines);
  clearTimeout(silence);
  outcome.took.push({ file, seconds: (performance.now() - started_ms) / 1_000 });
  process.stdout.write(withoutTotals(text));
}

/** What the runner says of a test; its declared types leave out half of it. */
type TestResult = {
  name: string;
  skip?: string | boolean;
  todo?: string | boolean;
  details: { type?: string; error?: { failureType?: string } };
};

function count(result: TestResult, passed: boolean, file: string, outcome: Outcome): void {
  const { name, details } = result;
  const reason = result.skip ?? result.todo;
  if (reason !== undefined) outcome.skipped.push({ name, file, reason: reasonOf(reason) });
  // The tests within have been counted; what is left is a suite whose own code threw.
  else if (details.type === "suite" && (passed || details.error?.failureType === "subtestsFailed")) return;
  else if (!passed) outcome.failed.push({ name, file });
  // A file in which no test was declared is reported as one test that passed, under its own path.
  else if (path.resolve(name) === path.resolve(file)) outcome.empty.push(file);
  else outcome.passed += 1;
}

function reasonOf(reason: string | boolean): string {
  return typeof reason === "string" && reason !== "" ? reason : "no reason given";
}

/** The totals of one file say nothing of the run, which has its own at its end. */
function withoutTotals(text: string): string {
  return text.replaceAll(/^.*ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+\n/gmu, "");
}
