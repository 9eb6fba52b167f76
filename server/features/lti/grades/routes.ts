import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { open } from "../../../platform/http/access.ts";
import { withTenant } from "../../../platform/db/transaction.ts";
import { readJsonObject } from "../../../platform/http/bodies/json-body.ts";
import { idOf, known } from "../../../platform/http/known.ts";
import { insufficientScope, invalid, notFound, unauthorized } from "../../../platform/http/problem.ts";
import { InstantInput, OneOf } from "../../../platform/http/schema.ts";
import { isUuid, no_id } from "../../../platform/ids.ts";
import { findNowUs, findTenantIdHere } from "../../sign-in/tenant-sql.ts";
import { lineItemOf, platformOf } from "../addresses.ts";
import { findTool, type Tool } from "../tools/sql.ts";
import { readToolToken } from "./access-token.ts";
import type { GrantOptions } from "./grant.ts";
import { activity_progresses, grading_progresses, type Score } from "./rules.ts";
import { takeScore } from "./score.ts";
import { read_line_items, read_results, write_scores } from "./scopes.ts";
import { findLaunchedItem, findListedItem, listLineItems, listResults, type LineItem } from "./sql.ts";

const score_bytes_max = 16_384;
const results_max = 200;
/** The maximum of each line item: line items have no points of their own, and results are percentages. */
const line_item_maximum = 100;
const points_max = 1_000_000_000;

/** LTI-AGS 2.0 §3.4.1. Further members, such as comments, are accepted and not stored. */
const ScoreBody = Type.Object({
  userId: Type.String({ minLength: 1, maxLength: 255 }),
  timestamp: InstantInput,
  activityProgress: OneOf(activity_progresses),
  gradingProgress: OneOf(grading_progresses),
  scoreGiven: Type.Optional(Type.Number({ minimum: 0, maximum: points_max })),
  scoreMaximum: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: points_max })),
});

type ScoreGiven = {
  userId: string;
  timestamp: string;
  activityProgress: Score["activity_progress"];
  gradingProgress: Score["grading_progress"];
  scoreGiven?: number;
  scoreMaximum?: number;
};
type Route = {
  Params: { tenant_code: string; id: string };
  Querystring: { resource_link_id?: unknown; user_id?: unknown; limit?: unknown; after?: unknown };
};
type Within = { tenant_id: string; tenant_code: string; tool: Tool };

/** Routes by which tools read and send grades. */
export function gradeRoutes(app: FastifyInstance, options: GrantOptions): void {
  const config = { access: open() };
  void app.register(async (grades) => {
    grades.removeAllContentTypeParsers();
    grades.addContentTypeParser(
      ["application/vnd.ims.lis.v1.score+json", "application/json"],
      { parseAs: "buffer", bodyLimit: score_bytes_max },
      (_request, body, done) => {
        try {
          done(null, readJsonObject(body as Buffer));
        } catch (error) {
          done(error as Error);
        }
      },
    );
    const enter = (request: FastifyRequest<Route>, scope: string) => within(options, request, scope);
    grades.get<Route>("/lti/:tenant_code/courses/:id/line-items", { config }, async (request, reply) => {
      const inside = await enter(request, read_line_items);
      return send(reply, "application/vnd.ims.lis.v2.lineitemcontainer+json", await lineItems(options, inside, request));
    });
    grades.get<Route>("/lti/:tenant_code/line-items/:id", { config }, async (request, reply) => {
      const inside = await enter(request, read_line_items);
      const item = await find(options, inside, request);
      return send(reply, "application/vnd.ims.lis.v2.lineitem+json", shown(options, inside, item));
    });
    grades.get<Route>("/lti/:tenant_code/line-items/:id/results", { config }, async (request, reply) =>
      sendResults(options, await enter(request, read_results), request, reply),
    );
    grades.post<Route & { Body: ScoreGiven }>(
      "/lti/:tenant_code/line-items/:id/scores",
      { config, schema: { body: ScoreBody }, bodyLimit: score_bytes_max },
      async (request, reply) => {
        const inside = await enter(request, write_scores);
        await sendScore(options, inside, request);
        return reply.code(204).send();
      },
    );
  });
}

/** The tool to which the access token belongs, within its organisation. Throws without a valid token. */
async function within({ pool, keyring }: GrantOptions, request: FastifyRequest<Route>, scope: string): Promise<Within> {
  const shown = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const token = readToolToken(keyring, shown);
  const tenant_code = request.params.tenant_code.toUpperCase();
  const tenant_id = await findTenantIdHere(pool, tenant_code);
  if (token === null || token.tenant_id !== tenant_id) throw refused();
  const tool = await withTenant(pool, tenant_id, (db) => findTool(db, tenant_id, token.tool_id));
  const now_s = (await findNowUs(pool)) / 1_000_000;
  if (tool === undefined || tool.key_version !== token.key_version || token.expires_s <= now_s) throw refused();
  if (!token.scopes.includes(scope))
    throw insufficientScope("The access token lacks the scope that this needs.", { members: { required_scopes: [scope] } });
  return { tenant_id, tenant_code, tool };
}

