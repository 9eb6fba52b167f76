import { Type } from "typebox";
import { Closed, Id, Instant, InstantInput, Nullable } from "../../platform/http/schema.ts";

const Client = Closed({ id: Id, name: Type.String() });

const Limiter = Closed({
  burst: Type.Integer({ description: "Requests that a full bucket holds." }),
  remaining: Type.Integer({ description: "Requests that were left at once, the day's quota included." }),
  full_in_s: Type.Integer({ description: "Seconds until the bucket is full, or until midnight UTC once the day is used up." }),
  day_used: Type.Integer(),
  day_limit: Type.Integer(),
});

const LoggedRequest = Closed(
  {
    id: Id,
    at: Instant,
    client: Nullable(Client, { description: "null: the request was not authenticated." }),
    method: Type.String(),
    route: Nullable(Type.String({ description: "The pattern of the path; null: there is no such address." })),
    path: Type.String({ description: "Without its query." }),
    status: Type.Integer({ minimum: 100, maximum: 599 }),
    code: Nullable(Type.String({ description: "Code of the problem that was answered." })),
    cause: Nullable(Type.String({ description: "Why a 401 or 429 was given, which the caller is not told." })),
    request_id: Type.String(),
    trace_id: Nullable(Type.String({ pattern: "^[0-9a-f]{32}$" }), {
      description:
        "Under which its trace is kept; null: requests are not traced. Where only a part of all traces is kept, it may be missing there.",
    }),
    address: Type.String(),
    duration_ms: Type.Number({ minimum: 0 }),
    limiter: Nullable(Limiter, { description: "Where the client's limits stood; null: the request was not authenticated." }),
    retry_after_s: Nullable(Type.Integer({ description: "Seconds after which it was told to come back." })),
  },
  { $id: "LoggedRequest" },
);

export const RequestList = Closed(
  {
    pagination: Closed({
      limit: Type.Integer({ minimum: 1 }),
      next_cursor: Nullable(Type.String({ description: "Send it as `cursor` to get the next page; null on the last one." })),
    }),
    requests: Type.Array(LoggedRequest),
  },
  { $id: "RequestList" },
);

const Refusal = Closed({
  headers: Type.Array(
    Closed({
      name: Type.String(),
      value: Nullable(Type.String(), { description: "null: it may hold a secret or personal data." }),
      masked: Type.Integer({ minimum: 0, description: "Characters that were left out." }),
    }),
    { description: "The first 40 that were sent; none where they were too long to keep." },
  ),
  detail: Nullable(Type.String({ description: "What the answer said, without what came with the request." })),
  errors: Type.Array(
    Closed({
      place: Nullable(Type.String({ description: "JSON pointer of the field, or name of the parameter or header." })),
      code: Type.String(),
      detail: Type.String(),
    }),
    { description: "The first ten that were answered." },
  ),
  errors_left_out: Type.Integer({ minimum: 0 }),
});

export const RequestRefusal = Closed(
  { refusal: Nullable(Refusal, { description: "null: the request was not refused." }) },
  { $id: "RequestRefusal" },
);

const filters = {
  client_id: Type.Optional(
    Type.String({
      pattern: "^(none|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$",
      description: "A client's id, or `none`: the request was not authenticated.",
    }),
  ),
  method: Type.Optional(Type.String({ maxLength: 20 })),
  route: Type.Optional(
    Type.String({ maxLength: 200, description: "The pattern of the path; `none`: there was no such address." }),
  ),
  path: Type.Optional(Type.String({ maxLength: 200, description: "A part of the path." })),
  status: Type.Optional(
    Type.String({
      pattern: "^([1-5](xx|[0-9]{2})|refused)$",
      description: "`404`, a class such as `4xx`, or `refused`: 400 and above.",
    }),
  ),
  code: Type.Optional(Type.String({ maxLength: 100 })),
  request_id: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(InstantInput),
  to: Type.Optional({ ...InstantInput, description: "Before this instant." }),
};

export const RequestQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 50, description: "Entries on one page." }),
  cursor: Type.Optional({ ...Id, description: "`pagination.next_cursor` of the page before, with the same filters." }),
  ...filters,
});
export const RequestExportQuery = Type.Object(filters);

const RequestError = Closed({
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  code: Nullable(Type.String({ description: "Code of the problem; null: the answer was none of ours." })),
  method: Type.String(),
  route: Nullable(Type.String({ description: "The pattern of the path; null: there is no such address." })),
  client: Nullable(Client),
  count: Type.Integer({ minimum: 1 }),
  causes: Type.Array(Type.String(), { description: "Why a 401 or 429 was given." }),
  first_at: Instant,
  last_at: Instant,
});

export const RequestErrorList = Closed(
  {
    since: Instant,
    complete: Type.Boolean({ description: "false: so much was refused that only the latest of it, since `since`, was counted." }),
    errors: Type.Array(RequestError),
  },
  { $id: "RequestErrorList" },
);
