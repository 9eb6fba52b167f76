import type { FastifyInstance } from "fastify";
import type { Pool } from "../../platform/db/pool.ts";
import { withTenant } from "../../platform/db/transaction.ts";
import { readWalk, walkPage } from "../../platform/http/cursor.ts";
import { findKnown, idOf } from "../../platform/http/known.ts";
import { panelRoute, readers, training } from "../../platform/http/panel-route.ts";
import { preconditionFailed } from "../../platform/http/problem.ts";
import { json } from "../../platform/http/route.ts";
import { Batch } from "../groups/asking-schema.ts";
import { belongingPanelRoutes } from "../groups/belonging.panel.routes.ts";
import { listAttributeDefinitions } from "../people/sql.ts";
import { listStoppedBatches } from "./batches-sql.ts";
import { readRuleDraft } from "./draft.ts";
import { batchNotStopped } from "./errors.ts";
import { previewChange } from "./preview.ts";
import { findRuleRecord, listRulePage, matchedBy, readRuleRecord } from "./read-sql.ts";
import { retryBatch } from "./retry-batch.ts";
import { changeRule, createRule, retireRule } from "./save-rule.ts";
import {
  AttributeList,
  BatchList,
  Preview,
  RuleChange,
  RuleCreate,
  RuleDraft,
  RuleList,
  RuleParams,
  RuleQuery,
  RuleRecord,
} from "./schema.ts";

const tag = "Rules";
const no_rule = "No such rule.";
/** A preview compares all people; 100,000 take some seconds. */
export const preview_max_ms = 30_000;

/** Routes of the panel that read, preview and change rules. */
export function rulePanelRoutes(panel: FastifyInstance, pool: Pool): void {
  readingRoutes(panel, pool);
  belongingPanelRoutes(panel, pool, {
    type: "rule",
    tag,
    people: { id: "listRulePeople", path: "people", summary: "List the people to whom a rule applies" },
    history: { id: "listRuleHistory" },
    belonging: matchedBy,
    find: (tenant_id, id) => find(pool, tenant_id, id),
  });
  batchRoutes(panel, pool);
  previewRoute(panel, pool);
  panelRoute(panel, {
    method: "POST",
    url: "/rules",
    roles: training,
    operation: {
      id: "createRule",
      tag,
      summary: "Make a rule",
      description: "All people are evaluated by it in the background: `last_batch` says how far that is.",
      answers: { 201: { description: "The rule.", schema: RuleRecord } },
    },
    body: RuleCreate,
    handle: async ({ caller, body }) => ({
      status: 201,
      body: json((await createRule(pool, caller, body, readRuleRecord)).text),
    }),
  });
  panelRoute(panel, {
    method: "PATCH",
    url: "/rules/:id",
    roles: training,
    operation: {
      id: "changeRule",
      tag,
      summary: "Change a rule, or switch it on or off",
      description: "`conditions` and `course_ids` are replaced as a whole.",
      answers: { 200: { description: "The rule after the change.", schema: RuleRecord } },
      problems: [preconditionFailed],
    },
    params: RuleParams,
    body: RuleChange,
    handle: async ({ caller, params, body }) => ({
      body: json(await changeRule(pool, caller, idOf(params.id, no_rule), body, { read: readRuleRecord })),
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/rules/:id/retire",
    roles: training,
    operation: {
      id: "retireRule",
      tag,
      summary: "Retire a rule for good",
      description: "It applies to no one any more; what it asked for ends as its `on_leave` says. Its name is free again.",
      answers: { 200: { description: "The rule after it.", schema: RuleRecord } },
    },
    params: RuleParams,
    handle: async ({ caller, params }) => ({
      body: json((await retireRule(pool, caller, idOf(params.id, no_rule), { read: readRuleRecord }))!),
    }),
  });
}

function previewRoute(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "POST",
    url: "/rules/preview",
    roles: training,
    operation: {
      id: "previewRule",
      tag,
      summary: "See what saving a rule would do",
      description:
        "The same evaluation as the change itself, without writing. All people are compared; enrollments and seats are worked out for a bounded number of them, which the answer names.",
      answers: { 200: { description: "What would happen.", schema: Preview } },
    },
    body: RuleDraft,
    deadline_ms: preview_max_ms,
    handle: async ({ caller, body }) => ({
      body: await previewChange(pool, caller, (db) => readRuleDraft(db, caller.tenant.id, body)),
    }),
  });
}

function readingRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/rules",
    roles: readers,
    operation: {
      id: "listRules",
      tag,
      summary: "List rules",
      answers: { 200: { description: "One page of them.", schema: RuleList } },
    },
    query: RuleQuery,
    async handle({ caller, query }) {
      const filters = { q: query.q, active: query.active };
      const walk = readWalk(caller.tenant.id, "rules", query, filters, "name");
      return { body: json(await walkPage(pool, walk, () => listRulePage(pool, caller.tenant.id, filters, walk))) };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/rules/attributes",
    roles: readers,
    operation: {
      id: "listConditionAttributes",
      tag,
      summary: "List the attributes that conditions may name",
      answers: { 200: { description: "All of them.", schema: AttributeList } },
    },
    async handle({ caller }) {
      const attributes = await withTenant(pool, caller.tenant.id, (db) => listAttributeDefinitions(db, caller.tenant.id));
      return { body: { attributes: attributes.sort((a, b) => (a.key < b.key ? -1 : 1)) } };
    },
  });
  panelRoute(panel, {
    method: "GET",
    url: "/rules/:id",
    roles: readers,
    operation: {
      id: "getRule",
      tag,
      summary: "Read a rule",
      answers: { 200: { description: "The rule.", schema: RuleRecord } },
    },
    params: RuleParams,
    handle: async ({ caller, params }) => ({ body: json(await find(pool, caller.tenant.id, params.id)) }),
  });
}

function find(pool: Pool, tenant_id: string, given_id: string): Promise<string> {
  return findKnown(given_id, no_rule, (id) => findRuleRecord(pool, tenant_id, id));
}

/** Routes for evaluations that have stopped before their end. */
function batchRoutes(panel: FastifyInstance, pool: Pool): void {
  panelRoute(panel, {
    method: "GET",
    url: "/rule-batches/stopped",
    roles: readers,
    operation: {
      id: "listStoppedBatches",
      tag,
      summary: "List evaluations that have stopped",
      description: "Those whose last try has failed, and those with which nothing has gone on for a quarter of an hour.",
      answers: { 200: { description: "The latest 20 of them.", schema: BatchList } },
    },
    handle: async ({ caller: { tenant } }) => {
      const batches = await withTenant(pool, tenant.id, (db) => listStoppedBatches(db, tenant.id));
      return { body: json(`{"batches":${batches}}`) };
    },
  });
  panelRoute(panel, {
    method: "POST",
    url: "/rule-batches/:id/retry",
    roles: training,
    operation: {
      id: "retryBatch",
      tag,
      summary: "Try an evaluation again that has stopped",
      description: "It goes through all people once more; what was done already changes nothing the second time.",
      answers: { 202: { description: "It goes on in the background.", schema: Batch } },
      problems: [batchNotStopped],
    },
    params: RuleParams,
    handle: async ({ caller, params: { id } }) => {
      return { status: 202, body: json(await retryBatch(pool, caller, idOf(id, "No such evaluation."))) };
    },
  });
}
