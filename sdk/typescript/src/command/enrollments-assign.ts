// `enrollments assign FILE`: one assignment a row. The state file counts the rows that are done; the row that was under way at an
// interruption is sent again with the same Idempotency-Key, and answered as the first time.
import { createHash } from "node:crypto";
import { ProblemError } from "../errors.ts";
import type { AssignCourseRequest } from "../generated/types.ts";
import { onlyArgument, readArguments, textOf, type Given, type Task } from "./arguments.ts";
import { readRows } from "./csv.ts";
import { encodingOf, readText, type Encoding } from "./encoding.ts";
import { exit_codes, usageFault, type ExitCode } from "./exit.ts";
import { readState, removeState, writeState } from "./state.ts";

const enrollmentsAssignOptions = { encoding: { type: "string" }, state: { type: "string" } } as const;

const columns = ["employee_no", "user_id", "course_code", "course_id", "cycle_year", "due_date"] as const;
/** Assignments under way at once. */
const at_once = 4;

type Counts = { assigned: number; already: number; refused: number };
type State = { made_for: string; rows: number; counts: Counts };
type Assignment = { line: number; body: AssignCourseRequest; key: string };

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
    const outcomes = await Promise.all(waiting.map((one) => assign(task, one)));
    for (const outcome of outcomes) state.counts[outcome] += 1;
    state.rows += waiting.length;
    waiting = [];
    writeState(state_file, state);
    task.output.progress("assigning", state.rows, rows);
  };
  for await (const assignment of assignmentsOf(name, encoding, digest)) {
    seen += 1;
    if (seen <= state.rows) continue;
    waiting.push(assignment);
    if (waiting.length === at_once) await send();
  }
  if (waiting.length > 0) await send();
  removeState(state_file);
  const { assigned, already, refused } = state.counts;
  task.output.result(`Done: ${assigned} assigned, ${already} had been, ${refused} refused.`, state.counts);
  return refused > 0 ? exit_codes.rows_invalid : exit_codes.done;
}

async function assign({ muster, output, signal }: Task, { line, body, key }: Assignment): Promise<keyof Counts> {
  try {
    await muster.enrollments.assign(body, { signal, idempotencyKey: key });
    return "assigned";
  } catch (error) {
    // What is wrong with one row holds up no other one; a client that may not do this at all stops.
    if (!(error instanceof ProblemError) || ![409, 422].includes(error.status)) throw error;
    if (error.code === "ENROLLMENT_ALREADY_EXISTS") return "already";
    const faults = error.errors.map(({ code, detail }) => ` ${code}: ${detail}`);
    output.result(`  ! line ${line}: ${error.code}. ${error.detail}${faults.join(";")}`, {
      line,
      code: error.code,
      detail: error.detail,
      errors: error.errors,
    });
    return "refused";
  }
}

async function survey(name: string, encoding: Encoding): Promise<{ rows: number; digest: string }> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const { body } of assignmentsOf(name, encoding, "")) {
    hash.update(JSON.stringify(body));
    rows += 1;
  }
  if (rows === 0) throw usageFault(`${name} holds no row below its header.`);
  return { rows, digest: hash.digest("hex") };
}

async function* assignmentsOf(name: string, encoding: Encoding, digest: string): AsyncGenerator<Assignment> {
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
    const body = { ...others, ...(cycle_year === undefined ? {} : { cycle_year: Number(cycle_year) }) } as AssignCourseRequest;
    const key = createHash("sha256").update(`${digest}:${line}`).digest("hex");
    yield { line, body, key };
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
