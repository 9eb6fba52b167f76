// `users sync FILE`: plan, ask, apply.
//
//   read     the whole file is read: encoding, columns, a digest of its rows
//   plan     each part is sent as a dry run; the numbers of created, changed, leaving and unchanged people are shown
//   apply    each part is imported, and the command waits for the result
//
// The state file is written before and after each sending. A run that finds a state file for the same rows continues that run. It
// waits for an import that was sent, and sends one again that may not have arrived: importing the same rows twice changes
// nothing. A run that has begun to apply needs no second confirmation.
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { systemClock } from "../clock.ts";
import { ConflictError, NotFoundError } from "../errors.ts";
import type { ImportUsersQuery } from "../generated/operations.ts";
import type { PeopleImport } from "../generated/types.ts";
import { isSet, numberOf, readArguments, textOf, onlyArgument, type Given, type Task } from "./arguments.ts";
import { readPairs } from "./columns.ts";
import { Ending, exit_codes, usageFault, type ExitCode } from "./exit.ts";
import { bytesOf, lineOffset, readPeopleFile, type Part, type PeopleFile } from "./people-file.ts";
import { isAgreed } from "./question.ts";
import { readState, removeState, writeState } from "./state.ts";

const usersSyncOptions = {
  map: { type: "string", multiple: true },
  set: { type: "string", multiple: true },
  "ignore-other-columns": { type: "boolean", default: false },
  encoding: { type: "string" },
  "deactivate-missing": { type: "boolean", default: false },
  "max-deactivate-percent": { type: "string" },
  plan: { type: "boolean", default: false },
  yes: { type: "boolean", short: "y", default: false },
  report: { type: "string" },
  show: { type: "string" },
  state: { type: "string" },
} as const;

type Counts = PeopleImport["counts"];
type State = {
  made_for: string;
  phase: "planning" | "applying";
  at_ms: number;
  /** The id of each part's import, or null if it was not sent. */
  imports: (string | null)[];
};

/** How long a plan is reused instead of being made again. */
const plan_kept_ms = 600_000;
/** How long to wait for one import. */
const wait_ms_max = 6 * 3_600_000;
const conflict_wait_ms = 5_000;
const conflicts_max = 720;

type Run = { task: Task; file: PeopleFile; query: ImportUsersQuery; state_file: string; state: State };

export async function usersSync(args: readonly string[], prepare: (given: Given) => Task): Promise<ExitCode> {
  const given = readArguments(args, usersSyncOptions);
  const name = onlyArgument(given, "file of people");
  const query = queryOf(given);
  const show = numberOf(given, "show", 0, 100, 20);
  const task = prepare(given);
  const file = await readPeopleFile(name, await choicesOf(given), textOf(given, "encoding"));
  if (query.deactivate_missing && file.parts.length > 1)
    throw usageFault("The file is larger than one import may be, and --deactivate-missing needs all people in one.");
  const run = startRun(task, file, query, textOf(given, "state") ?? `${name}.muster-sync.json`);
  task.output.note(
    `${name}: ${file.rows} rows, ${file.encoding}${file.parts.length > 1 ? `, in ${file.parts.length} parts` : ""}`,
  );
  if (run.state.phase === "planning") {
    const plan = await throughParts(run, true);
    showPlan(run, plan, show);
    if (!changes(plan.counts)) return ended(run, plan, given);
    if (isSet(given, "plan") || !(isSet(given, "yes") || (await isAgreed(task, "Apply this plan?")))) {
      await writeReport(run, plan, textOf(given, "report"));
      task.output.note("Nothing was changed. To apply the plan, say --yes.");
      return exit_codes.changes_planned;
    }
    run.state = { ...run.state, phase: "applying", at_ms: Date.now(), imports: file.parts.map(() => null) };
    writeState(run.state_file, run.state);
  } else task.output.note("Going on with what an interrupted run had begun to apply.");
  const applied = await throughParts(run, false);
  return ended(run, applied, given);
}

function queryOf(given: Given): ImportUsersQuery {
  const deactivate_missing = isSet(given, "deactivate-missing");
  const percent = textOf(given, "max-deactivate-percent");
  if (percent !== undefined && !deactivate_missing)
    throw usageFault("--max-deactivate-percent says something only with --deactivate-missing.");
  if (!deactivate_missing) return {};
  return {
    deactivate_missing,
    ...(percent === undefined ? {} : { max_deactivate_percent: numberOf(given, "max-deactivate-percent", 0, 100, 5) }),
  };
}

async function choicesOf(given: Given) {
  const [map, set] = [
    await readPairs("map", (given.values["map"] ?? []) as string[]),
    await readPairs("set", (given.values["set"] ?? []) as string[]),
  ];
  return { map, set, ignore_others: isSet(given, "ignore-other-columns") };
}

/** Continues an earlier run for the same file, settings and options. */
function startRun(task: Task, file: PeopleFile, query: ImportUsersQuery, state_file: string): Run {
  const made_for = createHash("sha256")
    .update(JSON.stringify([task.setting, file.digest, query]))
    .digest("hex");
  const left = readState(state_file) as State | null;
  const usable = left !== null && left.made_for === made_for && left.imports?.length === file.parts.length;
  const is_fresh = usable && (left.phase === "applying" || Date.now() - left.at_ms < plan_kept_ms);
  const state: State = is_fresh ? left : { made_for, phase: "planning", at_ms: Date.now(), imports: file.parts.map(() => null) };
  writeState(state_file, state);
  return { task, file, query, state_file, state };
}

type Outcome = { counts: Counts; records: PeopleImport[] };

