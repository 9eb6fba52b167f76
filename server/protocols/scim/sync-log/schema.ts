import { Type } from "typebox";
import { CursorPagination, walkParameters } from "../../../platform/http/cursor.ts";
import { Closed, Id, Instant, Nullable, OneOf } from "../../../platform/http/schema.ts";
import { profile_names } from "../profile.ts";

const Note = Closed({ place: Type.String(), detail: Type.String() });
const Change = Closed({ path: Type.String(), before: Type.Unknown(), after: Type.Unknown() });

const ScimExchange = Closed(
  {
    id: Id,
    at: Instant,
    client: Closed({ id: Id, name: Type.String() }),
    request_id: Type.String({ description: "The X-Request-Id of the answer; operations of one Bulk request share it." }),
    profile: OneOf(profile_names, { description: "How the request was read." }),
    method: Type.String(),
    path: Type.String({ description: "Behind the organisation, without its query." }),
    resource_type: Nullable(OneOf(["User", "Group"])),
    resource_id: Nullable(Id),
    resource_name: Nullable(Type.String({ description: "The userName or displayName." })),
    status: Type.Integer({ minimum: 100, maximum: 599 }),
    scim_type: Nullable(Type.String()),
    detail: Nullable(Type.String({ description: "Why it was refused, as the identity provider was told." })),
    notes: Type.Array(Note, { description: "What was brought into form or left out, and why." }),
    changes: Type.Array(Change, { description: "What the person or group was before, and is since." }),
    duration_ms: Type.Integer({ minimum: 0 }),
  },
  { $id: "ScimExchange" },
);

export const ScimExchangeList = Closed(
  { pagination: CursorPagination, exchanges: Type.Array(ScimExchange) },
  { $id: "ScimExchangeList" },
);

const { updated_since: _, ...walk } = walkParameters(200, 50);

export const ScimExchangeQuery = Type.Object({
  ...walk,
  client_id: Type.Optional(Id),
  resource_id: Type.Optional({ ...Id, description: "One person or group: why were they, or were they not, changed." }),
  resource_name: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: "A userName or displayName as it was sent, in any letter case." }),
  ),
  outcome: Type.Optional(OneOf(["done", "refused"])),
});
