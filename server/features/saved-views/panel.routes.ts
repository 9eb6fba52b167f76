import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { invalid, notFound } from "../../platform/http/problem.ts";
import { json } from "../../platform/http/route.ts";
import { isUuid, newId } from "../../platform/ids.ts";
import { nameNorm } from "../../platform/text.ts";
import { SavedView, SavedViewInput, SavedViewList, SavedViewParams, SavedViewQuery } from "./schema.ts";
import { deleteView, listViews, upsertView } from "./sql.ts";

const tag = "Saved views";
/** The most views of one list that an administrator can save. */
const views_max = 50;

/** Routes for named filters of lists. Like bookmarks they belong to one administrator, so changes are not audited. */
export function savedViewPanelRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/saved-views",
    roles: readers,
    departments: "own",
    operation: {
      id: "listSavedViews",
      tag,
      summary: "List one's own views of a list",
      answers: { 200: { description: "By name.", schema: SavedViewList } },
    },
    query: SavedViewQuery,
    async handle({ caller: { tenant, account }, query: { list } }) {
      const shelf = { tenant_id: tenant.id, administrator_id: account.id, list };
      const views = await withTenant(pool, tenant.id, (db) => listViews(db, shelf));
      return { body: json(`{"views":${views}}`) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/saved-views",
    roles: readers,
    departments: "own",
    operation: {
      id: "saveView",
      tag,
      summary: "Keep the filters of a list under a name",
      description: `A view of the same name is replaced. Of one list ${views_max} can be kept.`,
      answers: { 201: { description: "The view.", schema: SavedView } },
    },
    body: SavedViewInput,
    async handle({ caller: { tenant, account, now }, body: { list, name, filters } }) {
      const name_norm = nameNorm(name);
      if (name_norm === "") throw invalid([{ pointer: "#/name", code: "REQUIRED", detail: "needs a letter or a digit" }]);
      const shelf = { tenant_id: tenant.id, administrator_id: account.id, list };
      const view = { id: newId(), name, name_norm, filters, at: now.toString(), views_max };
      const saved = await withTenant(pool, tenant.id, (db) => upsertView(db, shelf, view));
      if (saved === undefined)
        throw invalid([
          { pointer: "#/name", code: "TOO_MANY", detail: `is one too many: ${views_max} views of a list can be kept` },
        ]);
      return { status: 201, body: json(saved) };
    },
  });
  panelRoute(panel, {
    method: "DELETE",
    url: "/saved-views/:id",
    roles: readers,
    departments: "own",
    operation: {
      id: "removeView",
      tag,
      summary: "Remove one of one's own views",
      answers: { 204: { description: "Done.", schema: null } },
    },
    params: SavedViewParams,
    async handle({ caller: { tenant, account }, params: { id } }) {
      const shelf = { tenant_id: tenant.id, administrator_id: account.id };
      const removed = isUuid(id) && (await withTenant(pool, tenant.id, (db) => deleteView(db, shelf, id.toLowerCase())));
      if (!removed) throw notFound("You have no such view.");
      return { status: 204, body: null };
    },
  });
}