/** Sends what has not been sent, and waits for all imports. */
async function throughParts(run: Run, dry_run: boolean): Promise<Outcome> {
  const { file, task } = run;
  const records: PeopleImport[] = [];
  for (const [index, part] of file.parts.entries()) {
    const record = await throughImport(run, index, part, dry_run);
    if (record.status === "failed") throw refusal(run, part, record);
    records.push(record);
  }
  task.output.progressEnded();
  const names = Object.keys(records[0]!.counts) as (keyof Counts)[];
  const sum = (name: keyof Counts) => records.reduce((total, { counts }) => total + counts[name], 0);
  return { records, counts: Object.fromEntries(names.map((name) => [name, sum(name)])) as Counts };
}

async function throughImport(run: Run, index: number, part: Part, dry_run: boolean): Promise<PeopleImport> {
  const { task, state, file } = run;
  const { muster, output, signal } = task;
  const what = dry_run ? "planning" : "applying";
  const before = file.parts.slice(0, index).reduce((sum, { rows }) => sum + rows, 0);
  const onProgress = ({ rows_done }: PeopleImport) => output.progress(what, before + rows_done, file.rows);
  onProgress({ rows_done: 0 } as PeopleImport);
  const wait = { onProgress, signal, waitMs: wait_ms_max };
  const sent = state.imports[index];
  if (sent) {
    try {
      return await muster.imports.finished(sent, wait);
    } catch (error) {
      // The service no longer has the import, so the part is sent again.
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  const { id } = await send(run, part, dry_run);
  state.imports[index] = id;
  writeState(run.state_file, state);
  return muster.imports.finished(id, wait);
}

/** An organisation may have only a limited number of running imports, so this waits until there is room. */
async function send({ task, file, query }: Run, part: Part, dry_run: boolean): Promise<PeopleImport> {
  const { muster, output, signal } = task;
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      return await muster.imports.create(() => bytesOf(file, part), { ...query, dry_run, format: "csv" }, { signal });
    } catch (error) {
      const is_full = error instanceof ConflictError && error.code === "TOO_MANY_IMPORTS";
      if (!is_full || conflicts >= conflicts_max) throw error;
      if (conflicts === 0) output.note("Other imports of the organisation are under way; waiting for one to end.");
      await systemClock.sleep(conflict_wait_ms, signal);
    }
  }
}

function refusal({ file, state_file }: Run, part: Part, { failure, guard, rows_done }: PeopleImport): Ending {
  removeState(state_file);
  const line = failure?.line ? `, line ${failure.line + (failure.line > 1 ? lineOffset(part) : 0)}` : "";
  const changed = rows_done > 0 ? `${rows_done} rows had been applied.` : "Nothing was changed.";
  const help = guard.tripped ? " If that many people have left, raise --max-deactivate-percent." : "";
  return new Ending(exit_codes.failed, `${file.name}${line}: ${failure?.detail ?? "The import failed."} ${changed}${help}`);
}

function changes({ create, update, deactivate }: Counts): boolean {
  return create + update + deactivate > 0;
}

function sentence({ create, update, deactivate, unchanged, invalid }: Counts): string {
  return `${create} created, ${update} changed, ${deactivate} left, ${unchanged} unchanged, ${invalid} that cannot be taken`;
}

const signs: Readonly<Record<string, string>> = { create: "+", update: "~", deactivate: "-", invalid: "!" };

function showPlan({ task, file }: Run, { counts, records }: Outcome, show: number): void {
  const rows = records.flatMap(({ rows_preview }, index) =>
    rows_preview.map((row) => ({ ...row, row: row.row === null ? null : row.row + lineOffset(file.parts[index]!) })),
  );
  const lines = rows.slice(0, show).map(({ row, employee_no, full_name, action, changes: changed, effects, errors }) => {
    const what = [
      ...Object.entries(changed).map(([field, [from, to]]) => `${field}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`),
      ...effects.enrollments_assigned.map((code) => `assigns ${code}`),
      ...effects.enrollments_cancelled.map((code) => `cancels ${code}`),
      ...errors.map(({ pointer, code, detail }) => `${pointer} ${code}: ${detail}`),
    ];
    return `  ${signs[action] ?? "?"} ${row === null ? "" : `line ${row}: `}${employee_no ?? ""} ${full_name ?? ""}${what.length > 0 ? `  ${what.join("; ")}` : ""}`;
  });
  const all = counts.create + counts.update + counts.deactivate + counts.invalid;
  const rest = all > lines.length && show > 0 ? [`  … and ${all - lines.length} more; --report FILE writes all of them.`] : [];
  task.output.result([`Plan: ${sentence(counts)}.`, ...lines, ...rest].join("\n"), { plan: counts, rows: rows.slice(0, show) });
}

async function ended(run: Run, outcome: Outcome, given: Given): Promise<ExitCode> {
  const { task, state, state_file } = run;
  await writeReport(run, outcome, textOf(given, "report"));
  removeState(state_file);
  const { counts } = outcome;
  if (state.phase === "applying") task.output.result(`Done: ${sentence(counts)}.`, { applied: counts });
  else task.output.note("There is nothing to do.");
  return counts.invalid > 0 ? exit_codes.rows_invalid : exit_codes.done;
}

/** Writes the reports of all parts as one file. */
async function writeReport({ task }: Run, { records }: Outcome, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const stream = createWriteStream(file, { mode: 0o600 });
  for (const [index, { id }] of records.entries()) {
    const text = await task.muster.imports.report(id, { signal: task.signal });
    stream.write(index === 0 ? text : text.slice(text.indexOf("\n") + 1));
  }
  stream.end();
  await once(stream, "finish");
  task.output.note(`The report is in ${file}.`);
}
