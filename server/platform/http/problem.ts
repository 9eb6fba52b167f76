import { Type, type Static, type TSchema } from "typebox";
import { FaultCode } from "./fault-codes.ts";

/** A type of failure, described for the documentation, the OpenAPI document and the problem page (RFC 9457). */
export type ProblemType = {
  /** Machine-readable, UPPER_SNAKE; stable. */
  code: string;
  status: number;
  /** Last segment of the `type` URI, `{base_url}/problems/<slug>`. */
  slug: string;
  title: string;
  /** Texts for the problem page: why the failure happens, and how the caller resolves it. */
  cause: string;
  remedy: string;
  /** Extension members besides the standard members. */
  members: Readonly<Record<string, TSchema>>;
};

/** A suggested correction: a department, a company or a type of event. */
const Suggestion = Type.Object(
  {
    id: Type.Optional(Type.String({ format: "uuid", description: "Of the department or company." })),
    name: Type.Optional(Type.String()),
    tax_id: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: "Tells companies of one name apart." })),
    event_type: Type.Optional(Type.String()),
  },
  { $id: "Suggestion" },
);
type Suggestion = Static<typeof Suggestion>;

/** One invalid field. Exactly one of pointer (RFC 9457 §3: URI fragment), parameter and header gives its place. */
export type ErrorItem = {
  pointer?: string;
  parameter?: string;
  header?: string;
  code: FaultCode;
  detail: string;
  suggestions?: readonly Suggestion[];
};

/** A failure that the caller can resolve. `detail` is for the caller; the internal reason goes into `cause`. */
export class Problem extends Error {
  readonly type: ProblemType;
  readonly detail: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  constructor(type: ProblemType, detail: string, extra: ProblemExtra = {}) {
    super(`${type.code}: ${detail}`, extra.cause === undefined ? {} : { cause: extra.cause });
    this.name = "Problem";
    this.type = type;
    this.detail = detail;
    this.members = extra.members ?? {};
    this.headers = extra.headers ?? {};
  }
}

export type ProblemExtra = { members?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown };

/** Defines a type of failure. Call the result with the sentence for the caller, and throw what it returns. */
export type ProblemMaker = ((detail: string, extra?: ProblemExtra) => Problem) & { readonly type: ProblemType };

export function problem(
  code: string,
  status: number,
  title: string,
  text: { cause: string; remedy: string; slug?: string; members?: Record<string, TSchema> },
): ProblemMaker {
  const type: ProblemType = {
    code,
    status,
    title,
    slug: text.slug ?? code.toLowerCase().replaceAll("_", "-"),
    cause: text.cause,
    remedy: text.remedy,
    members: text.members ?? {},
  };
  return Object.assign((detail: string, extra?: ProblemExtra) => new Problem(type, detail, extra), { type });
}

/** The problem of one part of a request, for the answer to the whole. Members about the whole request are left out. */
export function problemOfPart({ type, detail, members }: Problem, base_url: string) {
  const { slug, title, status, code } = type;
  return { type: `${base_url}/problems/${slug}`, title, status, detail, code, ...members };
}

/** The body of a problem, as JSON text. */
export function problemBody(
  failure: Problem,
  place: { base_url: string; instance: string; request_id: string; trace_id?: string | null },
): string {
  return JSON.stringify({
    type: `${place.base_url}/problems/${failure.type.slug}`,
    title: failure.type.title,
    status: failure.type.status,
    detail: failure.detail,
    instance: place.instance,
    code: failure.type.code,
    request_id: place.request_id,
    ...(place.trace_id ? { trace_id: place.trace_id } : {}),
    ...failure.members,
  });
}

const errors = Type.Array(
  Type.Object(
    {
      pointer: Type.Optional(Type.String({ description: "JSON Pointer into the body, as a URI fragment (RFC 9457 §3)." })),
      parameter: Type.Optional(Type.String({ description: "Name of the query parameter." })),
      header: Type.Optional(Type.String({ description: "Name of the request header." })),
      code: FaultCode,
      detail: Type.String({ description: "What is wrong, for people." }),
      suggestions: Type.Optional(Type.Array(Suggestion)),
    },
    { $id: "FieldFault" },
  ),
  { example: [{ pointer: "#/email", code: "INVALID_FORMAT", detail: "must be an e-mail address" }] },
);

