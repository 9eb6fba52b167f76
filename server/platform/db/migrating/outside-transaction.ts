// Migrations that build or drop an index while requests continue; PostgreSQL allows that only outside a transaction. Their first
// line is `-- outside a transaction`. Each statement commits by itself, so a migrator that dies leaves some statements done and
// one half done:
//
//   create index concurrently    done if the index exists and is valid. An invalid one was left by a migrator that died, or by
//                                a unique index that met duplicates; it is dropped and built again.
//   drop index concurrently      done if the index does not exist. An index half dropped by a migrator that died is dropped.
//   validate constraint          can be repeated.
//
// So the file can be run again from its beginning. Other statements are not allowed in it. Its number is recorded when all
// statements are done.
import type pg from "pg";

export const outside_mark = "-- outside a transaction";

/**
 * Longest wait for older transactions, for example a dump. This wait blocks no request, unlike the lock of an ordinary migration.
 * An aborted statement is repeated at the next try.
 */
const others_wait_max_ms = 600_000;

export type Step =
  | { kind: "create"; index: string; table: string; sql: string }
  | { kind: "drop"; index: string; sql: string }
  | { kind: "validate"; sql: string };

export function isOutside(text: string): boolean {
  return text.split("\n", 1)[0]!.trim() === outside_mark;
}

/** The statements of a migration outside a transaction. Throws on a statement that could not be repeated safely. */
export function stepsOf(text: string): Step[] {
  const statements = text
    .replaceAll(/--.*$/gm, "")
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
  return statements.map(stepOf);
}

function stepOf(sql: string): Step {
  const created = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?!if\b)([\w.]+)\s+on\s+(?!only\b)([\w.]+)[\s(]/i.exec(sql);
  if (created) return { kind: "create", index: besideOf(created[1]!, created[2]!), table: created[2]!, sql };
  const dropped = /^drop\s+index\s+concurrently\s+(?!if\b)([\w.]+)$/i.exec(sql);
  if (dropped) return { kind: "drop", index: dropped[1]!, sql };
  if (/^alter\s+table\s+[\w.]+\s+validate\s+constraint\s+\w+$/i.exec(sql)) return { kind: "validate", sql };
  throw new Error(
    `a migration outside a transaction holds only "create index concurrently NAME on TABLE", "drop index concurrently NAME" and "alter table TABLE validate constraint NAME", because it must bear being run again: ${sql.slice(0, 80)}`,
  );
}

/** The qualified name of an index: an index is in the schema of its table. */
function besideOf(index: string, table: string): string {
  const [schema, name] = table.split(".");
  return name === undefined || index.includes(".") ? index : `${schema}.${index}`;
}

/** Runs the steps that are not done yet. The caller holds the lock of migrators, on a connection without a transaction. */
export async function runSteps(client: pg.Client, text: string): Promise<void> {
  const steps = stepsOf(text);
  await client.query("set role muster_owner");
  await client.query(`set lock_timeout = '${others_wait_max_ms}ms'`);
  try {
    for (const step of steps) await run(client, step);
  } finally {
    await client.query("reset lock_timeout").catch(() => undefined);
    await client.query("reset role").catch(() => undefined);
  }
}

async function run(client: pg.Client, step: Step): Promise<void> {
  if (step.kind === "validate") return void (await client.query(step.sql));
  const found = await find(client, step.index);
  if (step.kind === "drop") return void (found && (await client.query(step.sql)));
  if (found && !found.isOf(step.table)) throw new Error(`index ${step.index} is there already, on table ${found.table}`);
  if (found?.valid) return;
  if (found) await client.query(`drop index concurrently ${step.index}`);
  await client.query(step.sql);
}

type Found = { valid: boolean; table: string; isOf(table: string): boolean };

async function find(client: pg.Client, index: string): Promise<Found | null> {
  const { rows } = await client.query<{ valid: boolean; table: string; schema: string }>(
    `select i.indisvalid as valid, t.relname as table, n.nspname as schema
     from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
     where i.indexrelid = to_regclass($1)`,
    [index],
  );
  const [row] = rows;
  return row === undefined
    ? null
    : { ...row, isOf: (table) => [row.table, `${row.schema}.${row.table}`].includes(table.toLowerCase()) };
}
