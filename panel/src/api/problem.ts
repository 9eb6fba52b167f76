import i18next from "i18next";

/** One finding of a 422: `pointer` names the field of the body, `parameter` that of the address. */
export type FieldProblem = {
  pointer?: string;
  parameter?: string;
  code: string;
  detail: string;
  suggestions?: { name?: string; event_type?: string }[];
};

type ProblemBody = {
  type?: string;
  title?: string;
  detail?: string;
  code?: string;
  request_id?: string;
  errors?: FieldProblem[];
  [member: string]: unknown;
};

/** Codes of failures without an answer. */
export const offline_code = "OFFLINE";
export const timeout_code = "TIMEOUT";
export const step_up_cancelled_code = "STEP_UP_CANCELLED";

/** Every failure of a call: the server's problem (RFC 9457), or the reason why there was no answer. */
export class ApiProblem extends Error {
  /** 0: there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string | null;
  readonly type: string | null;
  readonly request_id: string | null;
  readonly errors: readonly FieldProblem[];
  readonly retry_after_s: number | null;
  readonly members: Readonly<Record<string, unknown>>;

  constructor(status: number, body: ProblemBody, retry_after_s: number | null = null) {
    super(body.detail ?? body.title ?? `status ${status}`);
    this.name = "ApiProblem";
    this.status = status;
    this.code = body.code ?? `HTTP_${status}`;
    this.title = body.title ?? "";
    this.detail = body.detail ?? null;
    this.type = body.type ?? null;
    this.request_id = body.request_id ?? null;
    this.errors = body.errors ?? [];
    this.retry_after_s = retry_after_s;
    this.members = body;
  }
}

/** Reads the problem from an answer that is not a success, and loads the texts that explain it. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const retry_after = Number(response.headers.get("retry-after") ?? Number.NaN);
  const seconds = Number.isFinite(retry_after) ? retry_after : null;
  // If the texts cannot be loaded, the server's own words are shown.
  await i18next.loadNamespaces("problems").catch(() => undefined);
  const request_id = response.headers.get("x-request-id");
  try {
    const body = (await response.json()) as ProblemBody;
    return new ApiProblem(response.status, { ...(request_id === null ? {} : { request_id }), ...body }, seconds);
  } catch {
    // The body is no JSON: a proxy in between answers with HTML.
    return new ApiProblem(response.status, request_id === null ? {} : { request_id }, seconds);
  }
}

export function isProblem(error: unknown, code?: string): error is ApiProblem {
  return error instanceof ApiProblem && (code === undefined || error.code === code);
}