export const malformedRequest = problem("MALFORMED_REQUEST", 400, "Malformed request", {
  cause:
    "The request cannot be read: the body is not one JSON object in UTF-8, names a member twice, nests deeper than 32 levels, or the request carries two kinds of credentials.",
  remedy: "Send one well-formed JSON object, and either X-API-Key or Authorization, not both.",
});
export const unauthorized = problem("UNAUTHORIZED", 401, "Unauthorized", {
  cause:
    "The request could not be authenticated. The answer is the same for every cause: an unknown or wrong secret, a missing or foreign tenant code, a client that is disabled, revoked or expired, a method that is switched off, an address outside the allow-list.",
  remedy:
    "Check the secret, X-Tenant-Code and the client's settings in the IT administration panel. Twenty failures within a minute block the source address for ten minutes.",
});
export const insufficientScope = problem("INSUFFICIENT_SCOPE", 403, "Insufficient scope", {
  cause: "The client, or the access token, lacks the scope that this operation needs.",
  remedy: "Ask the IT administrator to grant one of `required_scopes`, or request a token that has it.",
  members: { required_scopes: Type.Array(Type.String(), { description: "One of these suffices.", example: ["users:write"] }) },
});
export const notFound = problem("NOT_FOUND", 404, "Not found", {
  cause: "Nothing with this id exists in the organisation, or the address is not one of this service.",
  remedy: "Check the address and the id; list the resource to see which ids exist.",
});
export const methodNotAllowed = problem("METHOD_NOT_ALLOWED", 405, "Method not allowed", {
  cause: "The address exists, but not with this method.",
  remedy: "Use a method that the Allow header names.",
});
export const notAcceptable = problem("NOT_ACCEPTABLE", 406, "Not acceptable", {
  cause: "The Accept header excludes the media types in which this operation answers.",
  remedy: "Accept application/json and application/problem+json, or leave the header out.",
});
export const requestTimeout = problem("REQUEST_TIMEOUT", 408, "Request timeout", {
  cause:
    "The request's headers took longer than 10 seconds to arrive, its body longer than 10 seconds, or a file longer than 30.",
  remedy: "Send the request again on a new connection; nothing was executed.",
});
export const preconditionFailed = problem("PRECONDITION_FAILED", 412, "Precondition failed", {
  cause: "The record has changed since it was read: If-Match names another ETag than the current one.",
  remedy: "Read the record again, apply the change to it, and send its new ETag.",
});
export const payloadTooLarge = problem("PAYLOAD_TOO_LARGE", 413, "Payload too large", {
  cause: "The body exceeds the size limit of the operation.",
  remedy: "Send at most `limit_bytes` bytes.",
  members: { limit_bytes: Type.Integer({ example: 1_048_576 }) },
});
export const uriTooLong = problem("URI_TOO_LONG", 414, "URI too long", {
  cause: "The URL is longer than 8 KiB.",
  remedy: "Send fewer or shorter query parameters.",
});
export const unsupportedMediaType = problem("UNSUPPORTED_MEDIA_TYPE", 415, "Unsupported media type", {
  cause: "The body's media type, charset or content encoding is not one that this operation reads.",
  remedy: "Send Content-Type: application/json, in UTF-8 and without content encoding.",
});
export const misdirected = problem("MISDIRECTED", 421, "Misdirected request", {
  cause: "The organisation is on another node than the one that was asked. Nothing was executed, and no credentials were judged.",
  remedy: "Send the request to the service's own address, which leads to the node that the organisation is on.",
});
export const validationFailed = problem("VALIDATION_FAILED", 422, "Validation failed", {
  cause: "The request was read, but some of its fields cannot be accepted.",
  remedy: "Mend each entry of `errors` (it names the place and a code) and send the request again.",
  members: { errors },
});
export const rateLimited = problem("RATE_LIMITED", 429, "Too many requests", {
  cause: "The client's token bucket or its daily quota is used up. The request was not executed and used no quota.",
  remedy: "Wait the seconds of Retry-After, then repeat the request; add jitter when several workers share a client.",
  members: { limit_name: Type.String({ example: "bucket" }), retry_after_seconds: Type.Integer({ example: 3 }) },
});
export const tooManyFailedAuthentications = problem("TOO_MANY_FAILED_AUTHENTICATIONS", 429, "Too many failed authentications", {
  cause:
    "Twenty authentications from this address failed within a minute; the address is blocked for ten minutes, valid credentials included.",
  remedy: "Mend the credentials, wait the seconds of Retry-After, or ask the IT administrator to lift the block.",
  members: { retry_after_seconds: Type.Integer({ example: 600 }) },
});
export const headersTooLarge = problem("HEADERS_TOO_LARGE", 431, "Request header fields too large", {
  cause: "The request's headers exceed 16 KiB.",
  remedy: "Send fewer or shorter headers.",
});
export const internalError = problem("INTERNAL_ERROR", 500, "Internal error", {
  cause: "Something failed on our side; the log holds it under the request id.",
  remedy: "Repeat the request later. If it persists, report `request_id`.",
});
export const serviceUnavailable = problem("UNAVAILABLE", 503, "Service unavailable", {
  slug: "unavailable",
  cause: "The database did not answer in time, or the service is starting, stopping or overloaded.",
  remedy:
    "Repeat the request after Retry-After. A create whose outcome is unknown is safe to repeat: 409 means that it succeeded.",
});

/** 422 with one entry per fault. */
export function invalid(items: readonly ErrorItem[]): Problem {
  const kind = items.every((item) => item.parameter !== undefined) ? "parameter" : "field";
  const count = items.length;
  return validationFailed(`${count} ${kind}${count === 1 ? " is" : "s are"} invalid.`, { members: { errors: items } });
}

/** The problems that any operation may answer, besides its own. */
export const common_problems: readonly ProblemMaker[] = [
  malformedRequest,
  unauthorized,
  insufficientScope,
  notFound,
  methodNotAllowed,
  notAcceptable,
  requestTimeout,
  preconditionFailed,
  payloadTooLarge,
  uriTooLong,
  unsupportedMediaType,
  misdirected,
  validationFailed,
  rateLimited,
  tooManyFailedAuthentications,
  headersTooLarge,
  internalError,
  serviceUnavailable,
];
