import { createHash } from "node:crypto";
import { isUuid } from "../ids.ts";

/**
 * One SQL statement with its parameters; `name` makes it a prepared statement of the connection. With `onRow` each row is passed
 * on when it arrives, while the database works on the next ones, and the result has no rows. Rows may arrive of a statement that
 * fails afterwards, or that runs again. `onRow` must be fast; if it throws, the statement fails.
 */
export type Statement = {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly name: string;
  readonly onRow?: (row: never) => void;
};

/** A part of a statement, to be put into another template. */
export type Fragment = { readonly parts: readonly string[]; readonly parameters: readonly unknown[] };

/**
 * Builds a statement from a template: values become `$n` parameters, fragments are spliced in. The same text always gets
 * the same prepared-statement name.
 */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  if (!values.some(isFragment)) {
    let known = plain.get(strings);
    if (known === undefined) plain.set(strings, (known = named(strings)));
    return { ...known, values };
  }
  const { parts, parameters } = flatten(strings, values);
  return { ...named(parts), values: parameters };
}

/** Text and name of templates without fragments, which are the same each time. */
const plain = new WeakMap<TemplateStringsArray, { text: string; name: string }>();

function named(parts: readonly string[]): { text: string; name: string } {
  const text = parts.reduce((all, part, index) => (index === 0 ? part : `${all}$${index}${part}`), "");
  return { text, name: statementName(text) };
}

/**
 * The same statement without a name, so that it is planned for its parameters each time: for joins whose best plan depends on a
 * limit, which a kept plan can only guess.
 */
export function plannedEachTime(statement: Statement): Statement {
  return { ...statement, name: "" };
}

/** A piece of SQL for use inside `sql` templates. */
export function part(strings: TemplateStringsArray, ...values: unknown[]): Fragment {
  return flatten(strings, values);
}

/** A piece of SQL from the program's own constants, such as a list of columns. Never pass external input. */
export function constant(text: string): Fragment {
  return { parts: [text], parameters: [] };
}

/**
 * The row of a table with a key of (tenant_id, id), for `cross join lateral`. It selects a range of one id with `order by`,
 * because only the primary key gives that order. With `id = …`, a planner without statistics of the organisation sees the same
 * cost for each index that begins with tenant_id, and some of these read the whole organisation for each row.
 */
export function rowByKey(columns: string, table: string, tenant_id: string, id: string): Fragment {
  const wanted = constant(id);
  return part`(
    select ${constant(columns)} from ${constant(table)}
    where tenant_id = ${tenant_id} and id >= ${wanted} and id <= ${wanted} order by id limit 1
  )`;
}

/**
 * A value for a parameter of the type uuid[], in PostgreSQL's binary form. Thousands of ids take half as many bytes as their
 * text, which both sides would write and read character by character. Throws when one of them is no id.
 */
export function uuids(ids: readonly string[]): Buffer {
  const bytes = Buffer.alloc(ids.length === 0 ? 12 : 20 + ids.length * 20);
  bytes.writeInt32BE(ids.length === 0 ? 0 : 1, 0); // dimensions
  bytes.writeInt32BE(uuid_oid, 8);
  if (ids.length === 0) return bytes;
  bytes.writeInt32BE(ids.length, 12);
  bytes.writeInt32BE(1, 16); // the index of the first item
  let at = 20;
  for (const id of ids) {
    if (!isUuid(id)) throw new TypeError("a list of ids holds another text");
    bytes[at + 3] = 16; // the length of an item
    at += 4;
    for (let place = 0; place < id.length; place += 1) {
      // After 4, 6, 8 and 10 bytes an id has a hyphen.
      if (place === 8 || place === 13 || place === 18 || place === 23) continue;
      bytes[at] = (valueOf(id.charCodeAt(place)) << 4) | valueOf(id.charCodeAt(place + 1));
      place += 1;
      at += 1;
    }
  }
  return bytes;
}

const uuid_oid = 2950;

/** The value of a hexadecimal digit: "0" to "9" are 0x30 to 0x39, and "a" and "A" are 0x61 and 0x41. */
function valueOf(code: number): number {
  return code < 0x3a ? code - 0x30 : (code & 0xf) + 9;
}

/** Joins fragments, for example conditions with " and ". */
export function join(fragments: readonly Fragment[], separator: string): Fragment {
  const parts: string[] = [""];
  const parameters: unknown[] = [];
  fragments.forEach((fragment, index) => append(parts, parameters, fragment, index === 0 ? "" : separator));
  return { parts, parameters };
}

function flatten(strings: readonly string[], values: readonly unknown[]): Fragment {
  const parts: string[] = [strings[0] ?? ""];
  const parameters: unknown[] = [];
  values.forEach((value, index) => {
    const after = strings[index + 1] ?? "";
    if (isFragment(value)) {
      append(parts, parameters, value, "");
      parts[parts.length - 1] += after;
    } else {
      parameters.push(value);
      parts.push(after);
    }
  });
  return { parts, parameters };
}

function append(parts: string[], parameters: unknown[], fragment: Fragment, before: string): void {
  parts[parts.length - 1] += before + (fragment.parts[0] ?? "");
  for (let at = 1; at < fragment.parts.length; at += 1) parts.push(fragment.parts[at]!);
  for (const parameter of fragment.parameters) parameters.push(parameter);
}

function isFragment(value: unknown): value is Fragment {
  return typeof value === "object" && value !== null && "parts" in value && "parameters" in value;
}

// One entry for each distinct text. The code can form a limited number of texts, so the map cannot grow without end.
const names = new Map<string, string>();

function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `m${createHash("sha256").update(text).digest("hex").slice(0, 24)}`;
    names.set(text, name);
  }
  return name;
}
