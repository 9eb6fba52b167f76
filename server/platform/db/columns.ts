import { constant, part, type Fragment } from "./sql.ts";

type SqlType = "text" | "integer" | "boolean" | "uuid" | "date" | "timestamptz" | "jsonb" | "text[]" | "cidr[]";

/** The columns of a table as fragments for statements that insert and update rows. */
export type Columns<Row> = {
  /** `a, b`: the column list of an insert. */
  names: Fragment;
  /** `r.a, r.b`: the values of an insert. */
  values: Fragment;
  /** `a = r.a, b = r.b`. */
  assignments: Fragment;
  /** `r(id uuid, a text, b text)`: the shape of the rows. */
  record: Fragment;
  /** Makes a row set named `r` to select from. */
  from: (rows: readonly (Row & { id: string })[]) => Fragment;
  /** `t.a, t.b`: the written columns of a row, without the columns of normal forms. */
  of: (alias: string) => Fragment;
};

/**
 * Defines columns once for the statements that insert, change and read many rows at a time. Such rows travel as one parameter.
 * `norms`: columns that have a normalised copy in the column `<name>_norm`.
 */
export function columnsOf<Row extends object>(
  types: Readonly<Record<Exclude<keyof Row & string, "id">, SqlType>>,
  norms: { readonly [Name in keyof Row & string]?: (value: Row[Name]) => string } = {},
): Columns<Row> {
  const own = Object.entries<SqlType>(types);
  const normal = Object.entries(norms) as [keyof Row & string, (value: unknown) => string][];
  const all = [...own, ...normal.map(([name]): [string, SqlType] => [`${name}_norm`, "text"])];
  const listed = (text: (name: string, type: SqlType) => string, columns = all) =>
    constant(columns.map(([name, type]) => text(name, type)).join(", "));
  const withNorms = (row: Row) => ({
    ...row,
    ...Object.fromEntries(normal.map(([name, normOf]) => [`${name}_norm`, normOf(row[name])])),
  });
  const record = part`r(id uuid, ${listed((name, type) => `${name} ${type}`)})`;
  return {
    names: listed((name) => name),
    values: listed(valueOf),
    assignments: listed((name, type) => `${name} = ${valueOf(name, type)}`),
    record,
    from: (rows) => part`jsonb_to_recordset(${JSON.stringify(rows.map(withNorms))}::jsonb) as ${record}`,
    of: (alias) => listed((name) => `${alias}.${name}`, own),
  };
}

/** For a column of JSON, the JSON value null becomes the SQL value null. */
function valueOf(name: string, type: SqlType): string {
  return type === "jsonb" ? `nullif(r.${name}, 'null')` : `r.${name}`;
}
