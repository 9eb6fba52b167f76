// `compliance export`: writes the matrix as a file, one line for each person and course, page by page.
import { open, rename, rm } from "node:fs/promises";
import { once } from "node:events";
import type { ReadComplianceMatrixQuery } from "../generated/operations.ts";
import type { MatrixRow } from "../generated/types.ts";
import { isSet, readArguments, textOf, type Given, type Task } from "./arguments.ts";
import { csvLine, guarded } from "./csv.ts";
import { exit_codes, usageFault, type ExitCode } from "./exit.ts";

const complianceExportOptions = {
  "as-of": { type: "string" },
  course: { type: "string" },
  department: { type: "string" },
  flag: { type: "string" },
  format: { type: "string" },
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
  const out = textOf(given, "out");
  // Without a file, the rows are the command's results, which are JSON with --json.
  const rows_as_json = isSet(given, "json") && out === undefined;
  const format = textOf(given, "format") ?? (rows_as_json ? "ndjson" : "csv");
  if (rows_as_json && format === "csv")
    throw usageFault("--json and --format csv cannot both be on stdout; name a file: -o FILE.");
  if (format !== "csv" && format !== "ndjson") throw usageFault("--format is csv or ndjson.");
  const query: ReadComplianceMatrixQuery = {
    limit: page_size,
    ...(textOf(given, "as-of") ? { as_of: textOf(given, "as-of")! } : {}),
    ...(textOf(given, "course") ? { course_code: textOf(given, "course")! } : {}),
    ...(textOf(given, "department") ? { department_query: textOf(given, "department")! } : {}),
    ...(textOf(given, "flag") ? { compliance_flag: textOf(given, "flag")! } : {}),
  };
  const task = prepare(given);
  const rows = task.muster.compliance.eachMatrix(query, { signal: task.signal });
  const texts = textsOf(rows.pages(), format);
  const people = out === undefined ? await toStdout(texts) : await toFile(out, texts);
  const text = `${people} people${out === undefined ? "" : ` in ${out}`}.`;
  if (out !== undefined && task.output.json) task.output.result(text, { people, file: out });
  else task.output.note(text);
  return exit_codes.done;
}

type Page = { text: string; people: number };

/** The header is written together with the first page, so that a refused request writes nothing. */
async function* textsOf(pages: AsyncIterable<readonly MatrixRow[]>, format: string): AsyncGenerator<Page> {
  let before = format === "csv" ? csvLine([...person_columns, "course_code", ...entry_columns]) : "";
  for await (const rows of pages) {
    const lines = rows.map(format === "csv" ? linesOf : (row) => `${JSON.stringify(row)}\n`).join("");
    yield { text: before + lines, people: rows.length };
    before = "";
  }
}

async function toStdout(pages: AsyncIterable<Page>): Promise<number> {
  let people = 0;
  for await (const page of pages) {
    people += page.people;
    if (page.text !== "" && !process.stdout.write(page.text)) await once(process.stdout, "drain");
  }
  return people;
}

/** Written to a file beside the target, which replaces it once it is complete. */
async function toFile(file: string, pages: AsyncIterable<Page>): Promise<number> {
  const fresh = `${file}.new`;
  const handle = await open(fresh, "w", 0o600).catch((error: Error) => {
    throw usageFault(`${file} cannot be written: ${error.message}.`);
  });
  let people = 0;
  try {
    for await (const page of pages) {
      people += page.people;
      await handle.write(page.text);
    }
    await handle.close();
    await rename(fresh, file);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(fresh, { force: true });
    throw error;
  }
  return people;
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
