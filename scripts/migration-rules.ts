// Statements that a migration may not contain, because the previous version runs on the same database until its processes are
// replaced, and because requests continue meanwhile. Squawk has rules for most of them; the others are here. Each refusal says
// what to do instead.
//
// A migration that still needs such a statement says why old code survives it, on the line before the statement:
//   -- old code survives: no version since 0.61 calls it
import { spawnSync } from "node:child_process";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { isOutside, outside_mark } from "../server/platform/db/migrating/outside-transaction.ts";

/** Squawk's rules that are switched off, each with the reason. */
const left_out: Readonly<Record<string, string>> = {
  "prefer-bigint-over-int": "columns that count or measure something bounded say so by their type",
  "prefer-bigint-over-smallint": "as above",
  "require-lock-timeout": "the migrator sets lock_timeout for every migration",
  "require-statement-timeout":
    "a migration of a large table may take its time; what would hold a lock meanwhile is found by other rules",
};

/** What to do instead, for rules of squawk that only state the problem. */
const remedies: Readonly<Record<string, string>> = {
  "ban-drop-column": "Let code leave the column first; drop it in a migration of the next version.",
  "ban-drop-table": "Let code leave the table first; drop it in a migration of the next version.",
  "renaming-column": "Add a column with the new name, write both for one version, and drop the old one in the next.",
  "renaming-table":
    "Make a view with the new name, or a new table that is filled meanwhile; drop the old one in the next version.",
  "changing-column-type":
    "Add a column of the new type, write both for one version, fill it in parts, and drop the old one in the next.",
  "adding-required-field": "Give the column a default, or let it be null until all code writes it.",
  "adding-not-nullable-field":
    "Add `check (… is not null) not valid`, and validate it in another migration, once all code writes it.",
  "adding-field-with-default": "Add the column without a default, fill it in parts by a job, and then add the default.",
  "constraint-missing-not-valid": "Add the constraint as `not valid`, and validate it in another migration.",
  "disallowed-unique-constraint":
    "Make the unique index `concurrently`, outside a transaction (0042), once all code keeps the rule.",
  "require-concurrent-index-creation":
    "Make the index `concurrently`, outside a transaction (0042); on a table that stays small say squawk-ignore.",
  "require-concurrent-index-deletion": "Drop the index `concurrently`, outside a transaction (0042).",
};

export type Refusal = { statement: string; why: string; instead: string };

/** Squawk's report on files, and whether it checked all of them. */
export function askSquawk(files: readonly string[]): { passed: boolean; report: string } {
  const root = path.join(import.meta.dirname, "..");
  const squawk = spawnSync(
    process.execPath,
    [
      "node_modules/squawk-cli/js/bin/squawk",
      "--assume-in-transaction",
      "--pg-version=15",
      `--exclude=${Object.keys(left_out).join(",")}`,
      ...files,
    ],
    { cwd: root, encoding: "utf8" },
  );
  const report = stripVTControlCharacters(`${squawk.stdout}${squawk.stderr}`);
  // The last line says how many files were checked: a check that saw nothing has not passed.
  const passed = squawk.status === 0 && report.includes(`0 issues in ${files.length} file`);
  const found = Object.entries(remedies).filter(([rule]) => report.includes(`[${rule}]`));
  return { passed, report: [report, ...found.map(([rule, remedy]) => `${rule}\n  → ${remedy}`)].join("\n") };
}

/** Everything that old code or concurrent requests would not survive. */
export function refusalsOf(text: string): Refusal[] {
  const statements = statementsOf(text);
  const made = new Set(statements.flatMap(({ sql }) => createdBy(sql) ?? []));
  const beside = statements.find(({ sql }) => /^(?:create (?:unique )?|drop )index concurrently /.test(sql));
  if (beside !== undefined && !isOutside(text))
    return [
      {
        statement: beside.sql.slice(0, statement_chars_max),
        why: "PostgreSQL refuses it within a transaction",
        instead: `Put it in a migration of its own, whose first line is "${outside_mark}" (0042).`,
      },
    ];
  return statements.flatMap(({ sql, reason }) => {
    const rule = rules.find(({ pattern, unless }) => {
      const match = pattern.exec(sql);
      return match !== null && unless?.(match, { made, statements }) !== true;
    });
    if (rule === undefined || reason !== null) return [];
    return [{ statement: sql.slice(0, statement_chars_max), why: rule.why, instead: rule.instead }];
  });
}

const statement_chars_max = 120;

