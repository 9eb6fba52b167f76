// Runs test files in several processes, and counts their results. Files share a process, because loading the server takes as long
// as a small file's tests. A file without output for too long is stopped and named; the others continue.
import { readFileSync } from "node:fs";
import path from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { finished } from "node:stream/promises";
import { inspect } from "node:util";

/** How many lines of a failed test's error are printed at the end of a run. */
const error_lines_max = 24;

export type Outcome = {
  passed: number;
  /** `error`: its first lines. */
  failed: { name: string; file: string; error: string[] }[];
  skipped: { name: string; file: string; reason: string }[];
  /** Files in which no test was declared. */
  empty: string[];
  /** Files that were stopped because they had no output for `seconds`, with the last test that had begun. */
  silent: { file: string; seconds: number; test: string | undefined }[];
  /** The duration of each file. */
  took: { file: string; seconds: number }[];
};

export type RunLimits = {
  /** The number of concurrent processes. */
  concurrency: number;
  /** Files that one process runs, one after the other. */
  process_files_max: number;
  /** The size of V8's young generation, in MiB. */
  young_mib: number;
  /** How long there may be no output: somewhat longer than the longest test. */
  silence_ms_max: number;
  /** Aborts the run. */
  signal: AbortSignal;
};

/** A file with this comment changes its process, or counts the resources of its process. */
const wants_own_process = /^\/\/ Runs in a process of its own: /mu;
const entry = path.join(import.meta.dirname, "run-test-process.ts");

export async function runFiles(files: readonly string[], limits: RunLimits): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: [], skipped: [], empty: [], silent: [], took: [] };
  const waiting = shareProcesses(files, limits);
  const work = async () => {
    for (let group = waiting.shift(); group !== undefined && !limits.signal.aborted; group = waiting.shift()) {
      const left = await runProcess(group, limits, outcome);
      if (left.length > 0) waiting.unshift(left);
    }
  };
  await Promise.all(Array.from({ length: limits.concurrency }, work));
  for (const file of waiting.flat()) outcome.failed.push({ name: "not run: the run was interrupted", file, error: [] });
  return outcome;
}

/** The fewest files that are worth another process. */
const process_files_min = 3;

/**
 * Distributes files over processes. Files that need a process of their own come first. Groups become smaller towards the end, so
 * that no process still has many files when the others have finished.
 */
export function shareProcesses(
  files: readonly string[],
  { concurrency, process_files_max }: Pick<RunLimits, "concurrency" | "process_files_max">,
): string[][] {
  const ownsProcess = (file: string) => wants_own_process.test(readFileSync(file, "utf8"));
  const alone = new Set(files.filter(ownsProcess));
  const groups = [...alone].map((file) => [file]);
  const rest = files.filter((file) => !alone.has(file));
  for (let place = 0; place < rest.length; place += groups.at(-1)!.length) {
    const fair_share = Math.max(process_files_min, Math.ceil((rest.length - place) / (2 * concurrency)));
    groups.push(rest.slice(place, place + Math.min(process_files_max, fair_share)));
  }
  return groups;
}

/** Runs files in one process; returns those that it did not reach because an earlier one was stopped. */
async function runProcess(files: string[], limits: RunLimits, outcome: Outcome): Promise<string[]> {
  const silenced = new AbortController();
  const signal = AbortSignal.any([limits.signal, silenced.signal]);
  const heard = new Heard(files, outcome);
  const silence = setTimeout(() => {
    outcome.silent.push({ file: heard.file, seconds: limits.silence_ms_max / 1_000, test: heard.last_begun });
    silenced.abort();
  }, limits.silence_ms_max);
  const argv = files.map((file) => path.resolve(file));
  const events = run({ files: [entry], argv, execArgv: [`--max-semi-space-size=${limits.young_mib}`], signal });
  const hear = (take: () => void) => {
    silence.refresh();
    // Events of a process that was stopped here are ignored.
    if (!signal.aborted) take();
  };
  events.on("test:dequeue", (test) => hear(() => heard.begun(test)));
  events.on("test:pass", (result) => hear(() => heard.ended(result, true)));
  events.on("test:fail", (result) => hear(() => heard.ended(result, false)));
  // The output of a process is printed as a whole, because lines of two processes would mix.
  let text = "";
  const lines = events.compose(spec).on("data", (part: string | Buffer) => (text += part.toString()));
  await finished(lines);
  clearTimeout(silence);
  process.stdout.write(withoutTotals(text));
  return silenced.signal.aborted ? heard.notBegun() : [];
}

