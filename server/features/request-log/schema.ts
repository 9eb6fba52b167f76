import { Type } from "typebox";
import { Closed, Id, Instant, InstantInput, Nullable } from "../../platform/http/schema.ts";

const LoggedRequest = Closed(
  {
    id: Id,
    at: Instant,
    client: Nullable(Closed({ id: Id, name: Type.String() }), { description: "null: nobody had authenticated." }),
    method: Type.String(),
    route: Nullable(Type.String({ description: "The pattern of the path; null: there is no such address." })),
    path: Type.String({ description: "Without its query." }),
    status: Type.Integer({ minimum: 100, maximum: 599 }),
    code: Nullable(Type.String({ description: "Code of the problem that was answered." })),
    cause: Nullable(Type.String({ description: "Why a 401 or 429 was given, which the caller is not told." })),
    request_id: Type.String(),
    address: Type.String(),
    duration_ms: Type.Number({ minimum: 0 }),
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

export const RequestQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 50, description: "Entries on one page." }),
  cursor: Type.Optional({ ...Id, description: "`pagination.next_cursor` of the page before, with the same filters." }),
  client_id: Type.Optional(Id),
  method: Type.Optional(Type.String({ maxLength: 20 })),
  path: Type.Optional(Type.String({ maxLength: 200, description: "A part of the path." })),
  status: Type.Optional(Type.String({ pattern: "^[1-5](xx|[0-9]{2})$", description: "`404`, or a class such as `4xx`." })),
  code: Type.Optional(Type.String({ maxLength: 100 })),
  request_id: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(InstantInput),
  to: Type.Optional({ ...InstantInput, description: "Before this instant." }),
});
