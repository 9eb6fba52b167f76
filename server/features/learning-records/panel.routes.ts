import type { FastifyInstance } from "fastify";
import type { Static } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { readInstant } from "../../platform/http/cursor.ts";
import { findKnown } from "../../platform/http/known.ts";
import { languageOf } from "../../platform/http/language.ts";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { notFound } from "../../platform/http/problem.ts";
import { ShownStatementList, ShownStatementQuery, StatementDetail, StatementParams } from "./panel-schema.ts";
import { shownOf } from "./shown.ts";
import { findShown, listShown } from "./shown-sql.ts";

const tag = "Learning records";

/** What the organisation's store of learning records holds, as administrators read it. */
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
    async handle({ caller, query: { cursor: after, limit, ...query }, request }) {
      const rows = await listShown(pool, caller.tenant.id, filterOf(query), { after, limit: limit + 1 });
      const page = rows.slice(0, limit);
      const language = languageOf(request, null);
      const pagination = { limit, next_cursor: rows.length > limit ? page.at(-1)!.id : null };
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

function filterOf({ from, until, ...rest }: Omit<Static<typeof ShownStatementQuery>, "cursor" | "limit">) {
  return {
    ...rest,
    from: from === undefined ? undefined : readInstant(from, "from"),
    until: until === undefined ? undefined : readInstant(until, "until"),
  };
}