/** The runner's result of a test; its declared types lack half of these fields. */
type TestResult = {
  name: string;
  nesting: number;
  skip?: string | boolean;
  todo?: string | boolean;
  details: { type?: string; duration_ms: number; error?: { failureType?: string; cause?: unknown } };
};

/** The results of one process so far. Each of its files is a test named by the file's path. */
class Heard {
  /** The current file, or the last one. */
  file: string;
  last_begun: string | undefined;
  readonly #files: readonly string[];
  readonly #outcome: Outcome;
  #tests = 0;
  #failures = 0;

  constructor(files: readonly string[], outcome: Outcome) {
    this.#files = files;
    this.#outcome = outcome;
    this.file = files[0]!;
  }

  notBegun(): string[] {
    return this.#files.slice(this.#files.indexOf(this.file) + 1);
  }

  begun({ name, nesting }: { name: string; nesting: number }): void {
    if (nesting > 0) this.last_begun = name;
    else this.#startFile(name);
  }

  ended(result: TestResult, passed: boolean): void {
    if (result.nesting > 0) this.#count(result, passed);
    else this.#endFile(result, passed);
  }

  #startFile(name: string): void {
    const file = this.#files.find((each) => path.resolve(each) === name);
    if (file === undefined) return;
    this.file = file;
    this.last_begun = undefined;
    this.#tests = 0;
  }

  #endFile({ name, details }: TestResult, passed: boolean): void {
    const { empty, took } = this.#outcome;
    if (path.resolve(this.file) !== name) {
      // The process itself: it fails when a test fails, but may also fail without one.
      if (!passed && this.#failures === 0) this.#fail("the process of the file failed", details);
      return;
    }
    took.push({ file: this.file, seconds: details.duration_ms / 1_000 });
    if (!passed && details.error?.failureType !== "subtestsFailed") this.#fail("the file itself failed", details);
    else if (this.#tests === 0) empty.push(this.file);
  }

  #fail(name: string, { error }: TestResult["details"]): void {
    this.#failures += 1;
    this.#outcome.failed.push({ name, file: this.file, error: beginningOf(error?.cause) });
  }

  #count(result: TestResult, passed: boolean): void {
    this.#tests += 1;
    const { name, details } = result;
    const { file } = this;
    const reason = result.skip ?? result.todo;
    if (reason !== undefined) this.#outcome.skipped.push({ name, file, reason: reasonOf(reason) });
    // Tests within a suite are already counted; what remains is a suite whose own code threw.
    else if (details.type === "suite" && (passed || details.error?.failureType === "subtestsFailed")) return;
    else if (passed) this.#outcome.passed += 1;
    else this.#fail(name, details);
  }
}

/** The error of a test, with the first lines of its stack. */
function beginningOf(cause: unknown): string[] {
  if (cause === undefined) return [];
  const text = cause instanceof Error && cause.stack !== undefined ? cause.stack : inspect(cause);
  return text.split("\n").slice(0, error_lines_max);
}

function reasonOf(reason: string | boolean): string {
  return typeof reason === "string" && reason !== "" ? reason : "no reason given";
}

/** Removes the totals of one process, because the run prints its own at the end. */
function withoutTotals(text: string): string {
  return text.replaceAll(/^.*ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+\n/gmu, "");
}
