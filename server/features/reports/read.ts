// Reads reports by their definition, with the rights of the reader, and in parts.
import { todayOf, type Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant, type Db } from "../../platform/db/transaction.ts";
import { groupWriterOf, writerOf, type Reading } from "./cells.ts";
import { countRows, listGroups, listKeys, listRows, type Group, type Key, type Read } from "./read-sql.ts";
import { preview_rows, rows_max, type ReportDefinition } from "./schema.ts";
import { subjects } from "./subjects/subjects.ts";
import { words } from "./words/words.ts";

/** Rows that are read at once for a file. */
const part_rows = 2_000;

/**
 * A report as a table of texts in the reader's language. With more than `rows_max` rows, the rest is left out and the last line
 * says so.
 */
export type Table = { titles: string[]; parts: AsyncIterable<string[][]> };

type Given = { definition: ReportDefinition; reading: Reading };

export async function previewReport(pool: Pool, context: Context, { definition, reading }: Given) {
  const read = readOf(context, definition);
  const write = rowWriterOf(definition, reading);
  return withTenant(pool, context.tenant.id, async (db) => {
    const rows = await listRows(db, read, await listKeys(db, read, preview_rows));
    const groups = definition.group_by === null ? [] : await listGroups(db, read);
    const rows_total = definition.group_by === null ? await rowsTotal(db, read, rows.length) : totalOf(groups);
    const titled = groupsWith(definition, reading, groups);
    return {
      titles: titlesOf(definition, reading),
      rows: rows.map(({ cells }) => write(cells)),
      rows_total: Math.min(rows_total, rows_max),
      is_cut: rows_total > rows_max,
      groups: titled.filter(({ is_rest }) => !is_rest).map(({ title, rows: count }) => ({ title, rows: count })),
      other_rows: groups.find(({ is_rest }) => is_rest)?.rows ?? 0,
    };
  });
}

const rowsTotal = async (db: Db, read: Read, shown: number) => (shown < preview_rows ? shown : countRows(db, read, rows_max));

const totalOf = (groups: readonly Group[]) => groups.reduce((total, { rows }) => total + rows, 0);

/** The table of a file. Its rows are known before it begins, so a file that cannot be made is refused instead of cut off. */
export async function readTable(pool: Pool, context: Context, given: Given, table_rows_max: number): Promise<Table> {
  const { definition, reading } = given;
  if (definition.group_by === null) {
    const read = readOf(context, definition);
    const keys = await withTenant(pool, context.tenant.id, (db) => listKeys(db, read, table_rows_max + 1));
    return { titles: titlesOf(definition, reading), parts: rowParts(pool, context, given, { keys, table_rows_max }) };
  }
  const { column, rows } = words[reading.language];
  return { titles: [column[definition.group_by]!, rows], parts: groupParts(pool, context, given) };
}

type Rows = { keys: readonly Key[]; table_rows_max: number };

async function* rowParts(
  pool: Pool,
  context: Context,
  { definition, reading }: Given,
  { keys, table_rows_max }: Rows,
): AsyncGenerator<string[][]> {
  const read = readOf(context, definition);
  const write = rowWriterOf(definition, reading);
  const kept = keys.slice(0, table_rows_max);
  for (let from = 0; from < kept.length; from += part_rows) {
    const rows = await withTenant(pool, context.tenant.id, (db) => listRows(db, read, kept.slice(from, from + part_rows)));
    if (rows.length > 0) yield rows.map(({ cells }) => write(cells));
  }
  if (kept.length < keys.length) yield [[words[reading.language].cut(table_rows_max)]];
}

async function* groupParts(pool: Pool, context: Context, { definition, reading }: Given): AsyncGenerator<string[][]> {
  const groups = await readGroups(pool, context, { definition, reading });
  yield groups.map(({ title, rows }) => [title, String(rows)]);
}

/** Whether a report has more than `rows` rows. */
export async function isLongerThan(pool: Pool, context: Context, definition: ReportDefinition, rows: number): Promise<boolean> {
  if (definition.group_by !== null) return false;
  return (await withTenant(pool, context.tenant.id, (db) => countRows(db, readOf(context, definition), rows))) > rows;
}

/** Groups with their titles, the largest first. The last one may stand for all others. */
export async function readGroups(
  pool: Pool,
  context: Context,
  { definition, reading }: Given,
): Promise<{ title: string; rows: number; is_rest: boolean }[]> {
  const groups = await withTenant(pool, context.tenant.id, (db) => listGroups(db, readOf(context, definition)));
  return groupsWith(definition, reading, groups);
}

function groupsWith({ subject, group_by }: ReportDefinition, reading: Reading, groups: readonly Group[]) {
  if (group_by === null) return [];
  const write = groupWriterOf(subjects[subject].columns[group_by]!.kind, reading);
  const { others } = words[reading.language];
  return groups.map(({ value, rows, is_rest }) => ({ title: is_rest ? others : write(value), rows, is_rest }));
}

const readOf = (context: Context, definition: ReportDefinition) => ({
  subject: subjects[definition.subject],
  definition,
  place: { tenant_id: context.tenant.id, today: todayOf(context) },
});

function titlesOf({ columns }: ReportDefinition, { language }: Reading): string[] {
  return columns.map((name) => words[language].column[name]!);
}

function rowWriterOf({ subject, columns }: ReportDefinition, reading: Reading): (cells: (string | null)[]) => string[] {
  const writers = columns.map((name) => writerOf(subjects[subject].columns[name]!.kind, reading));
  return (cells) => cells.map((cell, place) => writers[place]!(cell));
}
