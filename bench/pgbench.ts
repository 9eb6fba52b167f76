// Converts the statements of one `POST /enrollments` to a pgbench script: the same prepared statements in the same order, by the
// same role, with the tenant set in the same transaction. Values that differ between two recorded requests are replaced by their
// origin:
//   - the number of the person and the code of the course: computed from the pair's number, as the load does;
//   - an id that an earlier statement returned: taken from its row by \gset;
//   - an id that the program generated: made from the time of the recording and the pair's number, in ascending order like the
//     program's;
//   - such ids within a JSON document or an array: replaced at their place;
//   - other values (instants, bodies of events): the recorded text, so that the number of bytes is the same.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { findBinaries } from "../test/harness/machine/cluster.ts";
import { type Courses, stride } from "./pairs.ts";
import { courseCode, employeeNo } from "./organisation.ts";
import type { Exchange } from "./record.ts";

/** A recorded request with its employee number and course code. */
export type Recorded = { exchanges: Exchange[]; employee_no: string; course_code: string };

/** A script and the values of its variables. */
export type Script = { text: string; variables: Record<string, string> };

export function scriptOf(one: Recorded, other: Recorded): Script {
  const statements = transactionOf(one.exchanges);
  const compared = transactionOf(other.exchanges);
  if (statements.length !== compared.length) throw new Error("two requests of one kind sent different transactions");
  const variables: Record<string, string> = {};
  const used = new Set<number>();
  const made = new Map<string, string>();
  const lines = statements.map((statement, place) => {
    const text = statement.text.replace(/\$(\d+)/g, (_, number: string) => {
      const index = Number(number) - 1;
      const value = textOf(statement.values[index]);
      if (value === null) return "null";
      if (value === one.employee_no) return ":employee_no";
      if (value === one.course_code) return ":course_code";
      const name = `v${place}_${number}`;
      if (value === textOf(compared[place]!.values[index])) return bind(variables, name, value);
      const idOf = (id: string): string => {
        const origin = originOf(id, statements.slice(0, place));
        if (origin) used.add(origin.place);
        else if (!made.has(id)) made.set(id, madeId(id, made.size + 1));
        return origin ? `:s${origin.place}_${origin.column}` : made.get(id)!;
      };
      if (uuid_pattern.test(value)) return idOf(value);
      const named: Named = { [one.employee_no]: ":employee_no", [one.course_code]: ":course_code" };
      const pieces = piecesOf(value, named);
      if (pieces.length === 1) return bind(variables, name, value);
      const others = new Set(piecesOf(textOf(compared[place]!.values[index]) ?? "", named));
      return joined(pieces, named, others, idOf, (part_of, n) => bind(variables, `${name}_${n}`, part_of));
    });
    return text;
  });
  const body = lines.map((line, place) => linesOf(line, place, used.has(place)));
  return { text: [...preamble, ...body].join("\n"), variables };
}

/** Expressions of the script by the text that they replace: the employee number and the course code. */
type Named = Record<string, string>;

/**
 * Splits a text, a JSON document or an array. Odd places are ids or quoted keys of `named`; even places are the text between
 * them.
 */
function piecesOf(value: string, named: Named): string[] {
  return value.split(new RegExp(`(${any_uuid}|(?<=")(?:${Object.keys(named).join("|")})(?="))`));
}

/**
 * Joins such pieces to an SQL expression, in which the named values, and the ids that differ between two requests, are
 * expressions.
 */
function joined(
  pieces: readonly string[],
  named: Named,
  others: ReadonlySet<string>,
  idOf: (id: string) => string,
  bound: (part_of: string, n: number) => string,
): string {
  const parts = pieces.map((piece, n) => {
    if (n % 2 === 0) return `${bound(piece, n)}::text`;
    if (piece in named) return `${named[piece]}::text`;
    return others.has(piece) ? `${bound(piece, n)}::text` : `${idOf(piece)}::text`;
  });
  return `(${parts.join(" || ")})`;
}

const any_uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const uuid_pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Numbers begin at `first`, and each client takes every `clients`-th number. */
const preamble = [
  `\\set k :first + :turn * :clients + :client_id`,
  `\\set turn :turn + 1`,
  `\\set pair (:k * ${stride}) % (:people * :courses)`,
  `\\set employee_no ${employeeNo(0)} + :pair % :people`,
  `\\set course_code ${courseCode(0)} + :first_course + :pair / :people`,
];

