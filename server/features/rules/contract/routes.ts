import type { FastifyInstance } from "fastify";
import type { Pool } from "../../../platform/db/pool.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { needs } from "../../../platform/http/access.ts";
import { readWalk, walkPage } from "../../../platform/http/cursor.ts";
import { findKnown, idOf } from "../../../platform/http/known.ts";
import { notFound, preconditionFailed } from "../../../platform/http/problem.ts";
import { etagOfRecord, refuseUnlessMatches, type RecordView } from "../../../platform/http/records/record-view.ts";
import { json, route, type RouteInput } from "../../../platform/http/route.ts";
import { createTurns } from "../../../platform/in-turn.ts";
import { pickGiven } from "../../../platform/pick.ts";
import { readRuleDraft } from "../draft.ts";
import { preview_max_ms } from "../panel.routes.ts";
import { previewChange } from "../preview.ts";
import { changeRule, createRule, retireRule } from "../save-rule.ts";
import { Preview, RuleParams } from "../schema.ts";
import { findRule, listRuleRecords } from "./record-sql.ts";
import { Rule, rule_settings, RuleList, RulePatch, RulePreview, RuleQuery, RuleSent } from "./schema.ts";

const tag = "Structure";
const url = "/api/v1/rules";
const no_rule = "No such rule.";
const etag_header = { ETag: "For If-None-Match; for If-Match, where it stands for the members that can be set only." };
/** Previews of one client that may wait in one process; more are refused with Retry-After. */
const previews_waiting_max = 2;
/** How long a preview may wait for its turn. */
const preview_wait_max_ms = 10_000;

/** Routes by which API clients read, preview and change rules. */
export function ruleRoutes(app: FastifyInstance, pool: Pool): void {
  readingRoutes(app, pool);
  keepingRoutes(app, pool);
  previewRoute(app, pool);
}

function readingRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "GET",
    url,
    access: needs("structure:read"),
    operation: {
      id: "listRules",
      tag,
      summary: "List rules",
      description: "In the order of their names. With `updated_since` also those that have ended (`retired_at`).",
      answers: { 200: { description: "One page of rules.", schema: RuleList } },
      headers: { ETag: "For If-None-Match." },
    },
    query: RuleQuery,
    handle: async ({ caller: { tenant }, query }) => {
      const filters = { q: query.q, active: query.active };
      const walk = readWalk(tenant.id, "rules", query, filters, "name");
      return { body: json(await walkPage(pool, walk, () => listRuleRecords(pool, tenant.id, filters, walk))), etag: true };
    },
  });
  route(app, {
    method: "GET",
    url: `${url}/:id`,
    access: needs("structure:read"),
    operation: {
      id: "getRule",
      tag,
      summary: "Read a rule",
      answers: { 200: { description: "The rule.", schema: Rule } },
      headers: etag_header,
    },
    params: RuleParams,
    handle: async ({ caller: { tenant }, params }) => {
      const find = (id: string) => withTenant(pool, tenant.id, (db) => findRule(db, tenant.id, id));
      return shown(await findKnown(params.id, no_rule, find));
    },
  });
}

function keepingRoutes(app: FastifyInstance, pool: Pool): void {
  route(app, {
    method: "POST",
    url,
    access: needs("structure:write"),
    operation: {
      id: "createRule",
      tag,
      summary: "Create a rule",
      description: "Its name is unique. All people are evaluated by it in the background; `evaluation` says how far that is.",
      answers: { 201: { description: "The rule.", schema: Rule } },
      headers: { Location: "Its address.", ...etag_header },
      request_example: {
        name: "Onboarding: Logistyka",
        conditions: { department_ids: ["019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b"] },
        course_ids: ["019a2b20-9f8e-7d6c-8b5a-4f3e2d1c0b9a"],
        due_days: 14,
      },
    },
    body: RuleSent,
    handle: async ({ caller, body }) => {
      const { id, text } = await createRule(pool, caller, pickGiven(body, rule_settings), findRule);
      return { status: 201, ...shown(text), headers: { location: `${url}/${id}` } };
    },
  });
  route(app, {
    method: "PATCH",
    url: `${url}/:id`,
    access: needs("structure:write"),
    operation: {
      id: "changeRule",
      tag,
      summary: "Change a rule",
      description: "What is left out stays; `conditions` and `course_ids` are replaced as a whole. Followed in the background.",
      answers: { 200: { description: "The rule after the change.", schema: Rule } },
      headers: etag_header,
      problems: [preconditionFailed],
      request_example: { due_days: 7 },
    },
    params: RuleParams,
    body: RulePatch,
    handle: async ({ caller, params, body, request }) =>
      shown(await changeRule(pool, caller, idOf(params.id, no_rule), pickGiven(body, rule_settings), viewOf(request))),
  });
  route(app, {
    method: "DELETE",
    url: `${url}/:id`,
    access: needs("structure:write"),
    operation: {
      id: "retireRule",
      tag,
      summary: "End a rule for good",
      description: "It applies to no one any more; what it asked for ends as its `on_leave` says, in the background.",
      answers: { 204: { description: "It has ended.", schema: null } },
      problems: [preconditionFailed],
    },
    params: RuleParams,
    handle: async ({ caller, params, request }) => {
      await retireRule(pool, caller, idOf(params.id, no_rule), viewOf(request));
      return { status: 204, body: null };
    },
  });
}

function previewRoute(app: FastifyInstance, pool: Pool): void {
  const inTurn = createTurns(previews_waiting_max);
  route(app, {
    method: "POST",
    url: `${url}/preview`,
    access: needs("structure:write"),
    operation: {
      id: "previewRule",
      tag,
      summary: "See what saving a rule would do",
      description:
        "The evaluation of the change itself, without writing; with `id`, of the rule that it would replace. All people are compared; enrollments and seats are worked out for a bounded number, which the answer names.",
      answers: { 200: { description: "What would happen.", schema: Preview } },
      problems: [notFound],
      request_example: {
        conditions: { department_ids: ["019a2b10-4c5d-7e6f-8a7b-1c2d3e4f5a6b"] },
        course_ids: ["019a2b20-9f8e-7d6c-8b5a-4f3e2d1c0b9a"],
      },
    },
    deadline_ms: preview_max_ms,
    body: RulePreview,
    async handle({ caller, body, request }) {
      const came_ms = performance.now();
      const isOver = () => request.raw.socket.destroyed || performance.now() - came_ms > preview_wait_max_ms;
      const preview = () => previewChange(pool, caller, (db) => readRuleDraft(db, caller.tenant.id, body));
      return { body: await inTurn(caller.client.id, isOver, preview) };
    },
  });
}

function shown(text: string) {
  return { body: json(text), etag: etagOfRecord(text, rule_settings) };
}

function viewOf({ headers }: RouteInput<unknown, unknown, unknown>["request"]): RecordView {
  const check = (record: string) => refuseUnlessMatches(headers["if-match"], record, { name: "rule", settings: rule_settings });
  return { read: findRule, check };
}
