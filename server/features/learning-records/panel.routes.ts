import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { cursorAt, placeAt, readInstant } from "../../platform/http/cursor.ts";
import { findKnown } from "../../platform/http/known.ts";
import { languageOf } from "../../platform/http/language.ts";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { notFound } from "../../platform/http/problem.ts";
import { isUuid } from "../../platform/ids.ts";
import { ShownStatementList, ShownStatementQuery, StatementDetail, StatementParams } from "./panel-schema.ts";
import { shownOf } from "./shown.ts";
import { findShown, listShown, type ShownPlace, type ShownRow } from "./shown-sql.ts";

const tag = "Learning records";

/** Routes by which administrators read the learning record store. */
export function learningRecordPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/statements",
    roles: readers,
    operation: {
      id: "listStatements",
      tag,
      summary: "List statements of the store of learning records",
      answers: { 200: { description: "One page, the newest first.", schema: ShownStatementList } },
    },
    query: ShownStatementQuery,
    async handle({ caller, query: { cursor, limit, ...query }, request }) {
      const after = cursor === undefined ? undefined : placeAt(cursor, isPlace);
      const rows = await listShown(pool, caller.tenant.id, filterOf(query), { after, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const language = languageOf(request, null);
      const pagination = { limit, next_cursor: rows.length > limit ? cursorOf(page.at(-1)!) : null };
      return { body: { pagination, statements: page.map((row) => shownOf(row, language)) } };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/statements/:id",
    roles: readers,
    operation: {
      id: "getStatement",
      tag,
      summary: "Read a statement as it is stored",
      answers: { 200: { description: "The statement.", schema: StatementDetail } },
    },
    params: StatementParams,
    async handle({ caller, params }) {
      const { statement } = await findKnown(
        params.id,
        () => notFound("No such statement."),
        (id) => findShown(pool, caller.tenant.id, id),
      );
      return { body: { statement } };
    },
  });
}

function cursorOf({ stored_ms, place, id }: ShownRow): string {
  return cursorAt([stored_ms, place, id] satisfies ShownPlace);
}

function isPlace(members: readonly unknown[]): members is ShownPlace {
  const [stored_ms, place, id, ...more] = members;
  const is_place = Number.isInteger(place) && Math.abs(place as number) < 32_768;
  return Number.isSafeInteger(stored_ms) && is_place && typeof id === "string" && isUuid(id) && more.length === 0;
}

function filterOf({ from, until, ...rest }: Omit<Static<typeof ShownStatementQuery>, "cursor" | "limit">) {
  return {
    ...rest,
    from: from === undefined ? undefined : readInstant(from, "from"),
    until: until === undefined ? undefined : readInstant(until, "until"),
  };
}
