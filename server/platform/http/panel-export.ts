import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import { Type, type Static, type TObject, type TProperties } from "typebox";
import type { PanelCaller, PanelRole } from "../context.ts";
import { csvLine } from "../files/csv.ts";
import type { CursorPagination, WalkQuery } from "./cursor.ts";
import { panelRoute } from "./panel-route.ts";
import { Download, type Answer } from "./route.ts";

/** Maximum number of rows of one file. */
const rows_max = 100_000;
const page_size = 500;
const long_ms = 300_000;
const walking = ["limit", "offset", "cursor", "updated_since"] as const;

type Page = string | Buffer;
type Filters<P extends TProperties> = TObject<Omit<P, (typeof walking)[number]>>;

export type PanelExport<P extends TProperties> = {
  /** The URL of the list: the export of `/people` is at `/people/export`. */
  url: string;
  id: string;
  tag: string;
  summary: string;
  roles: readonly PanelRole[];
  /** The `departments` of the list's route. */
  departments?: "seen";
  /** The list's query. The export accepts the same query without the pagination parameters. */
  query: TObject<P>;
  /** Names of fields of a row; `attributes.shift` is a member of the field `attributes`. */
  columns: (caller: PanelCaller) => Promise<readonly string[]> | readonly string[];
  /** `read` returns one page as JSON text, as the list answers it; `list` is the name of the member with the rows. */
  list: string;
  read: (caller: PanelCaller, query: Static<Filters<P>> & WalkQuery) => Promise<Page>;
};

/** Mounts an export of a list as a file: the same rows in the same order, read page by page while the file is sent. */
export function panelExport<P extends TProperties>(panel: FastifyInstance, given: PanelExport<P>): void {
  const { url, id, tag, summary, roles, list, departments } = given;
  const filters = Object.entries(given.query.properties).filter(([name]) => !(walking as readonly string[]).includes(name));
  panelRoute(panel, {
    method: "GET",
    url: `${url}/export`,
    roles,
    ...(departments === undefined ? {} : { departments }),
    operation: {
      id,
      tag,
      summary,
      description: `At most ${rows_max} rows, narrowed as the list is. A cell that a spreadsheet would take for a formula begins with an apostrophe.`,
      answers: { 200: { description: "CSV, in the order of the list.", schema: Type.String(), media_type: "text/csv" } },
    },
    deadline_ms: long_ms,
    query: Type.Object(Object.fromEntries(filters)) as unknown as Filters<P>,
    async handle({ caller, query }) {
      const columns = await given.columns(caller);
      const read = (cursor: string | undefined) => {
        const page = { limit: page_size, offset: 0, ...(cursor === undefined ? {} : { cursor }) };
        return given.read(caller, { ...query, ...page });
      };
      return fileOf(list, columns, read);
    },
  });
}

/**
 * A list's rows as CSV. Refusals are thrown before the file begins. `read` returns the first page, or the page after a cursor.
 */
export async function fileOf(
  list: string,
  columns: readonly string[],
  read: (cursor: string | undefined) => Promise<Page>,
): Promise<Answer> {
  const first = await read(undefined);
  return {
    body: new Download("text/csv; charset=utf-8", Readable.from(linesOf(list, columns, first, read))),
    headers: { "content-disposition": `attachment; filename="${list}.csv"` },
  };
}

type Row = Record<string, unknown>;

async function* linesOf(
  list: string,
  columns: readonly string[],
  first: Page,
  read: (cursor: string) => Promise<Page>,
): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns)}`;
  let page = first;
  for (let sent = 0; ; sent += page_size) {
    const body = JSON.parse(String(page)) as Record<string, Row[]> & { pagination: Static<typeof CursorPagination> };
    yield body[list]!.map((row) => csvLine(columns.map((name) => cellOf(row, name)))).join("");
    const { next_cursor } = body.pagination;
    if (next_cursor === null || sent + page_size >= rows_max) return;
    page = await read(next_cursor);
  }
}

/** Items of an array are separated by `|`, as in imported files. */
function cellOf(row: Row, name: string): string {
  const [field, member] = name.split(".", 2) as [string, string?];
  const value = member === undefined ? row[field] : (row[field] as Row | null)?.[member];
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join("|");
  return typeof value === "string" ? value : JSON.stringify(value);
}
