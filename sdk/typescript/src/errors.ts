import type { FieldFault } from "./generated/types.ts";

/** The base of all errors of a call, apart from the reason of your own `signal`. */
export class MusterError extends Error {
  override readonly name: string = "MusterError";
}

/** Details of the failed call. */
export type Circumstances = {
  /** `GET /api/v1/users`. */
  operation: string;
  /** The number of tries. */
  tries: number;
};

/** No complete answer arrived: there was no connection, or it broke. */
export class ConnectionError extends MusterError {
  override readonly name = "ConnectionError";
  readonly operation: string;
  readonly tries: number;

  constructor(detail: string, { operation, tries }: Circumstances, cause: unknown) {
    super(`${operation}: ${detail}, after ${tries} ${tries === 1 ? "try" : "tries"}.`, { cause });
    this.operation = operation;
    this.tries = tries;
  }
}

/** The deadline of the call passed before an answer. */
export class DeadlineError extends ConnectionError {
  override readonly name = "DeadlineError" as "ConnectionError";
}

/**
 * The answer does not come from the service: it is a redirect, or no JSON. The base URL is probably wrong; the call is not
 * repeated.
 */
export class AddressError extends MusterError {
  override readonly name = "AddressError";
  readonly operation: string;
  readonly status: number;

  constructor(detail: string, { operation, status }: { operation: string; status: number }) {
    super(`${operation}: ${detail} The base URL has to be the service's own address, https://… without a path.`);
    this.operation = operation;
    this.status = status;
  }
}

/** The service refused: a problem of RFC 9457, or an error of RFC 6749 for a token request. */
export class ProblemError extends MusterError {
  override readonly name: string = "ProblemError";
  readonly operation: string;
  readonly tries: number;
  readonly status: number;
  /** Machine-readable and stable: `VALIDATION_FAILED`. Empty if a proxy answered. */
  readonly code: string;
  readonly title: string;
  /** What happened, for people. */
  readonly detail: string;
  /** The URL of the page that says what to do. */
  readonly page: string | null;
  /** The request's id in the service's request log, for your operator. */
  readonly requestId: string | null;
  /** The invalid fields. */
  readonly errors: readonly FieldFault[];
  /** Seconds until a repetition makes sense. */
  readonly retryAfterS: number | null;
  /** The whole body, with the additional members of this code: `conflicts`, `required_scopes`, … */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(answer: { status: number; headers: Headers; body: Record<string, unknown> }, { operation, tries }: Circumstances) {
    const { body } = answer;
    const text = (...names: string[]) => names.map((name) => body[name]).find((value) => typeof value === "string");
    const code = text("code", "error") ?? "";
    const detail = text("detail", "error_description") ?? `The status was ${answer.status}.`;
    const errors = (Array.isArray(body["errors"]) ? body["errors"] : []) as FieldFault[];
    const page = text("type") ?? null;
    const faults = errors.map(
      (fault) => `\n  ${fault.pointer ?? fault.parameter ?? fault.header ?? ""} ${fault.code}: ${fault.detail}`,
    );
    super(`${operation}: ${answer.status}${code && ` ${code}`}. ${detail}${faults.join("")}${page ? `\n  ${page}` : ""}`);
    this.operation = operation;
    this.tries = tries;
    this.status = answer.status;
    this.code = code;
    this.title = text("title") ?? "";
    this.detail = detail;
    this.page = page;
    this.requestId = text("request_id") ?? answer.headers.get("x-request-id");
    this.errors = errors;
    this.retryAfterS = secondsOf(answer.headers);
    this.body = body;
  }
}

/**
 * 401: the service never says why. Do not repeat the call: after twenty failures in a minute the address is blocked for ten
 * minutes.
 */
export class AuthenticationError extends ProblemError {
  override readonly name = "AuthenticationError";
}
/** 403. */
export class PermissionError extends ProblemError {
  override readonly name = "PermissionError";
}
/** 404. */
export class NotFoundError extends ProblemError {
  override readonly name = "NotFoundError";
}
/** 409. */
export class ConflictError extends ProblemError {
  override readonly name = "ConflictError";
}
/** 412: the record has changed since the version that `ifMatch` names. */
export class PreconditionError extends ProblemError {
  override readonly name = "PreconditionError";
}
/** 400 and 422: `errors` names each field. */
export class ValidationError extends ProblemError {
  override readonly name = "ValidationError";
}
/** 429, after all tries. */
export class RateLimitError extends ProblemError {
  override readonly name = "RateLimitError";
}
/** 500 and above, after all tries. */
export class ServerError extends ProblemError {
  override readonly name = "ServerError";
}

const classes: Readonly<Record<number, typeof ProblemError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionError,
  422: ValidationError,
  429: RateLimitError,
};

export function problemOf(
  answer: { status: number; headers: Headers; text: string },
  circumstances: Circumstances,
): ProblemError {
  const kind = classes[answer.status] ?? (answer.status >= 500 ? ServerError : ProblemError);
  return new kind({ ...answer, body: objectOf(answer.text) }, circumstances);
}

/** A proxy may answer with HTML, which is no problem document; then only the status is known. */
function objectOf(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** `Retry-After` in seconds, as a number or as a date (RFC 9110 §10.2.3). */
export function secondsOf(headers: Headers, now_ms = Date.now()): number | null {
  const text = headers.get("retry-after");
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text);
  const at_ms = Date.parse(text);
  return Number.isNaN(at_ms) ? null : Math.max(0, Math.ceil((at_ms - now_ms) / 1_000));
}
