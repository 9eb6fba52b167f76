import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Static, TSchema } from "typebox";
import type { Caller, PanelCaller } from "../context.ts";
import { refuseUnacceptable } from "./accept.ts";
import type { Access } from "./access.ts";
import { withinDeadline } from "./deadline.ts";
import type { FindFurther } from "./every-fault.ts";
import type { ErrorItem, ProblemMaker } from "./problem.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the authentication hook on every route that needs a scope. */
    caller: Caller | null;
    /** When the access token of the request expires, in µs on the infrastructure's clock; null: there is no token. */
    token_expires_us: number | null;
    /** Set by the panel's guard on every panel route when the request has a session. */
    panel_caller: PanelCaller | null;
    /** Why the request was refused, for the request log; null: it was not refused. */
    refusal: Refusal | null;
    /** The state of the client's rate limit, for the request log; null: no client has authenticated. */
    limiter: Limiter | null;
    /** The client's address, as reported by trusted proxies. */
    address: string;
  }
  interface FastifyContextConfig {
    access?: Access;
    operation?: Operation;
  }
}

/** `cause` is not shown to the caller. Tenant and client are those of the refused credentials. */
export type Refusal = {
  code: string | null;
  cause: string | null;
  tenant_id: string | null;
  client_id: string | null;
  /** The problem as the caller sees it. */
  problem: { detail: string; errors: readonly ErrorItem[] } | null;
};

/** `full_in_s`: seconds until the bucket is full, or until midnight UTC once the day is used up. */
export type Limiter = { burst: number; remaining: number; full_in_s: number; day_used: number; day_limit: number };

/** The description of an operation for the OpenAPI document, besides its schemas. */
export type Operation = {
  id: string;
  tag: string;
  summary: string;
  description?: string;
  answers: Readonly<Record<number, AnswerDescription>>;
  /** The operation's own problems, besides the common ones of its kind. Default: none. */
  problems?: readonly ProblemMaker[];
  request_example?: unknown;
  /** Response headers besides the rate-limit headers, by name, with their description. */
  headers?: Readonly<Record<string, string>>;
  /** Media type of the request body; default application/json. */
  request_media_type?: string;
  /** The body is a file that the handler reads from the raw request: an example for each media type. */
  upload?: Readonly<Record<string, string>>;
  /** For the token endpoint: it takes the client's id and secret by HTTP Basic or in its form, or an assertion in its form. */
  authentication?: "client_secret";
  deprecation?: Deprecation;
};

/**
 * `media_type`: default application/json. `page`: an example of the page that browsers get instead. An operation that describes
 * its own 4xx answers uses another error format than RFC 9457.
 */
export type AnswerDescription = {
  description: string;
  schema: TSchema | null;
  example?: unknown;
  media_type?: string;
  page?: string;
};

/** The dates of RFC 9745 (`Deprecation`) and RFC 8594 (`Sunset`) as `YYYY-MM-DD`, and a link to more information. */
export type Deprecation = { deprecated_on: string; sunset_on: string; link: string };

/** The answer of an operation: an object, or JSON text as the database made it. */
export type Answer = {
  status?: number;
  body: JsonText | Download | object | null;
  headers?: Readonly<Record<string, string>>;
  /** Sends this ETag, or with `true` one made from the body. Answers 304 when If-None-Match contains it. */
  etag?: boolean | string;
};

/** JSON text that is sent without further serialisation. */
export type JsonText = { readonly json: string | Buffer };

/** A file that is sent while it is generated. */
export class Download {
  readonly media_type: string;
  readonly stream: Readable;

  constructor(media_type: string, stream: Readable) {
    this.media_type = media_type;
    this.stream = stream;
  }
}

export type RouteInput<P, Q, B> = {
  caller: Caller;
  params: P;
  query: Q;
  body: B;
  /** The raw request, for headers and its signal. */
  request: FastifyRequest;
};

export type Route<P extends TSchema, Q extends TSchema, B extends TSchema> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  access: Access & { kind: "scope" | "client" };
  operation: Operation;
  params?: P;
  query?: Q;
  body?: B;
  /** Largest body, in bytes; default 1 MiB. */
  body_limit_bytes?: number;
  /** Longest handling, in ms; default 10 s. */
  deadline_ms?: number;
  /** Checks besides the body's schema, for a 422 that lists every fault. */
  further?: FindFurther;
  handle(input: RouteInput<Static<P>, Static<Q>, Static<B>>): Promise<Answer>;
};