type Statement = { sql: string; reason: string | null };
type Around = { made: ReadonlySet<string>; statements: readonly Statement[] };
type Rule = {
  pattern: RegExp;
  /** An exception: the statement changes only what this migration has created, or restores it as old code knows it. */
  unless?: (match: RegExpExecArray, around: Around) => boolean;
  why: string;
  instead: string;
};

const next_version = "in a migration of the next version, when no process of this one's predecessor runs any more";
const isMade =
  (kind: string) =>
  ([, name]: RegExpExecArray, { made }: Around) =>
    made.has(`${kind} ${name}`);

const rules: readonly Rule[] = [
  {
    pattern: /^revoke (?:grant option for )?.* on (?:table |function |procedure |all \w+ in schema )?([\w.]+).* from /,
    unless: ([, name], { made }) => made.has(`table ${name}`) || made.has(`function ${name}`) || made.has(`procedure ${name}`),
    why: "old code that still runs uses the right",
    instead: `Leave the right for now and revoke it ${next_version}.`,
  },
  {
    pattern: /^drop (?:function|procedure|routine) (?:if exists )?([\w.]+)(?: ?\((.*)\))?/,
    unless: ([, name, types], around) => comesBack(name!, types, around),
    why: "old code still calls it",
    instead: `Create the new one beside it, under another name or with the same arguments, and drop the old one ${next_version}.`,
  },
  {
    pattern: /^drop (?:materialized )?view (?:if exists )?([\w.]+)/,
    unless: isMade("view"),
    why: "old code still reads it",
    instead: `Keep it, and drop it ${next_version}.`,
  },
  {
    pattern: /^drop (?:schema|type|domain|sequence|extension|aggregate|operator|collation) /,
    why: "old code may still use it",
    instead: `Keep it, and drop it ${next_version}.`,
  },
  {
    pattern: /^drop (?:trigger|policy|rule) (?:if exists )?(\w+) on ([\w.]+)/,
    unless: ([, name, table], { made, statements }) =>
      made.has(`table ${table}`) ||
      statements.some(({ sql }) =>
        new RegExp(`^create (?:or replace )?(?:constraint )?(?:trigger|policy|rule) ${name}\\b.* on ${table}\\b`).test(sql),
      ),
    why: "what it kept or allowed for old code ends, while old code still writes",
    instead: `Keep it beside the new one, and drop it ${next_version}.`,
  },
  {
    pattern: /^alter policy |^create policy .* as restrictive /,
    why: "old code may lose the sight of rows, or the right to write them",
    instead: `Add a policy that allows what new code needs, and take the old one away ${next_version}.`,
  },
  {
    pattern: /^alter table (?:if exists )?(?:only )?([\w.]+) .*\bdrop default\b/,
    unless: isMade("table"),
    why: "old code leaves the column to its default",
    instead: `Keep the default, and drop it ${next_version}.`,
  },
  {
    pattern: /^alter table (?:if exists )?(?:only )?([\w.]+) .*\bdrop constraint (?:if exists )?\w+_(?:pkey|key)\b/,
    unless: isMade("table"),
    why: "old code's `on conflict` names the constraint's columns and fails without it",
    instead: `Keep it, and drop it ${next_version}.`,
  },
  {
    pattern: /^alter table (?:if exists )?(?:only )?([\w.]+) .*\bset (?:logged|unlogged|tablespace|access method)\b/,
    unless: isMade("table"),
    why: "the whole table is written anew under a lock that all requests wait for",
    instead: "Make a new table, fill it in parts by a job, and let code change over.",
  },
  {
    pattern: /^alter table (?:if exists )?(?:only )?([\w.]+) .*\bdisable row level security\b/,
    why: "the wall between organisations falls",
    instead: "`no force row level security` lets the owner see what the migration changes; force it again after it.",
  },
  {
    pattern: /^alter table (?:if exists )?(?:only )?([\w.]+) (?:.*, )?(?:enable|force) row level security\b/,
    unless: ([, name], { made, statements }) =>
      made.has(`table ${name}`) ||
      statements.some(({ sql }) => sql.startsWith(`alter table ${name} no force row level security`)),
    why: "old code does not name its organisation there, and sees nothing or fails",
    instead: `Let code name the organisation first, and force it ${next_version}.`,
  },
  {
    pattern: /^alter (?:function|procedure|view|materialized view|sequence|type|schema) .* rename /,
    why: "old code knows the old name",
    instead: `Make a new one beside it, and drop the old one ${next_version}.`,
  },
  {
    pattern: /^alter domain .*(?:add constraint|set not null|add check)/,
    why: "old code may write what is refused from now on",
    instead: "Let new code keep the rule for one version, then add it as `not valid` and validate it in another migration.",
  },
  {
    pattern: /^create unique index (?:concurrently )?(?:if not exists )?\w+ on (?:only )?([\w.]+)/,
    unless: isMade("table"),
    why: "old code may write what the index forbids, and rows that are there may stop the migration",
    instead: "Let new code keep the rule for one version and mend what is there, then add the index.",
  },
  {
    pattern:
      /^(?:lock(?: table)?|cluster|reindex(?!.* concurrently)|vacuum full|vacuum \(.*full|refresh materialized view(?! concurrently)) ?/,
    why: "requests wait until it has ended",
    instead: "Use the form that lets others go on (`concurrently`), outside a transaction (0042), or do it in parts by a job.",
  },
  {
    pattern: /^truncate (?:table )?(?:only )?([\w.]+)/,
    unless: isMade("table"),
    why: "old code still reads the rows",
    instead: `Leave them, and remove them in parts by a job, or ${next_version}.`,
  },
  {
    pattern: /^update (?:only )?([\w.]+) (?!.*\bwhere\b)/,
    unless: isMade("table"),
    why: "every row is locked and written at once, and requests wait for the end",
    instead:
      "Do it in parts: a job of the worker, or a procedure that goes organisation by organisation; say which rows by `where`.",
  },
  {
    pattern: /^delete from (?:only )?([\w.]+)(?!.*\bwhere\b)/,
    unless: isMade("table"),
    why: "old code still reads the rows",
    instead: `Leave them, and remove them in parts by a job, or ${next_version}.`,
  },
];

/** Whether a dropped function is created again with the same arguments, so that its callers keep working. */
function comesBack(name: string, dropped: string | undefined, { made, statements }: Around): boolean {
  if (made.has(`procedure ${name}`)) return true;
  return statements.some(({ sql }) => {
    const args = /^create (?:or replace )?function ([\w.]+) ?\((.*?)\) ?(?:returns|language|as)\b/.exec(sql);
    return args?.[1] === name && (dropped === undefined || argumentTypes(args[2]!) === argumentTypes(dropped, false));
  });
}

/** The types of the arguments, in order. */
function argumentTypes(list: string, are_named = true): string {
  return list
    .split(/,(?![^(]*\))/)
    .map((one) => one.trim().replace(/ (?:default|=) ?.*$/, ""))
    .filter((one) => one !== "" && !/^(?:out|table) /.test(one))
    .map((one) => one.replace(/^(?:inout|in|variadic) /, ""))
    .map((one) => (are_named ? one.replace(/^\w+ (?=\w)/, "") : one))
    .join(",");
}

/** The object that a statement creates: `table person`, `function infra.admit` …. */
function createdBy(sql: string): string[] | null {
  const found =
    /^create (?:or replace )?(?:unlogged |temporary |temp )?(table|function|procedure|view|materialized view|index|unique index|type|sequence) (?:concurrently )?(?:if not exists )?([\w.]+)/.exec(
      sql,
    );
  if (found === null) return null;
  const kind = found[1]!.replace("materialized ", "").replace("unique ", "");
  // A replaced function existed before.
  return sql.startsWith("create or replace") ? null : [`${kind} ${found[2]!}`];
}

/** Comments, function bodies and string literals; the one that begins first contains the others. */
const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g;
const exception = /^\s*-- old code survives: (.{10,})$/;

/** The statements of a file in lower case, each on one line, without function bodies, literals and comments. */
function statementsOf(text: string): Statement[] {
  const plain = text.replaceAll(tokens, (token) => {
    if (token.startsWith("'")) return "''";
    if (token.startsWith("$")) return "$$";
    return exception.test(token) ? token : "";
  });
  const statements: Statement[] = [];
  let reason: string | null = null;
  let sql = "";
  for (const line of plain.split("\n")) {
    const comment = exception.exec(line);
    if (comment) reason = comment[1]!;
    const code = line.replace(/--.*$/, "").trim();
    if (code === "") continue;
    for (const piece of code.split(/(?<=;)/)) {
      sql += ` ${piece}`;
      if (!piece.endsWith(";")) continue;
      statements.push({ sql: sql.trim().replace(/;$/, "").replaceAll(/\s+/g, " ").toLowerCase(), reason });
      sql = "";
      reason = null;
    }
  }
  return statements;
}
