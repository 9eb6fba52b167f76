// Maps a file's columns to the fields of a person: by the names of the columns and the format of their cells.
import { readFile } from "node:fs/promises";
import { personFields } from "../generated/fields.ts";
import { usageFault } from "./exit.ts";

/** How a file's rows are converted. */
export type Mapping = {
  /** The names of the fields, in the order of the cells. */
  header: readonly string[];
  cellsOf(cells: readonly string[], line: number): string[];
};

export type ColumnChoices = {
  /** The column of each field. */
  map: ReadonlyMap<string, string>;
  /** A fixed value of a field for all rows. */
  set: ReadonlyMap<string, string>;
  /** Whether columns that fill no field are left out. */
  ignore_others: boolean;
};

type Kind = "text" | "date" | "boolean";

const booleans: Readonly<Record<string, string>> = {
  true: "true",
  false: "false",
  yes: "true",
  no: "false",
  tak: "true",
  nie: "false",
  "1": "true",
  "0": "false",
};

/** Pairs `FIELD=TEXT` of --map and --set; `@file.json` of --map is a file with an object of such pairs. */
export async function readPairs(option: string, given: readonly string[]): Promise<Map<string, string>> {
  const pairs = new Map<string, string>();
  const add = (field: string, text: unknown) => {
    if (kindOf(field) === null) throw usageFault(`--${option}: there is no field "${field}".${hint(field)}`);
    if (typeof text !== "string") throw usageFault(`--${option}: what "${field}" is must be text.`);
    if (pairs.has(field)) throw usageFault(`--${option}: "${field}" is given twice.`);
    pairs.set(field, text);
  };
  for (const one of given) {
    if (one.startsWith("@")) for (const [field, text] of Object.entries(await readObject(one.slice(1)))) add(field, text);
    else {
      const at = one.indexOf("=");
      if (at < 1)
        throw usageFault(
          `--${option} ${JSON.stringify(one)}: write FIELD=${option === "map" ? "COLUMN" : "VALUE"}, employee_no="Nr ewid." for instance.`,
        );
      add(one.slice(0, at).trim(), one.slice(at + 1).trim());
    }
  }
  return pairs;
}

async function readObject(file: string): Promise<object> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as object;
  } catch (error) {
    throw usageFault(`${file} could not be read as JSON: ${(error as Error).message}`);
  }
}

export function mappingOf(header: readonly string[], { map, set, ignore_others }: ColumnChoices, name: string): Mapping {
  const columns = header.map((cell) => cell.trim().replaceAll(/\s+/g, " "));
  const twice = columns.find((column, index) => column !== "" && columns.indexOf(column) !== index);
  if (twice !== undefined) throw usageFault(`${name}: the column "${twice}" stands twice.`);
  const missing = [...map].filter(([, column]) => !columns.includes(column));
  if (missing.length > 0)
    throw usageFault(
      `${name} has no column ${missing.map(([, column]) => `"${column}"`).join(", ")}; it has ${columns.map((column) => `"${column}"`).join(", ")}.`,
    );
  const field_of = new Map([...map].map(([field, column]) => [column, field]));
  const sources: { field: string; index: number; kind: Kind }[] = [];
  const others: string[] = [];
  for (const [index, column] of columns.entries()) {
    const field = field_of.get(column) ?? (map.has(column) || set.has(column) ? null : column);
    const kind = field === null ? null : kindOf(field);
    if (field !== null && kind !== null) sources.push({ field, index, kind });
    else if (!map.has(column) && !set.has(column)) others.push(column);
  }
  if (others.length > 0 && !ignore_others) {
    const first = others[0]!;
    throw usageFault(
      `${name}: these columns are no fields of a person: ${others.map((one) => `"${one}"`).join(", ")}.${hint(first)} Say what they are (--map FIELD="${first}"), or --ignore-other-columns.`,
    );
  }
  const constants = [...set].filter(([field]) => !sources.some((source) => source.field === field));
  if (![...sources.map(({ field }) => field), ...constants.map(([field]) => field)].includes("employee_no"))
    throw usageFault(
      `${name}: no column is employee_no, by which people are known. Say which one: --map employee_no="${columns[0] ?? ""}".`,
    );
  return {
    header: [...sources.map(({ field }) => field), ...constants.map(([field]) => field)],
    cellsOf(cells, line) {
      if (cells.length !== columns.length)
        throw usageFault(`${name}, line ${line}: the row has ${cells.length} cells, the header ${columns.length}.`);
      return [...sources.map(({ index, kind }) => written(cells[index]!, kind)), ...constants.map(([, value]) => value)];
    },
  };
}

function kindOf(field: string): Kind | null {
  if (/^attributes\.[a-z][a-z0-9_]*$/.test(field)) return "text";
  return personFields[field] ?? null;
}

/**
 * Formats a cell as the import reads it. A cell that cannot be read is sent unchanged, and the row's report says what is wrong.
 */
function written(cell: string, kind: Kind): string {
  const text = cell.trim();
  if (kind === "boolean") return booleans[text.toLowerCase()] ?? text;
  if (kind !== "date") return text;
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  return year === undefined ? text : `${year}-${month!.padStart(2, "0")}-${day!.padStart(2, "0")}`;
}

function hint(name: string): string {
  const near =
    Object.keys(personFields).find((field) => alike(field) === alike(name)) ??
    Object.keys(personFields).find((field) => alike(field).includes(alike(name)) && alike(name).length > 2);
  return near === undefined ? ` Fields are ${Object.keys(personFields).join(", ")}, attributes.<key>.` : ` Is "${near}" meant?`;
}

function alike(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "")
    .replace(/number$/, "no");
}