/** Mounts one operation of the integration API. */
export function route<P extends TSchema, Q extends TSchema, B extends TSchema>(
  app: FastifyInstance,
  definition: Route<P, Q, B>,
): void {
  const { params, query, body } = definition;
  app.route({
    method: definition.method,
    url: definition.url,
    schema: {
      ...(params ? { params } : {}),
      ...(query ? { querystring: refusingEmpty(query) } : {}),
      ...(body ? { body: definition.method === "POST" ? takingNulls(body) : body } : {}),
    },
    config: {
      access: definition.access,
      operation: definition.operation,
      ...(definition.further ? { further: definition.further } : {}),
    },
    onRequest: refuseUnacceptable,
    ...(definition.method === "POST" && body ? { preValidation: leaveNullsOut } : {}),
    ...(definition.body_limit_bytes === undefined ? {} : { bodyLimit: definition.body_limit_bytes }),
    ...(definition.deadline_ms === undefined ? {} : ({ handlerTimeout: definition.deadline_ms } as RouteShorthandOptions)),
    async handler(request, reply) {
      const handle = () =>
        definition.handle({
          // The authentication hook has run and refused requests without a caller.
          caller: request.caller!,
          params: request.params as Static<P>,
          query: request.query as Static<Q>,
          body: request.body as Static<B>,
          request,
        });
      return sendAnswer(request, reply, await withinDeadline(request, handle));
    },
  });
}

/** Empty text parameters are refused: a parameter has a value or is left out (docs/decisions/0022). */
function refusingEmpty<Q extends TSchema>(query: Q): Q {
  const { properties = {} } = query as { properties?: Record<string, Record<string, unknown>> };
  const filled = Object.entries(properties).map(([name, schema]) => {
    const is_text = schema["type"] === "string" && schema["enum"] === undefined && schema["format"] === undefined;
    return [name, is_text ? { minLength: 1, ...schema } : schema];
  });
  return { ...query, properties: Object.fromEntries(filled) as object };
}

/**
 * A body schema for creating a record in which optional members may also be null; null means that the member is absent
 * (docs/decisions/0022).
 */
export function takingNulls<B extends TSchema>(body: B): B {
  const { required = [], properties = {} } = body as { required?: string[]; properties?: Record<string, BodyMember> };
  const members = Object.entries(properties).map(([name, schema]) => {
    if (required.includes(name) || takesNull(schema)) return [name, schema];
    const { default: value, ...plain } = schema;
    const outer = value === undefined ? {} : { default: value };
    return [name, { anyOf: [plain, { type: "null" }], absent: true, ...outer }];
  });
  return { ...body, properties: Object.fromEntries(members) as object };
}

type BodyMember = { type?: string | string[]; anyOf?: BodyMember[]; default?: unknown; absent?: true };

function takesNull({ type, anyOf }: BodyMember): boolean {
  if (anyOf) return anyOf.some(takesNull);
  return type === undefined || [type].flat().includes("null");
}

/** Removes the nulls that `takingNulls` accepts, so that defaults apply. */
async function leaveNullsOut(request: FastifyRequest): Promise<void> {
  request.body = withoutNulls(request.routeOptions.schema!.body as object, request.body ?? {});
}

/** An object without the nulls that `takingNulls` accepts. */
export function withoutNulls(schema: object, body: object): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, BodyMember> };
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !properties[name]?.absent));
}

export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status ?? 200);
  if (answer.headers) reply.headers(answer.headers);
  if (answer.body === null) return reply.send();
  if (answer.body instanceof Download) return reply.type(answer.body.media_type).send(answer.body.stream);
  const reads = request.method === "GET" || request.method === "HEAD";
  const body = isJsonText(answer.body) ? answer.body.json : JSON.stringify(answer.body);
  if (answer.etag) {
    const etag = answer.etag === true ? etagOf(body) : answer.etag;
    reply.header("etag", etag);
    if (reads) {
      reply.header("cache-control", "private, no-cache");
      if (matches(request.headers["if-none-match"], etag)) return reply.code(304).send();
    }
  }
  return reply.type("application/json").send(body);
}

/** A strong validator over the exact bytes of a record or list. */
export function etagOf(body: string | Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}

/** Whether an If-Match or If-None-Match header names the ETag (RFC 9110 §13.1; weak comparison). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((entry) => entry.trim() === "*" || entry.trim().replace(/^W\//, "") === etag.replace(/^W\//, ""));
}

/** Wraps text that the database has already shaped as JSON. */
export function json(text: string | Buffer): JsonText {
  return { json: text };
}

function isJsonText(body: JsonText | object): body is JsonText {
  return "json" in body && (typeof body.json === "string" || Buffer.isBuffer(body.json));
}
