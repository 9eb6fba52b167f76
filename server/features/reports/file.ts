import { Readable } from "node:stream";
import type { Context } from "../../platform/context.ts";
import type { Pool } from "../../platform/db/pool.ts";
import { csvLine } from "../../platform/files/csv.ts";
import { workbookOf } from "../../platform/files/xlsx.ts";
import type { Reading } from "./cells.ts";
import { drawTable } from "./draw.ts";
import { readGroups, readTable } from "./read.ts";
import { pdf_rows_max, rows_max, type Format, type ReportDefinition } from "./schema.ts";
import { words } from "./words/words.ts";

export const file_types: Readonly<Record<Format, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};

export type Asked = { name: string; definition: ReportDefinition; reading: Reading; format: Format };

/** A report as a file, read while it is sent. */
export async function reportFile(pool: Pool, context: Context, asked: Asked): Promise<{ name: string; stream: Readable }> {
  const { name, definition, reading, format } = asked;
  const day = context.now.toZonedDateTimeISO(reading.time_zone).toPlainDate().toString();
  const file = { name: `${fileNameOf(name)}-${day}.${format}` };
  const table = await readTable(pool, context, { definition, reading }, format === "pdf" ? pdf_rows_max : rows_max);
  if (format === "csv") return { ...file, stream: Readable.from(csvOf(table.titles, table.parts)) };
  if (format === "xlsx") return { ...file, stream: Readable.from(workbookOf(sheetNameOf(name), table.titles, table.parts)) };
  const bars = definition.chart === "none" ? [] : await readGroups(pool, context, { definition, reading });
  const { locale, read_at } = words[reading.language];
  const at = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: reading.time_zone });
  const subtitle = read_at(`${at.format(new Date(context.now.epochMilliseconds))} (${reading.time_zone})`);
  const stream = await drawTable(table, { title: name, subtitle, language: reading.language, bars });
  return { ...file, stream };
}

/** With a byte order mark, which tells spreadsheet programs that it is UTF-8. */
async function* csvOf(titles: readonly string[], parts: AsyncIterable<string[][]>): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(titles)}`;
  for await (const part of parts) yield part.map(csvLine).join("");
}

/** A file name that every file system and HTTP header accepts. */
function fileNameOf(name: string): string {
  const plain = name.normalize("NFD").replaceAll("ł", "l").replaceAll("Ł", "L");
  return (
    plain
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^A-Za-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 60) || "report"
  );
}

/** A name that a workbook accepts for a sheet. */
function sheetNameOf(name: string): string {
  return (
    name
      .replaceAll(/[[\]:*?/\\']/g, " ")
      .slice(0, 31)
      .trim() || "Report"
  );
}
