// Counts the rows and pages that statements read, from the database's own statistics. This distinguishes a plan that pairs all
// rows with all from one that looks up each row, independently of the machine's load.
import pg from "pg";
import type { Statement } from "../../server/platform/db/sql.ts";
import type { Db } from "../../server/platform/db/transaction.ts";
import type { TestDatabase } from "./database.ts";

/** `pages`: of tables and indexes. Reading an index beyond the searched entries reads pages, but no rows. */
export type Touched = { text: string; rows: number; pages: number; plan: string };

/**
 * A database handle that executes each statement twice: first with explain, which is rolled back, then normally. A statement that
 * the connection has prepared is explained with its cached plan.
 */
export function counted(db: Db): { db: Db; touched(): Promise<Touched[]> } {
  const touched: Touched[] = [];
  let before: Promise<unknown> = Promise.resolve();
  // One after the other, because a savepoint covers one statement.
  const inTurn = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const result = before.then(act);
    before = result.catch(() => undefined);
    return result;
  };
  const explained = async (statement: Statement) => {
    const prepared = await db.row(plain("select from pg_prepared_statements where name = $1", [statement.name]));
    const explained = prepared === undefined ? statement : plain(executeOf(statement));
    await db.count(plain("savepoint explained"));
    const explaining = { ...explained, text: `explain (analyze, buffers, timing off, format json) ${explained.text}`, name: "" };
    const row = await db.row<{ "QUERY PLAN": [{ Plan: Node }] }>(explaining);
    await db.count(plain("rollback to savepoint explained"));
    const { Plan } = row!["QUERY PLAN"][0];
    touched.push({ text: statement.text, rows: rowsOf(Plan), pages: pagesOf(Plan), plan: outlineOf(Plan) });
  };
  const wrap =
    <Result>(run: (statement: Statement) => Promise<Result>) =>
    (statement: Statement) =>
      inTurn(async () => {
        await explained(statement);
        return run(statement);
      });
  const count = wrap((statement) => db.count(statement));
  return {
    touched: async () => {
      await before;
      return touched;
    },
    db: {
      rows: wrap((statement) => db.rows(statement)) as Db["rows"],
      row: wrap((statement) => db.row(statement)) as Db["row"],
      count,
      send: (statement) => void count(statement),
      commit: db.commit,
      afterCommit: db.afterCommit,
    },
  };
}

function plain(text: string, values: unknown[] = []): Statement {
  return { text, values, name: "" };
}

function executeOf({ name, values }: Statement): string {
  const given = values.map(literalOf).join(", ");
  return `execute ${pg.escapeIdentifier(name)}${given === "" ? "" : `(${given})`}`;
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (!Array.isArray(value)) return pg.escapeLiteral(`${value as string | number | boolean}`);
  const members = value.map((one) => (one === null ? "null" : JSON.stringify(String(one))));
  return pg.escapeLiteral(`{${members.join(",")}}`);
}

const pagesOf = (node: Node) => Number(node["Shared Hit Blocks"] ?? 0) + Number(node["Shared Read Blocks"] ?? 0);

type Node = { [name: string]: unknown; Plans?: Node[] };

const counts = ["Actual Rows", "Rows Removed by Filter", "Rows Removed by Join Filter", "Rows Removed by Index Recheck"];

function rowsOf(node: Node): number {
  const own = counts.reduce((sum, name) => sum + Number(node[name] ?? 0), 0) * Number(node["Actual Loops"] ?? 0);
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), own);
}

function outlineOf(node: Node, depth = 0): string {
  const said = ["Node Type", "Relation Name", "Index Name", "Index Cond", "Filter", "Join Filter", "Actual Loops", ...counts];
  const line = said.flatMap((name) => (node[name] === undefined ? [] : [`${name}: ${JSON.stringify(node[name])}`])).join("; ");
  return [`${"  ".repeat(depth)}${line}`, ...(node.Plans ?? []).map((below) => outlineOf(below, depth + 1))].join("\n");
}

/** The state of the planner's statistics. */
export type Statistics = "none" | "of others alone" | "a hundred times as much";

/**
 * Sets the statistics of all tables to a given state. Call it before our own rows exist, and again afterwards. Nothing else
 * updates statistics meanwhile.
 */
export async function pretend({ superuser }: TestDatabase, statistics: Statistics, ours: "missing" | "there"): Promise<void> {
  const { rows } = await superuser.query(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'",
  );
  if (ours === "missing") {
    for (const { name } of rows)
      await superuser.query(`alter table ${name} set (autovacuum_enabled = false)`).catch(() => undefined);
    if (statistics === "of others alone") await superuser.query("analyze");
  } else if (statistics === "none") {
    await superuser.query(
      "delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)",
    );
    await superuser.query(
      "update pg_class set reltuples = -1, relpages = 0 where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')",
    );
  } else if (statistics === "a hundred times as much") {
    await superuser.query("analyze");
    await superuser.query(
      "update pg_class set reltuples = reltuples * 100, relpages = relpages * 100 where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
  }
}
