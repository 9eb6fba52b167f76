import { Type, type TSchema } from "typebox";
import { withoutGuard } from "../../../platform/files/csv.ts";
import { escapeToken, faultOfText } from "../../../platform/http/bodies/json-body.ts";
import type { ErrorItem } from "../../../platform/http/problem.ts";
import { tidy } from "../../../platform/text.ts";
import type { SyncRow } from "../../employment/judge-row.ts";
import { PersonChange, PersonCreate } from "../../people/schema.ts";
import type { AttributeDefinition } from "../../people/sql.ts";
import { FileFault } from "./file-fault.ts";

/** A column of a CSV file: the field for its cells, and how they are read. */
export type Column = {
  name: string;
  /** The key of a custom attribute, or null. */
  attribute: string | null;
  /** Reads a cell that is not empty; undefined: it cannot be read. */
  read: (text: string) => unknown;
  /** What a cell must be, for the fault of one that cannot be read. */
  must_be: string;
  /** The meaning of an empty cell: no change, the field is cleared, or a fault. */
  empty: "nothing" | "null" | "fault";
};

const text_column = { read: (text: string): unknown => text, must_be: "text" };
const boolean_column = { read: (text: string) => booleans.get(text.toLowerCase()), must_be: "true or false" };
const booleans = new Map([
  ["true", true],
  ["false", false],
]);

type Field = Omit<Column, "name" | "attribute">;

/** The members of a change that a cell can hold. Custom attributes have columns of their own. */
const fields: Readonly<Record<string, Field>> = Object.fromEntries(
  Object.entries<TSchema>(PersonChange.properties)
    .filter(([name, schema]) => name !== "attributes" && !("readOnly" in schema))
    .map(([name, schema]) => [name, fieldOf(name, schema)]),
);

function fieldOf(name: string, schema: TSchema): Field {
  if (Type.IsBoolean(schema)) return { ...boolean_column, empty: "nothing" };
  if ((PersonCreate.required as readonly string[]).includes(name)) return { ...text_column, empty: "fault" };
  return { ...text_column, empty: Type.IsUnion(schema) && schema.anyOf.some(Type.IsNull) ? "null" : "nothing" };
}

/** The names of columns except those of custom attributes. Departments and companies are given by name, not by id. */
export const column_names: readonly string[] = Object.keys(fields).filter((name) => !name.endsWith("_id"));

/** The separator of a list's entries in one cell. */
const list_separator = "|";

const of_type: Readonly<Record<AttributeDefinition["type"], Pick<Column, "read" | "must_be">>> = {
  string: text_column,
  number: {
    read: (text) =>
      /^-?\d+(\.\d+)?$/.test(text) && Number.isSafeInteger(Math.trunc(Number(text))) ? Number(text) + 0 : undefined,
    must_be: "a number such as 1234.5",
  },
  boolean: boolean_column,
  string_array: { read: (text) => text.split(list_separator).map(tidy), must_be: "a list" },
};

const attribute_prefix = "attributes.";
const header_line = 1;

export function nameOfAttribute(key: string): string {
  return `${attribute_prefix}${key}`;
}

/** Reads the header row. Throws when a name is unknown or repeated, or when the key column is missing. */
export function columnsOf(header: readonly string[], definitions: readonly AttributeDefinition[]): Column[] {
  const columns = header.map((cell) => columnOf(tidy(cell), definitions));
  const names = new Set(columns.map(({ name }) => name));
  const twice = columns.find(({ name }, index) => columns.findIndex((other) => other.name === name) !== index);
  if (twice) throw new FileFault(header_line, `The column "${twice.name}" stands twice.`);
  if (!names.has("employee_no")) throw new FileFault(header_line, 'The column "employee_no" is missing.');
  return columns;
}

function columnOf(name: string, definitions: readonly AttributeDefinition[]): Column {
  if (Object.hasOwn(fields, name)) return { name, attribute: null, ...fields[name]! };
  const key = name.startsWith(attribute_prefix) ? name.slice(attribute_prefix.length) : null;
  const definition = definitions.find((one) => one.key === key);
  if (definition) return { name, attribute: definition.key, empty: "null", ...of_type[definition.type] };
  const shown = JSON.stringify(name.slice(0, name_shown_max));
  throw key === null
    ? new FileFault(header_line, `There is no column ${shown}; the header names fields of a person.`)
    : new FileFault(header_line, `The organisation has defined no attribute for the column ${shown}.`);
}

const name_shown_max = 100;

/** A row as the body of a request. */
export function rowOfCells(row: number, columns: readonly Column[], cells: readonly string[]): SyncRow {
  const body: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  const faults: ErrorItem[] = [];
  for (const [index, column] of columns.entries()) {
    const { value, detail } = readCell(column, cells[index]!);
    const pointer = `#/${column.attribute === null ? column.name : `attributes/${escapeToken(column.attribute)}`}`;
    if (detail) faults.push({ pointer, ...detail });
    else if (value !== undefined) (column.attribute === null ? body : attributes)[column.attribute ?? column.name] = value;
  }
  if (Object.keys(attributes).length > 0) body["attributes"] = attributes;
  for (const field of ["department", "contractor"]) preferTheFilled(body, `${field}_id`, `${field}_name`);
  preferTheFilled(body, "manager_id", "manager_employee_no");
  return { row, body, faults };
}

type Cell = { value?: unknown; detail?: Pick<ErrorItem, "code" | "detail"> };

function readCell({ read, must_be, empty }: Column, cell: string): Cell {
  const fault = faultOfText(cell);
  if (fault) return { detail: { code: "INVALID_FORMAT", detail: fault } };
  const text = tidy(withoutGuard(cell));
  if (text === "") {
    if (empty === "fault") return { detail: { code: "REQUIRED", detail: "must not be empty" } };
    return empty === "null" ? { value: null } : {};
  }
  const value = read(text);
  return value === undefined ? { detail: { code: "INVALID_TYPE", detail: `must be ${must_be}` } } : { value };
}

/** Of two columns for the same thing, an empty cell beside a filled one is ignored. */
function preferTheFilled(body: Record<string, unknown>, one: string, other: string): void {
  if (body[one] === null && body[other]) delete body[one];
  else if (body[other] === null && body[one]) delete body[other];
}
