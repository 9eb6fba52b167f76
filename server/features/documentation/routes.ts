import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { open } from "../../platform/http/access.ts";
import { notFound } from "../../platform/http/problem.ts";
import { sendPublic } from "../../platform/http/public.ts";
import { readContract, type Contract, type ContractSource } from "./contract.ts";
import { version } from "./description.ts";
import { problem_page_policy, problemListPage, problemPage } from "./problem-pages.ts";
import { loadReferenceScript, reference_page, reference_policy, reference_start } from "./reference.ts";
import {
  EventSchemaDocument,
  EventTypeParams,
  OpenApiDocument,
  ProblemDescription,
  ProblemDescriptionList,
  ProblemSlug,
} from "./schema.ts";

/** Routes of the start page, the contract, its reference, the page of each problem `type`, and the schema of each event type. */
export function documentationRoutes(app: FastifyInstance, source: ContractSource): void {
  let contract: Contract | undefined;
  let document: string | undefined;
  // Built on first use: it takes a tenth of the time of a start, and most processes serve many other requests first.
  app.decorate("contract", () => (contract ??= readContract(source)));
  startRoute(app, source.base_url);
  contractRoute(app, () => (document ??= JSON.stringify(app.contract().openapi)));
  collectionRoute(app);
  referenceRoutes(app);
  problemListRoute(app);
  problemRoute(app);
  eventSchemaRoute(app);
}

/** The base address: browsers are redirected to the panel, and programs get links. */
function startRoute(app: FastifyInstance, base_url: string): void {
  const addresses = JSON.stringify({
    name: "Muster",
    version,
    contract: `${base_url}/openapi.json`,
    reference: `${base_url}/docs`,
    postman: `${base_url}/postman-collection.json`,
    problems: `${base_url}/problems`,
    panel: `${base_url}/panel/`,
  });
  app.get("/", { config: { access: open() } }, (request, reply) => {
    reply.header("vary", "accept");
    if (request.headers.accept?.includes("text/html")) return reply.redirect("/panel/");
    return sendPublic(request, reply, "application/json", addresses);
  });
}

function contractRoute(app: FastifyInstance, document: () => string): void {
  app.get("/openapi.json", {
    config: {
      access: open(),
      cross_origin: true,
      operation: {
        id: "getOpenApiDocument",
        tag: "Service",
        summary: "Read this document",
        answers: { 200: { description: "The OpenAPI document.", schema: OpenApiDocument } },
        headers: { ETag: "For If-None-Match." },
      },
    },
    handler: (request, reply) => sendPublic(request, reply, "application/json", document()),
  });
}

/** The contract as a Postman collection. Like the reference, this route is not an operation of the contract. */
function collectionRoute(app: FastifyInstance): void {
  let collection: string | undefined;
  app.get("/postman-collection.json", { config: { access: open(), cross_origin: true } }, (request, reply) =>
    sendPublic(request, reply, "application/json", (collection ??= JSON.stringify(app.contract().postman))),
  );
}

function referenceRoutes(app: FastifyInstance): void {
  app.get("/docs", { config: { access: open(), cross_origin: true } }, (request, reply) => {
    reply.header("content-security-policy", reference_policy);
    return sendPublic(request, reply, "text/html; charset=utf-8", reference_page);
  });
  app.get("/docs/start.js", { config: { access: open(), cross_origin: true } }, (request, reply) =>
    sendPublic(request, reply, "text/javascript; charset=utf-8", reference_start),
  );
  let script: Promise<Buffer> | null = null;
  app.get("/docs/reference.js", { config: { access: open(), cross_origin: true } }, async (request, reply) => {
    script ??= loadReferenceScript().catch((error: unknown) => {
      script = null;
      throw error;
    });
    const loaded = await script;
    // Only now: the answer that a failure or the deadline sends in its place is not compressed.
    reply.header("content-encoding", "gzip");
    return sendPublic(request, reply, "text/javascript; charset=utf-8", loaded);
  });
}

const page_example = "<!doctype html>…";

function problemListRoute(app: FastifyInstance): void {
  app.get("/problems", {
    config: {
      access: open(),
      cross_origin: true,
      operation: {
        id: "listProblems",
        tag: "Service",
        summary: "List the kinds of problems",
        description: "A page for people; JSON when Accept names application/json and not text/html.",
        answers: {
          200: { description: "Every kind of problem, by status and code.", schema: ProblemDescriptionList, page: page_example },
        },
        headers: { ETag: "For If-None-Match." },
      },
    },
    handler: (request, reply) => {
      const problems = [...app.contract().problems.values()];
      if (wantsJson(request, reply)) return sendPublic(request, reply, "application/json", JSON.stringify({ problems }));
      return sendPage(request, reply, problemListPage(problems));
    },
  });
}

function problemRoute(app: FastifyInstance): void {
  app.get<{ Params: Static<typeof ProblemSlug> }>("/problems/:slug", {
    schema: { params: ProblemSlug },
    config: {
      access: open(),
      cross_origin: true,
      operation: {
        id: "getProblem",
        tag: "Service",
        summary: "Read what a problem `type` means",
        description: "A page for people; JSON when Accept names application/json and not text/html.",
        answers: { 200: { description: "Its cause and its remedy.", schema: ProblemDescription, page: page_example } },
        headers: { ETag: "For If-None-Match." },
      },
    },
    handler: (request, reply) => {
      const problem = app.contract().problems.get(request.params.slug);
      if (!problem) throw notFound("No such problem.");
      if (wantsJson(request, reply)) return sendPublic(request, reply, "application/json", JSON.stringify(problem));
      return sendPage(request, reply, problemPage(problem));
    },
  });
}

function eventSchemaRoute(app: FastifyInstance): void {
  app.get<{ Params: Static<typeof EventTypeParams> }>("/schemas/events/:type", {
    schema: { params: EventTypeParams },
    config: {
      access: open(),
      cross_origin: true,
      operation: {
        id: "getEventSchema",
        tag: "Service",
        summary: "Read the JSON Schema of an event type",
        description:
          "The same as in this document's `webhooks`, as a document of its own, for receivers that validate what they get.",
        answers: {
          200: { description: "A JSON Schema (2020-12).", schema: EventSchemaDocument, media_type: "application/schema+json" },
        },
        headers: { ETag: "For If-None-Match." },
      },
    },
    handler: (request, reply) => {
      const schema = app.contract().event_schemas.get(request.params.type);
      if (!schema) throw notFound("No such event type.");
      return sendPublic(request, reply, "application/schema+json", JSON.stringify(schema));
    },
  });
}

/** Whether the client asks for JSON; people get HTML. */
function wantsJson(request: FastifyRequest, reply: FastifyReply): boolean {
  const accept = request.headers.accept ?? "";
  reply.header("vary", "accept");
  return accept.includes("json") && !accept.includes("text/html");
}

function sendPage(request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
  reply.header("content-security-policy", problem_page_policy);
  return sendPublic(request, reply, "text/html; charset=utf-8", html);
}