/**
 * The statements from `begin` to `commit`, without admission. The lock timeout is left out: the API then splits requests that
 * share a transaction, but pgbench would stop.
 */
function transactionOf(exchanges: Exchange[]): Exchange[] {
  const begin = exchanges.findIndex(({ text }) => text.startsWith("begin"));
  if (begin < 0 || exchanges.at(-1)?.text !== "commit") throw new Error("the request did not run one transaction");
  return exchanges.slice(begin).filter(({ text }) => !text.startsWith("select set_config('lock_timeout', $1"));
}

/** An empty text stands in the script itself, because pgbench refuses a variable without a text. */
function bind(variables: Record<string, string>, name: string, value: string): string {
  if (value === "") return "''";
  variables[name] = value;
  return `:${name}`;
}

/** The earlier statement whose first row contains this id. */
function originOf(value: string, earlier: Exchange[]): { place: number; column: string } | null {
  if (!uuid_pattern.test(value)) return null;
  for (const [place, { row }] of earlier.entries()) {
    const column = Object.keys(row ?? {}).find((name) => row![name] === value);
    if (column !== undefined) return { place, column };
  }
  return null;
}

/**
 * A UUID of version 7 that no other script or pair generates: the time of the recorded id, its place among the ids of the
 * request, and the pair's number. The number's decimal digits are valid hexadecimal digits.
 */
function madeId(recorded: string, place: number): string {
  const time = recorded.slice(0, "01990000-0000".length);
  return `('${time}-7${String(place).padStart(3, "0")}-8000-' || lpad(:k, 12, '0'))::uuid`;
}

/**
 * `begin` and the statement that sets the tenant are sent in one pipeline. No other statement joins them, because pgbench cannot
 * keep the results of a pipeline.
 */
function linesOf(text: string, place: number, kept: boolean): string {
  if (place === 0) return `\\startpipeline\n${text};`;
  if (place === 1) return `${text};\n\\endpipeline`;
  return kept ? `${text.trim()} \\gset s${place}_` : `${text.trim()};`;
}

/** A value as the driver sends it; null: SQL null. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return `\\x${value.toString("hex")}`;
  if (Array.isArray(value)) return `{${value.map(elementOf).join(",")}}`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function elementOf(value: unknown): string {
  const text = textOf(value);
  return text === null ? "NULL" : `"${text.replace(/["\\]/g, "\\$&")}"`;
}

export type PgbenchJob = {
  script: Script;
  database_url: string;
  dir: string;
  clients: number;
  seconds: number;
  first: number;
  people: number;
  courses: Courses;
};

/** The path of pgbench; null: not found. It belongs to PostgreSQL, but some packages leave it out. */
export async function findPgbench(): Promise<string | null> {
  const on_path = (process.env["PATH"] ?? "").split(path.delimiter);
  const dirs = [await findBinaries(), ...on_path].filter((dir) => dir !== null && dir !== "") as string[];
  return dirs.map((dir) => path.join(dir, "pgbench")).find((file) => existsSync(file)) ?? null;
}

/** Runs the script. Returns transactions per second, without the time to connect. */
export async function runPgbench(program: string, job: PgbenchJob): Promise<{ per_second: number; processed: number }> {
  const file = path.join(job.dir, "enroll.pgbench");
  await writeFile(file, job.script.text);
  const variables = {
    ...job.script.variables,
    first: job.first,
    turn: 0,
    clients: job.clients,
    people: job.people,
    courses: job.courses.count,
    first_course: job.courses.first,
  };
  const settings = ["-n", "-M", "prepared", "-j", "1", "-c", String(job.clients), "-T", String(job.seconds), "-f", file];
  const defined = Object.entries(variables).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
  const args = [...settings, ...defined, job.database_url];
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    env: { ...process.env, PGOPTIONS: "-c role=muster_app -c timezone=UTC" },
  });
  const per_second = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  const processed = Number(/^number of transactions actually processed: (\d+)/m.exec(stdout)?.[1]);
  if (!(per_second > 0) || /aborted/.test(stderr)) throw new Error(`pgbench failed:\n${stdout}${stderr}`);
  return { per_second, processed };
}
