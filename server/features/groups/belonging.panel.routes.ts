import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import type { Pool } from "../../platform/db/pool.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { panelRoute, readers } from "../../platform/http/panel-route.ts";
import { json } from "../../platform/http/route.ts";
import { ChangeHistory, ListedPeople, ListedPeopleQuery } from "./asking-schema.ts";
import { history_entries_max, readHistory } from "./history.ts";
import { listBelongingPage, type Belonging } from "./people-sql.ts";

/** Names one of the two kinds, rules or groups, to routes that they share: lists of people and history. */
export type BelongingKind = {
  type: "rule" | "group";
  tag: string;
  people: { id: string; path: string; summary: string };
  history: { id: string };
  belonging: (id: string) => Belonging;
  /** Throws when the organisation has no rule or group with this id. */
  find: (tenant_id: string, id: string) => Promise<unknown>;
};

/** Routes that list the people of a rule or group, and the history of its changes. */
export function belongingPanelRoutes(panel: FastifyInstance, pool: Pool, kind: BelongingKind): void {
  const { type, tag, people, history } = kind;
  const params = Type.Object({ id: Type.String() });
  panelRoute(panel, {
    method: "GET",
    url: `/${type}s/:id/${people.path}`,
    roles: readers,
    operation: {
      id: people.id,
      tag,
      summary: people.summary,
      answers: { 200: { description: "One page of them, in the order of their names.", schema: ListedPeople } },
    },
    params,
    query: ListedPeopleQuery,
    async handle({ caller: { tenant }, params: { id }, query }) {
      await kind.find(tenant.id, id);
      const walk = readWalk(tenant.id, "people", query, { q: query.q, [`${type}_id`]: id }, "name");
      const read = () => listBelongingPage(pool, tenant.id, kind.belonging(id), query.q, walk);
      return { body: json(await walkPage(pool, walk, read)) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: `/${type}s/:id/history`,
    roles: readers,
    operation: {
      id: history.id,
      tag,
      summary: `See who changed a ${type}`,
      description: `The latest ${history_entries_max} changes.`,
      answers: { 200: { description: "The latest change first.", schema: ChangeHistory } },
    },
    params,
    async handle({ caller: { tenant }, params: { id } }) {
      await kind.find(tenant.id, id);
      return { body: await readHistory(pool, tenant.id, { type, id }) };
    },
  });
}
