// `enrollments assign FILE`: one assignment for each row, up to 1,000 rows in a request. The state file counts the completed
// rows. A batch that was interrupted is sent again with the same Idempotency-Key, and gets the same answer as the first time.
import { createHash } from "node:crypto";
import { ProblemError } from "../errors.ts";
import type { AssignCourseRequest, EnrollmentRowResult } from "../generated/types.ts";
import { onlyArgument, readArguments, textOf, type Given, type Task } from "./arguments.ts";
import { readRows } from "./csv.ts";
import { encodingOf, readText, type Encoding } from "./encoding.ts";
import { exit_codes, usageFault, type ExitCode } from "./exit.ts";
import { readState, removeState, writeState } from "./state.ts";

const enrollmentsAssignOptions = { encoding: { type: "string" }, state: { type: "string" } } as const;

const columns = ["employee_no", "user_id", "course_code", "course_id", "cycle_year", "due_date"] as const;
/** The rows of one request: the service's limit. */
const batch_rows = 1_000;

type Counts = { assigned: number; already: number; refused: number };
type State = { made_for: string; rows: number; counts: Counts };
type Assignment = { line: number; body: AssignCourseRequest };

export async function enrollmentsAssign(args: readonly string[], prepare: (given: Given) => Task): Promise<ExitCode> {
  const given = readArguments(args, enrollmentsAssignOptions);
  const name = onlyArgument(given, "file of assignments");
  const task = prepare(given);
  const encoding = await encodingOf(name, textOf(given, "encoding"));
  const { rows, digest } = await survey(name, encoding);
  const made_for = createHash("sha256")
    .update(JSON.stringify([task.setting, digest]))
    .digest("hex");
  const state_file = textOf(given, "state") ?? `${name}.muster-sync.json`;
  const left = readState(state_file) as State | null;
  const state: State =
    left?.made_for === made_for ? left : { made_for, rows: 0, counts: { assigned: 0, already: 0, refused: 0 } };
  if (state.rows > 0) task.output.note(`Going on behind the ${state.rows} rows that are done.`);
  let seen = 0;
  let waiting: Assignment[] = [];
  const send = async () => {
    for (const result of await assign(task, waiting, digest)) state.counts[tell(task, result)] += 1;
    state.rows += waiting.length;
    waiting = [];
    writeState(state_file, state);
    task.output.progress("assigning", state.rows, rows);
  };
  for await (const assignment of assignmentsOf(name, encoding)) {
    seen += 1;
    if (seen <= state.rows) continue;
    waiting.push(assignment);
    if (waiting.length === batch_rows) await send();
  }
  if (waiting.length > 0) await send();
  removeState(state_file);
  const { assigned, already, refused } = state.counts;
  task.output.result(`Done: ${assigned} assigned, ${already} had been, ${refused} refused.`, state.counts);
  return refused > 0 ? exit_codes.rows_invalid : exit_codes.done;
}

type Result = { line: number; result: EnrollmentRowResult };

/** The results of rows. If their learning paths exceed the limit of one request, each half is sent separately. */
async function assign(task: Task, rows: readonly Assignment[], digest: string): Promise<Result[]> {
  const { muster, signal } = task;
  const [first, last] = [rows[0]!.line, rows.at(-1)!.line];
  const idempotencyKey = createHash("sha256").update(`${digest}:${first}-${last}`).digest("hex");
  try {
    const enrollments = rows.map(({ body }) => body);
    const { results } = await muster.enrollments.assignBatch({ enrollments }, { signal, idempotencyKey });
    return results.map((result) => ({ line: rows[result.index]!.line, result }));
  } catch (error) {
    const is_too_much =
      error instanceof ProblemError &&
      (error.status === 413 || error.errors.some(({ pointer, code }) => pointer === "#/enrollments" && code === "TOO_LONG"));
    if (!is_too_much || rows.length === 1) throw error;
    const half = Math.ceil(rows.length / 2);
    return [...(await assign(task, rows.slice(0, half), digest)), ...(await assign(task, rows.slice(half), digest))];
  }
}

/** Reports a refused row. A fault in one row does not stop the others. */
function tell({ output }: Task, { line, result: { status, problem } }: Result): keyof Counts {
  if (status === "created") return "assigned";
  if (status === "exists" || problem === null) return "already";
  const { code, detail, errors = [] } = problem;
  const faults = errors.map((fault) => ` ${fault.code}: ${fault.detail}`);
  output.result(`  ! line ${line}: ${code}. ${detail}${faults.join(";")}`, { line, code, detail, errors });
  return "refused";
}

async function survey(name: string, encoding: Encoding): Promise<{ rows: number; digest: string }> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const { body } of assignmentsOf(name, encoding)) {
    hash.update(JSON.stringify(body));
    rows += 1;
  }
  if (rows === 0) throw usageFault(`${name} holds no row below its header.`);
  return { rows, digest: hash.digest("hex") };
}

async function* assignmentsOf(name: string, encoding: Encoding): AsyncGenerator<Assignment> {
  let header: readonly string[] | null = null;
  for await (const { line, cells } of readRows(readText(name, encoding), name)) {
    if (header === null) {
      header = cells.map((cell) => cell.trim());
      checkHeader(header, name);
      continue;
    }
    if (cells.length !== header.length)
      throw usageFault(`${name}, line ${line}: the row has ${cells.length} cells, the header ${header.length}.`);
    const given = Object.fromEntries(
      header.map((column, index) => [column, cells[index]!.trim()] as const).filter(([, cell]) => cell !== ""),
    );
    const { cycle_year, ...others } = given;
    // A text that is no number is sent unchanged, and the service refuses it. Converted to a number it would become null, which
    // means no cycle.
    const cycle = /^\d{1,9}$/.test(cycle_year ?? "") ? Number(cycle_year) : cycle_year;
    const body = { ...others, ...(cycle === undefined ? {} : { cycle_year: cycle }) } as AssignCourseRequest;
    yield { line, body };
  }
}

function checkHeader(header: readonly string[], name: string): void {
  const unknown = header.filter((column) => !(columns as readonly string[]).includes(column));
  if (unknown.length > 0)
    throw usageFault(
      `${name}: there is no column ${unknown.map((one) => `"${one}"`).join(", ")}; there are ${columns.join(", ")}.`,
    );
  for (const [one, other] of [
    ["employee_no", "user_id"],
    ["course_code", "course_id"],
  ] as const)
    if (header.includes(one) === header.includes(other))
      throw usageFault(`${name}: the header must have ${one} or ${other}, and not both.`);
}