function refused() {
  return unauthorized("Send the access token that the token endpoint has issued for this organisation.", {
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });
}

/** The line item in the address, if a course has it for this tool, or if the tool was launched from it. */
async function find({ pool }: GrantOptions, { tenant_id, tool }: Within, { params }: FastifyRequest<Route>): Promise<LineItem> {
  const item_id = idOf(params.id, missing);
  const key = { tool_id: tool.id, item_id };
  const item = await withTenant(
    pool,
    tenant_id,
    async (db) => (await findLaunchedItem(db, tenant_id, key)) ?? (await findListedItem(db, tenant_id, key)),
  );
  return known(item, missing);
}

const missing = "No such line item.";

async function lineItems(options: GrantOptions, inside: Within, { params, query }: FastifyRequest<Route>) {
  const { tenant_id, tool } = inside;
  const course_id = idOf(params.id, "No such course.");
  const items = await withTenant(options.pool, tenant_id, (db) => listLineItems(db, tenant_id, { tool_id: tool.id, course_id }));
  const { resource_link_id } = query;
  return items
    .filter(({ id }) => resource_link_id === undefined || id === resource_link_id)
    .map((item) => shown(options, inside, item));
}

function shown({ base_url }: GrantOptions, { tenant_code }: Within, { id, label }: LineItem) {
  return {
    id: lineItemOf(platformOf(base_url, tenant_code), id),
    scoreMaximum: line_item_maximum,
    label,
    resourceLinkId: id,
  };
}

async function sendResults(
  options: GrantOptions,
  inside: Within,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { tenant_id, tenant_code, tool } = inside;
  const item = await find(options, inside, request);
  const { user_id, limit: given_limit, after } = request.query;
  if (user_id !== undefined && !(typeof user_id === "string" && isUuid(user_id))) return send(reply, results_type, []);
  const limit = typeof given_limit === "string" && /^[1-9]\d{0,2}$/.test(given_limit) ? Number(given_limit) : results_max;
  const page = {
    subject: user_id?.toLowerCase() ?? null,
    after: typeof after === "string" && isUuid(after) ? after.toLowerCase() : no_id,
    limit: Math.min(limit, results_max),
  };
  const rows = await withTenant(options.pool, tenant_id, (db) =>
    listResults(db, tenant_id, { tool_id: tool.id, item_id: item.id }, page),
  );
  const line_item = lineItemOf(platformOf(options.base_url, tenant_code), item.id);
  // RFC 8288: a full page may have a next page.
  if (rows.length === page.limit && page.subject === null)
    reply.header("link", `<${line_item}/results?limit=${page.limit}&after=${rows.at(-1)!.subject}>; rel="next"`);
  const results = rows.map(({ subject, score_given, score_maximum }) => ({
    id: `${line_item}/results/${subject}`,
    scoreOf: line_item,
    userId: subject,
    resultScore: score_given,
    resultMaximum: score_maximum,
  }));
  return send(reply, results_type, results);
}

const results_type = "application/vnd.ims.lis.v2.resultcontainer+json";

async function sendScore(
  { pool }: GrantOptions,
  { tenant_id, tool }: Within,
  { params, body }: FastifyRequest<Route & { Body: ScoreGiven }>,
): Promise<void> {
  const { userId, timestamp: scored_at, activityProgress, gradingProgress, scoreGiven, scoreMaximum } = body;
  const item_id = idOf(params.id, missing);
  if (!isUuid(userId)) throw notFound("This learner has not been sent to this line item.");
  if (scoreGiven !== undefined && scoreMaximum === undefined)
    throw invalid([{ pointer: "#/scoreMaximum", code: "REQUIRED", detail: "is required beside scoreGiven" }]);
  const score: Score = {
    score_given: scoreGiven ?? null,
    score_maximum: scoreGiven === undefined ? null : scoreMaximum!,
    activity_progress: activityProgress,
    grading_progress: gradingProgress,
  };
  const key = { tool_id: tool.id, item_id, subject: userId.toLowerCase() };
  await takeScore(pool, { tenant_id, tool_name: tool.name }, key, { ...score, scored_at });
}

function send(reply: FastifyReply, type: string, body: unknown): FastifyReply {
  return reply.header("cache-control", "no-store").type(type).send(JSON.stringify(body));
}
