import type { TestDatabase } from "../harness/database.ts";

type Column = { schema: string; table: string; column: string; is_bytes: boolean };

/**
 * The columns in which the database contains any of some texts, in any letter case: `table.column`, each once. Every column in
 * the catalogue is searched; binary ones by the UTF-8 of the texts.
 */
export async function mentionsOf({ superuser }: TestDatabase, texts: readonly string[]): Promise<string[]> {
  const { rows: columns } = await superuser.query<Column>(`
    select n.nspname as schema, c.relname as table, a.attname as column, a.atttypid = 'bytea'::regtype as is_bytes
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    order by 1, 2, 3`);
  if (columns.length < 300) throw new Error(`saw only ${columns.length} columns`);
  const found = new Set<string>();
  const patterns = {
    text: texts.map((one) => escaped(one.normalize("NFC").toLowerCase())),
    bytes: texts.flatMap((one) => [one, one.toLowerCase()]).map((one) => escaped(asEscaped(one))),
  };
  for (const { schema, table, column, is_bytes } of columns) {
    const text = is_bytes ? `lower(encode("${column}", 'escape'))` : `infra.case_norm("${column}"::text)`;
    const wanted = is_bytes ? patterns.bytes : patterns.text;
    const { rows } = await superuser.query(`select from "${schema}"."${table}" where ${text} ~ any ($1::text[]) limit 1`, [
      wanted,
    ]);
    // Partitions are named by their table.
    if (rows.length > 0) found.add(`${table.replace(/_(\d{8}|default|pending)$/, "")}.${column}`);
  }
  return [...found].toSorted();
}

/** The UTF-8 of a text as `lower(encode(…, 'escape'))` shows it: non-ASCII letters by their bytes. */
function asEscaped(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte).toLowerCase() : `\\${byte.toString(8).padStart(3, "0")}`))
    .join("");
}

/** Not within a longer word, because a short number occurs in many ids. */
function escaped(text: string): string {
  return `(?<![0-9a-z])${text.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)}(?![0-9a-z])`;
}
