// `compliance export`: the matrix as a file, a line for each person and course, read page by page.
import { createWriteStream } from "node:fs";
import { once } from "node:events";
import type { ReadComplianceMatrixQuery } from "../generated/operations.ts";
import type { MatrixRow } from "../generated/types.ts";
import { readArguments, textOf, type Given, type Task } from "./arguments.ts";
import { csvLine, guarded } from "./csv.ts";
import { exit_codes, usageFault, type ExitCode } from "./exit.ts";

const complianceExportOptions = {
  "as-of": { type: "string" },
  course: { type: "string" },
  department: { type: "string" },
  flag: { type: "string" },
  format: { type: "string", default: "csv" },
  out: { type: "string", short: "o" },
} as const;

const page_size = 200;
const person_columns = ["employee_no", "full_name", "department_name", "worker_type"] as const;
const entry_columns = [
  "status",
  "basis",
  "cycle_year",
  "due_date",
  "completed_at",
  "valid_until",
  "next_status",
  "next_change_on",
] as const;

export async function complianceExport(args: readonly string[], prepare: (given: Given) => Task): Promise<ExitCode> {
  const given = readArguments(args, complianceExportOptions);
  if (given.positionals.length > 0)
    throw usageFault(`Nothing stands behind "compliance export" but options; ${JSON.stringify(given.positionals[0])} does.`);
  const format = textOf(given, "format");
  if (format !== "csv" && format !== "ndjson") throw usageFault("--format is csv or ndjson.");
  const query: ReadComplianceMatrixQuery = {
    limit: page_size,
    ...(textOf(given, "as-of") ? { as_of: textOf(given, "as-of")! } : {}),
    ...(textOf(given, "course") ? { course_code: textOf(given, "course")! } : {}),
    ...(textOf(given, "department") ? { department_query: textOf(given, "department")! } : {}),
    ...(textOf(given, "flag") ? { compliance_flag: textOf(given, "flag")! } : {}),
  };
  const task = prepare(given);
  const out = textOf(given, "out");
  const stream = out === undefined ? process.stdout : createWriteStream(out, { mode: 0o600 });
  const write = async (text: string) => {
    if (text !== "" && !stream.write(text)) await once(stream, "drain");
  };
  if (format === "csv") await write(csvLine([...person_columns, "course_code", ...entry_columns]));
  let people = 0;
  for await (const rows of task.muster.compliance.eachMatrix(query, { signal: task.signal }).pages()) {
    await write(rows.map(format === "csv" ? linesOf : (row) => `${JSON.stringify(row)}\n`).join(""));
    people += rows.length;
  }
  if (out !== undefined) {
    (stream as NodeJS.WritableStream).end();
    await once(stream, "finish");
  }
  task.output.note(`${people} people${out === undefined ? "" : ` in ${out}`}.`);
  return exit_codes.done;
}

function linesOf(row: MatrixRow): string {
  const person = person_columns.map((column) => cellOf(row[column]));
  return Object.entries(row.courses)
    .map(([course_code, entry]) =>
      csvLine([...person, guarded(course_code), ...entry_columns.map((column) => cellOf(entry[column]))]),
    )
    .join("");
}

function cellOf(value: string | number | null | undefined): string {
  return guarded(value === null || value === undefined ? "" : String(value));
}
