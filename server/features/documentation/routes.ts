import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { open } from "../../platform/http/access.ts";
import type { MountedOperation } from "../../platform/http/mounted-operations.ts";
import { describeApi } from "../../platform/http/openapi.ts";
import { catalogueOf, problemExample } from "../../platform/http/openapi-problems.ts";
import { notFound, type ProblemType } from "../../platform/http/problem.ts";
import { etagOf, matches } from "../../platform/http/route.ts";
import { descriptionOf } from "./description.ts";
import { problem_page_policy, problemListPage, problemPage } from "./problem-pages.ts";
import { reference_page, reference_policy, reference_start, loadReferenceScript } from "./reference.ts";
import { OpenApiDocument, ProblemDescription, ProblemDescriptionList, ProblemSlug } from "./schema.ts";

export type DocumentationOptions = {
  base_url: string;
  /** Every operation of the application, complete once it is ready. */
  operations: readonly MountedOperation[];
};

/** The contract, its readable form, and the page behind each problem `type`. */
export function documentationRoutes(app: FastifyInstance, options: DocumentationOptions): void {
  let document = "";
  let catalogue = new Map<string, ProblemType>();
  app.addHook("onReady", async () => {
    document = JSON.stringify(describeApi(descriptionOf(options.base_url), options.operations));
    catalogue = new Map(catalogueOf(options.operations).map((type) => [type.slug, type]));
  });
  contractRoute(app, () => document);
  referenceRoutes(app);
  problemRoutes(app, options.base_url, () => catalogue);
}

function contractRoute(app: FastifyInstance, document: () => string): void {
  app.get("/openapi.json", {
    config: {
      access: open(),
      operation: {
        id: "getOpenApiDocument",
        tag: "Service",
        summary: "Read this document",
        answers: { 200: { description: "The OpenAPI document.", schema: OpenApiDocument } },
        headers: { ETag: "" },
        problems: [],
      },
    },
    handler: (request, reply) => {
      reply.header("access-control-allow-origin", "*");
      return sendPublic(request, reply, "application/json", document());
    },
  });
}

function referenceRoutes(app: FastifyInstance): void {
  app.get("/docs", { config: { access: open() } }, (request, reply) => {
    reply.header("content-security-policy", reference_policy);
    return sendPublic(request, reply, "text/html; charset=utf-8", reference_page);
  });
  app.get("/docs/start.js", { config: { access: open() } }, (request, reply) =>
    sendPublic(request, reply, "text/javascript; charset=utf-8", reference_start),
  );
  let script: Promise<Buffer> | null = null;
  app.get("/docs/reference.js", { config: { access: open() } }, async (request, reply) => {
    script ??= loadReferenceScript();
    reply.header("content-encoding", "gzip").header("vary", "accept-encoding");
    return sendPublic(request, reply, "text/javascript; charset=utf-8", await script);
  });
}

function problemRoutes(app: FastifyInstance, base_url: string, catalogue: () => Map<string, ProblemType>): void {
  const describe = ({ slug, ...type }: ProblemType): Static<typeof ProblemDescription> => ({
    type: `${base_url}/problems/${slug}`,
    code: type.code,
    status: type.status,
    title: type.title,
    cause: type.cause,
    remedy: type.remedy,
    example: problemExample({ slug, ...type }, base_url, "/api/v1/users"),
  });
  app.get("/problems", {
    config: {
      access: open(),
      operation: {
        id: "listProblems",
        tag: "Service",
        summary: "List the kinds of problems",
        description: "A page for people; JSON when Accept names application/json and not text/html.",
        answers: { 200: { description: "Every kind of problem, by status and code.", schema: ProblemDescriptionList } },
        headers: { ETag: "" },
        problems: [],
      },
    },
    handler: (request, reply) => {
      const types = [...catalogue().values()];
      return sendEither(
        request,
        reply,
        () => problemListPage(types),
        () => ({ problems: types.map(describe) }),
      );
    },
  });
  app.get<{ Params: Static<typeof ProblemSlug> }>("/problems/:slug", {
    schema: { params: ProblemSlug },
    config: {
      access: open(),
      operation: {
        id: "getProblem",
        tag: "Service",
        summary: "Read what a problem `type` means",
        description: "A page for people; JSON when Accept names application/json and not text/html.",
        answers: { 200: { description: "Its cause and its remedy.", schema: ProblemDescription } },
        headers: { ETag: "" },
        problems: [],
      },
    },
    handler: (request, reply) => {
      const type = catalogue().get(request.params.slug);
      if (!type) throw notFound("No such problem.");
      return sendEither(
        request,
        reply,
        () => problemPage(type, problemExample(type, base_url, "/api/v1/users")),
        () => describe(type),
      );
    },
  });
}

/** HTML for people, JSON for programs that ask for it. */
function sendEither(request: FastifyRequest, reply: FastifyReply, html: () => string, data: () => object): FastifyReply {
  const accept = request.headers.accept ?? "";
  reply.header("vary", "accept");
  if (accept.includes("json") && !accept.includes("text/html"))
    return sendPublic(request, reply, "application/json", JSON.stringify(data()));
  reply.header("content-security-policy", problem_page_policy);
  return sendPublic(request, reply, "text/html; charset=utf-8", html());
}

/** What everybody may keep for five minutes, and then ask for by its ETag. */
function sendPublic(request: FastifyRequest, reply: FastifyReply, type: string, body: string | Buffer): FastifyReply {
  const etag = etagOf(body);
  reply.header("etag", etag).header("cache-control", "public, max-age=300");
  if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.type(type).send(body);
}
